"""Before a match: opening it, taking seats, starting; and the list of a player's matches."""
