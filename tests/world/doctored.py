"""What the checks of ./chasqui doctor look at, with a real name server."""

from collections.abc import Callable, Iterable
from typing import Any

from app.doctor.findings import Finding
from app.doctor.names import Names
from app.doctor.visit import Visit
from app.settings import Settings

KEYS = ("a key of the tests that is long enough",)
SITE = {
    "url": "https://play.example",
    "sender": "Chasqui <chasqui@play.example>",
    "smtp_url": "smtp://127.0.0.1:25",
    "keys": KEYS,
}


def visit(dns: str, outward: Iterable[str] = (), **settings: Any) -> Visit:
    """`outward`: addresses of this machine, as others see them."""
    return Visit(Settings(**{**SITE, **settings}), Names([dns]), outward=list(outward))


def grades(look: Callable[[Visit], Iterable[Finding]], at: Visit) -> list[str]:
    return [found.grade for found in look(at)]


def words(look: Callable[[Visit], Iterable[Finding]], at: Visit) -> str:
    return " ".join(f"{found.words} {' '.join(found.to_type)}" for found in look(at))
