"""What changes a match for all is proposed by one player, and decided by all of them."""
