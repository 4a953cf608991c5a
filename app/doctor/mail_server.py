"""The mail server that letters leave by (SMTP)."""

import re
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from app.doctor import certificates
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.visit import Visit
from app.post.smtp_client import NoTls, SmtpClient
from app.settings import is_loopback

REFUSED = 500  # and above: for good
SMALL = 5_000_000  # bytes; a letter with a book has up to so many
SECONDS = 5.0
LOG_IN_SECONDS = 14.0  # a server lets those wait whom it refuses, the longer the oftener
DATE = re.compile(rb"[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}")
EXAMPLE = "CHASQUI_SMTP_URL=smtp://user:password@host:587"


def look(visit: Visit) -> Iterator[Finding]:
    settings, host = visit.settings, visit.smtp_host
    if not settings.smtp_url:
        yield _without_one(visit)
        return
    try:
        _note_time(visit)
        smtp = SmtpClient(settings.smtp_url, settings.host, settings.smtp_tls, LOG_IN_SECONDS).connect()
    except NoTls as error:
        yield wrong("smtp", f"{_sentence(str(error))}", f"CHASQUI_SMTP_URL=smtps://user:password@{host}")
    except smtplib.SMTPAuthenticationError as error:
        said = _said(error.smtp_code, error.smtp_error)
        if error.smtp_code < REFUSED:
            words = f"The mail server {host} cannot look at the user and the password just now ({said})"
            yield wrong("smtp", f"{words}; letters wait until it can.")
            return
        refused = f"The mail server {host} refuses the user or the password of CHASQUI_SMTP_URL ({said})"
        yield wrong("smtp", f"{refused}; in both, @ is written %40, / %2F, : %3A and % %25.", EXAMPLE)
    except ssl.SSLError as error:
        why = getattr(error, "verify_message", "") or error.reason or str(error)
        yield wrong("smtp", f"No safe connection (TLS) to the mail server {host}: {why}.", _openssl(visit))
    except ValueError:
        yield wrong("smtp", "CHASQUI_SMTP_URL names a port that cannot be.", EXAMPLE)
    except (smtplib.SMTPException, OSError) as error:
        yield _away(visit, error)
    else:
        with smtp:
            yield from _look_inside(visit, smtp)


def _without_one(visit: Visit) -> Finding:
    if visit.settings.is_public:
        return wrong("smtp", "CHASQUI_SMTP_URL is not set, so no letter leaves.", EXAMPLE)
    here = f"{visit.settings.url}/mailbox"
    return not_seen("smtp", f"CHASQUI_SMTP_URL is not set: letters are kept, and shown at {here}.")


def _away(visit: Visit, error: Exception) -> Finding:
    parts = urlsplit(visit.settings.smtp_url)
    port = parts.port or (465 if parts.scheme == "smtps" else 25)
    if isinstance(error, smtplib.SMTPResponseException):
        error = OSError(_said(error.smtp_code, error.smtp_error))
    hint = " Many networks block port 25: use 587." if port == 25 and not is_loopback(visit.smtp_host) else ""
    words = f"The mail server {visit.smtp_host} cannot be reached or used at port {port}: {error}.{hint}"
    return wrong("smtp", words, f"nc -vz {visit.smtp_host} {port}")


def _look_inside(visit: Visit, smtp: smtplib.SMTP) -> Iterator[Finding]:
    host, has_tls = visit.smtp_host, isinstance(smtp.sock, ssl.SSLSocket)
    troubles = [*_troubles(visit, smtp, has_tls)]
    yield from troubles
    if not any(found.grade == "wrong" for found in troubles):
        logged_in = "takes the log-in" if urlsplit(visit.settings.smtp_url).username else "asks for no log-in"
        yield right("smtp", f"The mail server {host} {logged_in}{', with TLS' if has_tls else ''}.")


def _troubles(visit: Visit, smtp: smtplib.SMTP, has_tls: bool) -> Iterator[Finding]:
    host = visit.smtp_host
    if not has_tls and not is_loopback(host):
        yield warning(
            "smtp TLS", f"Letters go to {host} without TLS: anybody on the way can read their links."
        )
    yield from certificates.look("smtp TLS", host, smtp.sock, "its owner has to renew it")
    size = int(smtp.esmtp_features.get("size") or 0)
    if 0 < size < SMALL:
        yield warning(
            "smtp", f"{host} takes {size / 1e6:.1f} MB at most; a letter with a book may have 5 MB."
        )
    code, said = smtp.mail(visit.settings.sender_address)
    if not 200 <= code < 300:
        words = f"The mail server {host} takes no letters from {visit.settings.sender_address}"
        yield wrong(
            "smtp", f"{words} ({_said(code, said)}): use an address that is its own.", "CHASQUI_SENDER="
        )
    with suppress(smtplib.SMTPException, OSError):
        smtp.rset()


def _note_time(visit: Visit) -> None:
    """Some mail servers greet with the time."""
    parts = urlsplit(visit.settings.smtp_url)
    if parts.scheme != "smtp":
        return
    before = datetime.now(UTC)
    try:
        with socket.create_connection((visit.smtp_host, parts.port or 25), SECONDS) as connection:
            found = DATE.search(connection.recv(1000))
            connection.sendall(b"QUIT\r\n")
    except OSError:
        return  # the look itself tells why
    if found:
        said = parsedate_to_datetime(found[0].decode())
        visit.told_time(f"the mail server {visit.smtp_host}", said, before)


def _openssl(visit: Visit) -> str:
    parts = urlsplit(visit.settings.smtp_url)
    starts = " -starttls smtp" if parts.scheme == "smtp" else ""
    port = parts.port or (25 if starts else 465)
    return f"openssl s_client -connect {parts.hostname}:{port}{starts}"


def _said(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(words.split())}"[:300]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
