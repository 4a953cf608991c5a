"""What is drawn by chance for a new row, so that it can stand in addresses and links."""

import secrets
from base64 import b32encode


def post_key() -> str:
    """26 letters and digits of one case, because the part of an address before the @ may lose its case."""
    return b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def holder() -> str:
    """Not secret by itself: it stands in links, which are signed."""
    return post_key()[:10]


def first_count() -> int:
    """Of a player's sign-ins: a link of one player is none of another who gets the same number, as after a
    restored backup."""
    return secrets.randbelow(2**30)
