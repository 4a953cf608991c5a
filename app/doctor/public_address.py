"""Whether the public address leads to this very service, on each of the addresses behind its name."""

import http.client
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from app.doctor import certificates
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.names import NamesAway
from app.doctor.visit import Visit, is_own, is_private
from app.services.upkeep import whoami

SECONDS = 5.0
LARGEST = 10_000
STRANGER = "192.0.2.77"  # what a stranger could write into X-Forwarded-For: an address for examples
HAIRPIN = "If others reach it, your router does not let you in from inside: look from a phone without Wi-Fi"


class Answer(NamedTuple):
    status: int
    said: dict[str, Any]
    location: str
    date: str
    warnings: list[Finding]


def look(visit: Visit) -> Iterator[Finding]:
    if not visit.runs:
        yield not_seen("address", f"The service does not run, so nothing answers at {visit.settings.url}.")
        return
    if not visit.token:
        yield not_seen(
            "address", f"Without the database, it cannot be asked whether {visit.settings.url} is ours."
        )
        return
    try:
        addresses = visit.addresses(visit.site)
    except NamesAway as error:
        yield warning("address", f"The name of {visit.settings.url} cannot be looked up: {error}.")
        return
    if not addresses:
        record = f"{visit.site}. A (the address of this machine)"
        yield wrong("address", f"{visit.site} has no address, so nobody finds {visit.settings.url}.", record)
    for address in addresses:
        yield from _look_at(visit, address)


def _look_at(visit: Visit, address: str) -> Iterator[Finding]:
    place = visit.settings.url if address == visit.site else f"{visit.settings.url} at {address}"
    before = datetime.now(UTC)
    try:
        answer = ask(visit, address)
    except ssl.SSLError as error:
        why = getattr(error, "verify_message", "") or error.reason or str(error)
        yield wrong(
            "address", f"The certificate of {place} is not good: {why}.", "journalctl -u caddy -u nginx -n 50"
        )
    except (OSError, http.client.HTTPException) as error:
        yield _unreachable(visit, place, address, error)
    else:
        if answer.date and not is_private(visit.site) and not _told_by_us(answer):
            visit.told_time(place, parsedate_to_datetime(answer.date), before)
        yield from answer.warnings
        yield from read(visit, place, answer)


def _told_by_us(answer: Answer) -> bool:
    """Whether it has come from this machine alone, whose clock would agree with itself."""
    asked_from = str(answer.said.get("from") or "")
    return bool(asked_from) and is_own(asked_from)


def _unreachable(visit: Visit, place: str, address: str, error: Exception) -> Finding:
    words = f"{place} cannot be reached from this machine ({error or type(error).__name__})"
    if isinstance(error, TimeoutError) and not is_private(visit.site):
        return warning(
            "address", f"{words}. {HAIRPIN}.", f"curl -v --max-time 10 {visit.settings.url}/healthz"
        )
    if is_private(visit.site):
        port = f"CHASQUI_URL=http://{visit.site}:PORT ./chasqui doctor"
        return wrong("address", f"{words}. After ./chasqui serve --port PORT, name that port.", port)
    return wrong(
        "address", f"{words}: is the web server in front running?", f"curl -v {visit.settings.url}/healthz"
    )


def ask(visit: Visit, address: str) -> Answer:
    """As a browser would, at one of the addresses behind the name."""
    parts = urlsplit(visit.settings.url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = http.client.HTTPConnection(visit.site, port, timeout=SECONDS)
    with closing(connection), socket.create_connection((address, port), SECONDS) as line:
        is_private_line = parts.scheme == "https"
        safe = ssl.create_default_context() if is_private_line else None
        connection.sock = safe.wrap_socket(line, server_hostname=visit.site) if safe else line
        warnings = [
            *certificates.look("address TLS", visit.site, connection.sock, "see the web server in front")
        ]
        host = visit.settings.url.partition("//")[2].partition("/")[0]
        headers = {"Host": host, "X-Forwarded-For": STRANGER}
        connection.request("GET", whoami.PLACE + visit.token, headers=headers)
        answer = connection.getresponse()
        body, told = answer.read(LARGEST), answer.headers
        return Answer(answer.status, _read(body), told.get("Location", ""), told.get("Date", ""), warnings)


def _read(body: bytes) -> dict[str, Any]:
    try:
        said = json.loads(body)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def read(visit: Visit, place: str, answer: Answer) -> Iterator[Finding]:
    if not visit.house or answer.said.get("chasqui") != whoami.answer(visit.house, visit.token):
        yield _not_us(place, answer)
        return
    troubles = [*_in_front(visit, answer.said)]
    yield from troubles
    if not troubles:
        yield right("address", f"{place} leads to this very service.")


def _not_us(place: str, answer: Answer) -> Finding:
    if answer.said.get("chasqui"):
        words = f"{place} leads to another Chasqui, or to a copy of this one with another database"
        return wrong("address", f"{words}: stop that one, or change where the name leads.")
    if answer.location:
        return wrong(
            "address", f"{place} sends people on to {answer.location[:200]}: set CHASQUI_URL to that."
        )
    if answer.status in (502, 503, 504):
        words = f"{place} answers {answer.status}: the web server in front does not reach the service"
        return wrong("address", f"{words}; it has to pass requests on to where `web` listens.")
    return wrong("address", f"{place} is answered by another program (status {answer.status}).")


def _in_front(visit: Visit, said: dict[str, Any]) -> Iterator[Finding]:
    """What a web server in front makes of a request."""
    asked = visit.settings.url.partition("//")[2].partition("/")[0]
    if urlsplit(f"//{said.get('host', '')}").hostname != visit.site:
        words = f"The web server in front asks for {said.get('host')} in place of {asked}"
        yield wrong("proxy", f"{words}: let it pass on the Host.", "nginx: proxy_set_header Host $host;")
    if is_private(visit.site):
        return
    forwarded = str(said.get("forwarded", ""))
    through = forwarded not in ("", STRANGER)
    if through and not said.get("trusted"):
        words = f"A web server in front comes from {said.get('from')}, and is not named in CHASQUI_PROXIES"
        yield warning("proxy", f"{words}: all strangers count as one.", f"CHASQUI_PROXIES={said.get('from')}")
    if said.get("trusted") and forwarded == STRANGER:
        words = "The web server in front passes on what strangers write into X-Forwarded-For"
        header = "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
        yield wrong("proxy", f"{words}, so limits do not hold.", header)
    if said.get("trusted") and not forwarded:
        words = "The web server in front does not say who has asked (X-Forwarded-For)"
        header = "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
        yield warning("proxy", f"{words}: all strangers count as one.", header)
