"""Orders: from what a player has sent to the next decision and its letters."""
