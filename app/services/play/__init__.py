"""Orders: from a player's submission to the next decision and its letters."""
