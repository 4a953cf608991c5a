"""A mail that came in: from its bytes to who wrote what."""
