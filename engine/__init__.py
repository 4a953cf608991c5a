"""The rules of the games, as pure functions of plain data. They know no clock, no network and no people."""
