"""The rules of the games, pure: plain data in, plain data out. No clock, no files, no people."""
