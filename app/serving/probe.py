"""Whether mail can come in."""

import socket
from urllib.parse import urlsplit

SECONDS = 1.0


def is_open(url: str) -> bool:
    """At a place as the setting has it: a host and a port, or a socket's path."""
    place = urlsplit(url)
    family = socket.AF_INET if place.hostname else socket.AF_UNIX
    with socket.socket(family) as probe:
        probe.settimeout(SECONDS)
        try:
            probe.connect((place.hostname, place.port) if place.hostname else place.path)
            # Not before it is greeted: hanging up on a greeting would be told of as trouble.
            return probe.recv(3) == b"220"
        except OSError:
            return False
