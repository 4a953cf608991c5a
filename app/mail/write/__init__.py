"""From the parts of a letter to the bytes of a signed message."""
