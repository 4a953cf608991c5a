"""How long the certificate of another server is good for."""

import ssl
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from cryptography import x509

from app.clock import now
from app.doctor.findings import Finding, warning

SOON = timedelta(days=14)
PART = 4  # those that are good for days are renewed with a third of their time left: see to it at a quarter


def look(name: str, whose: str, connection: Any, help_: str) -> Iterator[Finding]:
    """Of a connection by TLS; nothing where it is a plain one. An expired one never gets so far, but on this
    machine."""
    if not isinstance(connection, ssl.SSLSocket):
        return
    raw = connection.getpeercert(binary_form=True)
    if not raw:
        return
    yield from look_at(name, whose, x509.load_der_x509_certificate(raw), help_)


def look_at(name: str, whose: str, certificate: x509.Certificate, help_: str) -> Iterator[Finding]:
    begun, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    left = ends - now()
    if left < timedelta(0):
        yield warning(name, f"The certificate of {whose} has expired: {help_}.")
    elif left < min(SOON, (ends - begun) / PART):
        yield warning(name, f"The certificate of {whose} is good for {_told(left)} only: {help_}.")


def _told(left: timedelta) -> str:
    days = left.days
    return f"{days} more days" if days > 1 else f"{left // timedelta(hours=1)} more hours"
