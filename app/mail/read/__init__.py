"""Parses a mail that came in, from its bytes to the lines that a person wrote."""
