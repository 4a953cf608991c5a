"""How mail comes in: the door, the mailbox at a provider, and the records that lead mail here (MX)."""

import smtplib
import socket
import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from urllib.parse import urlsplit

from imapclient.exceptions import IMAPClientError

from app.doctor import certificates
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.names import NamesAway
from app.doctor.visit import Visit, is_private
from app.mail.addresses import Addresses
from app.post import imap_client, imap_look
from app.post.imap_client import Mailbox, MailboxAway, MailboxRefused
from app.services.inbox.imap_folder import folder_of
from app.settings import NO_DOOR

SECONDS = 5.0
MAIL_PORT = 25
LOG_IN_SECONDS = 16.0  # Dovecot lets those whom it has refused before wait for 15
ASKS_SECONDS = 12.0  # of a mail server that asks the door about each address first
NOBODY = "r.aaaaaaaaaaaaaaaaaaaaaaaaaa"  # an address of our form that no letter has had
FULL = 0.9
IN_BOTH = "In user and password, @ is written %40, / %2F, : %3A, # %23 and % %25."
TRY = b"From: <%s>\r\nSubject: a look at this folder\r\n\r\nThis mail can be deleted.\r\n"


# --- The door ---


def look_at_door(visit: Visit) -> Iterator[Finding]:
    settings = visit.settings
    if not settings.takes_mail:
        words = (
            f"CHASQUI_DOOR is {NO_DOOR}, and CHASQUI_IMAP_URL is not set: letters cannot be answered by mail."
        )
        yield warning("door", words, "CHASQUI_DOOR=smtp://127.0.0.1:2525")
        return
    if not settings.has_door:
        return
    if not visit.runs:
        yield not_seen("door", "The service does not run, so no door is open.")
        return
    try:
        problem = conversation(settings.door, Addresses(settings).service, settings.domain)
    except (smtplib.SMTPException, OSError) as error:
        words = f"No door for mail answers at {settings.door} ({error or type(error).__name__})"
        yield wrong("door", f"{words}: start `post`, or see its log.")
    else:
        yield wrong("door", problem) if problem else _open(visit)


def _open(visit: Visit) -> Finding:
    ours = Addresses(visit.settings).service
    return right("door", f"The door at {visit.settings.door} takes mail for {ours}, and for nobody else.")


def conversation(url: str, ours: str, domain: str, seconds: float = SECONDS) -> str:
    """What is wrong with the answers of a server to the beginning of a mail, which is not sent."""
    with _connect(url, seconds) as server:
        server.ehlo_or_helo_if_needed()
        server.mail("")
        code, said = server.rcpt(ours)
        elsewhere, _ = server.rcpt(f"{NOBODY}@{domain}")
        server.rset()
    if code >= 500:
        return f"{url} refuses mail for {ours}: {code} {_one_line(said)}."
    if elsewhere < 300 and code < 300:
        return f"{url} takes mail for any address of {domain}, so it is perhaps another program that answers."
    return ""


def _connect(url: str, seconds: float) -> smtplib.SMTP:
    place = urlsplit(url)
    if not place.hostname:
        smtp: smtplib.SMTP = (smtplib.LMTP if place.scheme == "lmtp" else _SmtpBySocket)(place.path)
        return smtp
    kind: Callable[..., smtplib.SMTP] = smtplib.LMTP if place.scheme == "lmtp" else smtplib.SMTP
    return kind(place.hostname, place.port or MAIL_PORT, "doctor.invalid", timeout=seconds)


class _SmtpBySocket(smtplib.SMTP):
    """smtplib knows unix sockets for LMTP only."""

    def connect(self, host: str = "", port: int = 0, source_address: object = None) -> tuple[int, bytes]:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(SECONDS)
        self.sock.connect(host)
        self.file = None
        return self.getreply()


def _one_line(text: bytes) -> str:
    return " ".join(text.decode("utf-8", "replace").split())[:200]


# --- The mailbox ---


def look_at_mailbox(visit: Visit) -> Iterator[Finding]:
    if not visit.settings.imap_url:
        return
    try:
        with imap_client.opened(visit.settings, LOG_IN_SECONDS) as mailbox:
            mailbox.look()
            yield from _look_inside(visit, mailbox)
    except MailboxRefused as error:
        hint = f" {IN_BOTH}" if "password" in str(error) else ""
        yield wrong("mailbox", f"{_sentence(str(error))}{hint}", _example(visit))
    except MailboxAway as error:
        yield wrong("mailbox", _sentence(str(error)), _to_try(visit, error))
    for words in imap_client.warnings(visit.settings):
        yield warning("mailbox", _sentence(words))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _example(visit: Visit) -> str:
    parts = urlsplit(visit.settings.imap_url)
    place = parts.netloc.rpartition("@")[2] if parts.scheme == "imaps" else _host(visit)
    return f"CHASQUI_IMAP_URL=imaps://user:password@{place}/{folder_of(visit.settings)}"


def _host(visit: Visit) -> str:
    return urlsplit(visit.settings.imap_url).hostname or ""


def _to_try(visit: Visit, error: MailboxAway) -> str:
    """Whether a port answers, or what is wrong with a certificate."""
    parts = urlsplit(visit.settings.imap_url)
    starts, port = ("", 993) if parts.scheme == "imaps" else (" -starttls imap", 143)
    if isinstance(error.__context__, ssl.SSLError):
        return f"openssl s_client -connect {parts.hostname}:{parts.port or port}{starts}"
    return f"nc -vz {parts.hostname} {parts.port or port}"


def _look_inside(visit: Visit, mailbox: Mailbox) -> Iterator[Finding]:
    host = _host(visit)
    pace = "at once" if mailbox.tells else "each minute"
    yield right(
        "mailbox", f"The mailbox {visit.settings.mailbox} at {host} can be read; answers are found {pace}."
    )
    yield from certificates.look("mailbox TLS", host, mailbox.client.socket(), "its owner has to renew it")
    if not imap_look.can_empty(mailbox):
        words = f"{host} knows neither MOVE nor UIDPLUS: answers stay in the mailbox, marked as deleted."
        yield warning("mailbox", words)
    used = imap_look.fill(mailbox)
    if used and used[0] > FULL * used[1]:
        yield warning("mailbox", f"{used[0]:.0f} MB of {used[1]:.0f} are used in the mailbox: empty it.")
    before = datetime.now(UTC)
    try:
        said = imap_look.try_writing(mailbox, TRY % visit.settings.sender_address.encode())
    except IMAPClientError as error:
        words = f"Nothing can be put into the folder {mailbox.target} ({imap_client.one_line(error)})"
        yield warning("mailbox", f"{words}: see whether the mailbox is full.")
        return
    if said:
        visit.told_time(f"the mail server {host}", said, before)


# --- What the domain says ---


def look_at_mx(visit: Visit) -> Iterator[Finding]:
    settings, domain = visit.settings, visit.settings.domain
    if not settings.takes_mail:
        return
    if is_private(domain):
        yield _private(visit)
        return
    if settings.imap_url and domain == settings.mailbox.rpartition("@")[2]:
        yield not_seen(
            "MX", f"Answers go to the mailbox {settings.mailbox}: no MX record of your own is needed."
        )
        return
    try:
        yield from _look_at_servers(visit, visit.names.mail_servers(domain))
    except NamesAway as error:
        yield warning("MX", f"It cannot be seen where mail for {domain} goes: {error}.")


def _private(visit: Visit) -> Finding:
    domain = visit.settings.domain
    if visit.settings.is_public:
        words = f"Letters would be answered to an address @{domain}, which nobody can write to."
        return wrong("MX", words, "CHASQUI_MAIL_DOMAIN=play.example.org")
    return not_seen("MX", f"Letters are answered to addresses @{domain}, which only this machine knows.")


def _look_at_servers(visit: Visit, servers: list[str]) -> Iterator[Finding]:
    domain = visit.settings.domain
    record = f"{domain}. MX 10 {visit.site or domain}."
    if servers == [""]:
        yield wrong("MX", f"{domain} says that it takes no mail (a null MX).", record)
    elif not servers and not visit.names.addresses(domain):
        yield wrong("MX", f"{domain} has no MX record, so answers go nowhere.", record)
    else:
        if not servers:
            words = f"{domain} has no MX record; mail goes to its address, which not all mail servers try."
            yield warning("MX", words, record)
        for host in servers or [domain]:
            yield from _look_at_server(visit, host, record)


def _look_at_server(visit: Visit, host: str, record: str) -> Iterator[Finding]:
    addresses = visit.names.addresses(host)
    if not addresses:
        yield wrong("MX", f"Mail for {visit.settings.domain} goes to {host}, which has no address.", record)
        return
    if visit.settings.imap_url and not visit.settings.has_door:
        yield right("MX", f"Mail for {visit.settings.domain} goes to {host}, and is read from the mailbox.")
        return
    here = [address for address in addresses if visit.is_here(address)]
    place = f"{host} ({', '.join(addresses)}), {'this machine' if here else 'another machine'}"
    for address in addresses:
        yield _answer_of(visit, place, address)


def _answer_of(visit: Visit, place: str, address: str) -> Finding:
    """Whether the server there begins to take a mail for us."""
    settings = visit.settings
    shown = f"[{address}]" if ":" in address else address
    ours, leads = Addresses(settings).service, f"Mail for {settings.domain} goes to {place}"
    try:
        problem = conversation(f"smtp://{shown}:{MAIL_PORT}", ours, settings.domain, ASKS_SECONDS)
    except (smtplib.SMTPException, OSError) as error:
        why = f"its port {MAIL_PORT} cannot be reached from here ({error or type(error).__name__})"
        blocked = "; some networks block that port: look from another one" if "another" in place else ""
        tell = warning if blocked else wrong
        return tell("MX", f"{leads}, but {why}{blocked}.", f"nc -vz {address} {MAIL_PORT}")
    if problem and "any address" in problem:
        words = f"{leads}, which takes mail also for addresses that nobody has: have it ask the door first"
        return warning("MX", f"{words} (./chasqui host {settings.domain} shows how).")
    return wrong("MX", f"{leads}, and {problem}") if problem else right("MX", f"{leads}, which takes it.")
