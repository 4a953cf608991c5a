"""Finds out whether our SMTP or LMTP server is up."""

import socket
from urllib.parse import urlsplit

SECONDS = 1.0


def is_open(url: str) -> bool:
    """`url` as in CHASQUI_DOOR: with host and port, or with the path of a unix socket."""
    place = urlsplit(url)
    family = socket.AF_INET if place.hostname else socket.AF_UNIX
    with socket.socket(family) as probe:
        probe.settimeout(SECONDS)
        try:
            probe.connect((place.hostname, place.port) if place.hostname else place.path)
            # It waits for the greeting, because the server would log a client that hangs up before.
            return probe.recv(3) == b"220"
        except OSError:
            return False
