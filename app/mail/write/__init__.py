"""A letter that leaves: from its parts to the bytes of a signed message."""
