"""Finding matches, and what one viewer may see of them."""
