"""How long the certificate of another server is good for."""

import ssl
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from cryptography import x509

from app.clock import now
from app.doctor.findings import Finding, warning

SOON = timedelta(days=14)


def look(name: str, whose: str, connection: Any, help_: str) -> Iterator[Finding]:
    """Of a connection by TLS; nothing where it is a plain one. An expired one never gets so far, but on this
    machine."""
    if not isinstance(connection, ssl.SSLSocket):
        return
    raw = connection.getpeercert(binary_form=True)
    if not raw:
        return
    left = x509.load_der_x509_certificate(raw).not_valid_after_utc - now()
    if left < timedelta(0):
        yield warning(name, f"The certificate of {whose} has expired: {help_}.")
    elif left < SOON:
        yield warning(name, f"The certificate of {whose} is good for {left.days} more days only: {help_}.")
