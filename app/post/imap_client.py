"""An IMAP client: the mailbox of the settings. It looks without a trace, and moves what it is told to."""

import logging
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from time import monotonic
from typing import Any
from urllib.parse import unquote, urlsplit

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import (
    IMAPClientAbortError,
    IMAPClientError,
    IMAPClientReadOnlyError,
    LoginError,
)

from app.mail.addresses import LONGEST_LOCAL, Addresses
from app.mail.read.envelope import LONGEST_HEADERS, OTHER_HEADERS, RECIPIENT_HEADERS
from app.post.smtp_client import tls_context
from app.post.smtp_server import LARGEST_MAIL
from app.services.inbox.imap_folder import folder_of
from app.settings import TLS_IF_OFFERED, TLS_NEEDED, Settings

# IMAPClient shows commands at DEBUG, which nobody needs here.
logging.getLogger("imapclient").setLevel(logging.WARNING)

ANSWER_SECONDS = 60.0  # a mail server may take so long for one answer, or for a part of a large one
AT_ONCE = 200  # mails whose headers are fetched with one command
UIDS_AT_ONCE = 10_000  # numbers that are searched with one command; most of them may be gone long ago
SLICE = 1.0  # seconds, after which somebody who waits looks whether to stop
OUR_FOLDER = "Chasqui"
# Codes of RFC 5530: the server refuses now, and not because of the password.
NOT_NOW = ("UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG", "CONTACTADMIN")
AS_BYTES = re.compile(r"\bb'([^']*)'")  # how imaplib cites what a server says
HEADERS = (
    f"BODY.PEEK[HEADER.FIELDS ({' '.join(name.upper() for name in (*RECIPIENT_HEADERS, *OTHER_HEADERS))})]"
    f"<0.{LONGEST_HEADERS}>"
)
WHOLE = f"BODY.PEEK[]<0.{LARGEST_MAIL}>"  # of a larger one the beginning, as large attachments are not read

NO_TLS = (
    "the mail server {host} offers no TLS, so it is not sent the password of CHASQUI_IMAP_URL; use imaps://, "
    f"or allow it with CHASQUI_IMAP_TLS={TLS_IF_OFFERED}"
)
WRONG_PASSWORD = "the mail server {host} refuses the user or the password of CHASQUI_IMAP_URL ({said})"
AWAY = "the mail server {host} of CHASQUI_IMAP_URL cannot be reached or used ({said})"
NO_FOLDER = "the mailbox of CHASQUI_IMAP_URL has no folder {folder} that can be read ({said})"


class MailboxAway(Exception):
    """Why the mailbox cannot be read now."""


class MailboxRefused(MailboxAway):
    """Why it cannot be read before somebody changes a password, a setting or a folder."""


class NotMoved(Exception):
    """Why mails stay where they are: the folder is read-only, or the mailbox is full."""


@dataclass(frozen=True)
class Opened:
    """A folder as the server describes it."""

    validity: int
    next_uid: int


class Mailbox:
    """One connection, with the folder of the settings open."""

    def __init__(self, client: Any, folder: str) -> None:
        self.client = client
        self.folder = folder

    # --- Looking: EXAMINE and PEEK change nothing, not even whether a mail is new ---

    def look(self) -> Opened:
        try:
            told = self.client.select_folder(self.folder, readonly=True)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            raise MailboxRefused(NO_FOLDER.format(folder=self.folder, said=one_line(error))) from None
        return Opened(int(told.get(b"UIDVALIDITY") or 1), int(told.get(b"UIDNEXT") or 0))

    def newer(self, seen: int, next_uid: int, since: datetime | None) -> Iterator[list[int]]:
        """UIDs above `seen`, some at a time."""
        last = max(next_uid - 1, seen + 1)
        for begin in range(seen + 1, last + 1, UIDS_AT_ONCE):
            end = min(begin + UIDS_AT_ONCE - 1, last)
            # Without UIDNEXT, all of them.
            found = self._search(f"{begin}:{end}" if next_uid else f"{begin}:*", since)
            uids = sorted(uid for uid in found if uid > seen)
            yield from (uids[at : at + AT_ONCE] for at in range(0, len(uids), AT_ONCE))

    def _search(self, uids: str, since: datetime | None) -> list[int]:
        # What somebody has marked as deleted is done with.
        asked = ["UID", uids, "UNDELETED", *(["SINCE", since.date()] if since else [])]
        return list(self.client.search(asked))

    def headers(self, uids: Collection[int]) -> dict[int, bytes]:
        """Those that tell for whom a mail is; of mails that are there."""
        return self._fetch(uids, HEADERS)

    def whole(self, uid: int) -> bytes | None:
        """None for a mail that is gone."""
        return self._fetch([uid], WHOLE).get(uid)

    def _fetch(self, uids: Collection[int], part: str) -> dict[int, bytes]:
        fetched = self.client.fetch(list(uids), [part])
        return {
            uid: value
            for uid, answer in fetched.items()
            for name, value in answer.items()
            if name.startswith(b"BODY[") and isinstance(value, bytes)
        }

    # --- Waiting ---

    @cached_property
    def tells(self) -> bool:
        """Whether the server says when a mail comes (IDLE)."""
        return bool(self.client.has_capability("IDLE"))

    def listen(self, seconds: float, stopping: Any) -> None:
        """Until the server has something to tell, and no longer than so many seconds."""
        self.client.idle()
        end = monotonic() + seconds
        while not stopping.is_set() and (left := end - monotonic()) > 0:
            begun, asked = monotonic(), min(SLICE, left)
            told = self.client.idle_check(timeout=asked)
            # Nothing, and too early: the connection is closed, which the next command says.
            if any(_is_news(one) for one in told) or (not told and monotonic() - begun < asked / 2):
                break
        self.client.idle_done()

    # --- Moving ---

    @cached_property
    def target(self) -> str:
        """Our own folder, where the server has those of the user."""
        prefix = ""
        if self.client.has_capability("NAMESPACE"):
            prefix = next(iter(self.client.namespace().personal or ()), ("", ""))[0]
        name = f"{prefix}{OUR_FOLDER}"
        return f"{name} done" if name.lower() == self.folder.lower() else name

    def move(self, uids: Collection[int]) -> None:
        """Into our own folder, which is made if it is missing."""
        try:
            self.client.select_folder(self.folder)
            if not self.client.folder_exists(self.target):
                self.client.create_folder(self.target)
                self.client.subscribe_folder(self.target)
            self._move(list(uids))
        except IMAPClientReadOnlyError:
            raise NotMoved(f"the folder {self.folder} is read-only") from None
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            raise NotMoved(one_line(error)) from None

    def _move(self, uids: list[int]) -> None:
        if self.client.has_capability("MOVE"):
            self.client.move(uids, self.target)
            return
        self.client.copy(uids, self.target)
        self.client.add_flags(uids, [b"\\Deleted"], silent=True)
        # Plain EXPUNGE would take what somebody else has marked as well; so the marks have to do.
        if self.client.has_capability("UIDPLUS"):
            self.client.uid_expunge(uids)


def _is_news(told: Any) -> bool:
    return (len(told) > 1 and told[1] in (b"EXISTS", b"RECENT")) or told[:1] == (b"BYE",)


# --- Connecting ---


@contextmanager
def opened(settings: Settings, seconds: float = ANSWER_SECONDS) -> Iterator[Mailbox]:
    """A connection. MailboxAway when there is none, or when it breaks off."""
    host = urlsplit(settings.imap_url).hostname or ""
    client: Any = None
    try:
        client = _connect(settings, host, seconds)
        yield Mailbox(client, folder_of(settings))
        with suppress(IMAPClientError, OSError):  # all is done; the server may have hung up first
            client.logout()
    except (IMAPClientError, OSError) as error:
        raise MailboxAway(AWAY.format(host=host, said=one_line(error))) from None
    finally:
        if client:
            with suppress(OSError):
                client.shutdown()


def _connect(settings: Settings, host: str, seconds: float) -> Any:
    parts = urlsplit(settings.imap_url)
    private = parts.scheme == "imaps"
    timeout = SocketTimeout(connect=min(seconds, 20.0), read=seconds)
    client = IMAPClient(host, parts.port, ssl=private, ssl_context=tls_context(host), timeout=timeout)
    try:
        if not private and client.has_capability("STARTTLS"):
            client.starttls(tls_context(host))
            private = True
        if not private and settings.imap_tls == TLS_NEEDED:
            raise MailboxRefused(NO_TLS.format(host=host))
        _log_in(client, host, unquote(parts.username or ""), unquote(parts.password or ""))
    except BaseException:
        with suppress(OSError):
            client.shutdown()
        raise
    return client


def _log_in(client: Any, host: str, user: str, password: str) -> None:
    try:
        if f"{user}{password}".isascii():
            client.login(user, password)
        else:
            client.plain_login(user, password)  # LOGIN has no way to say in which encoding
    except LoginError as error:
        broke_off = error.__context__ if isinstance(error.__context__, IMAPClientAbortError) else None
        said = without_password(one_line(broke_off or error), password)
        if broke_off or any(f"[{code}]" in said.upper() for code in NOT_NOW):
            raise MailboxAway(AWAY.format(host=host, said=said)) from None
        raise MailboxRefused(WRONG_PASSWORD.format(host=host, said=said)) from None


def without_password(said: str, password: str) -> str:
    """A server may repeat the command that it does not take."""
    quoted = password.replace("\\", "\\\\").replace('"', '\\"')
    return said.replace(quoted, "…").replace(password, "…")


def one_line(error: Exception) -> str:
    """Where the connection breaks off, imaplib cites what came last, which may be of anybody's mail."""
    if isinstance(error, IMAPClientAbortError):
        return "the connection broke off"
    said = AS_BYTES.sub(r"\1", " ".join(str(error).split()))
    return said[:200] or type(error).__name__


def trouble(settings: Settings, seconds: float = 16.0) -> str:
    """Why the mailbox of the settings cannot be read now. Dovecot lets a wrong password wait for 15 s."""
    try:
        with opened(settings, seconds) as mailbox:
            mailbox.look()
    except MailboxAway as error:
        return str(error)
    return ""


def warnings(settings: Settings) -> Iterator[str]:
    """What works, and perhaps not with every provider."""
    theirs = {settings.domain, settings.mailbox.rpartition("@")[2]}
    if settings.sender_address.rpartition("@")[2] not in theirs:
        yield (
            f"letters are from {settings.sender_address}, and answers come to {settings.mailbox}: many "
            "providers send only letters from their own mailbox (CHASQUI_SENDER)"
        )
    if settings.tag and (longest := Addresses(settings).longest()) > LONGEST_LOCAL:
        yield (
            f"reply addresses have up to {longest} characters before the @, and some mail servers take only "
            f"{LONGEST_LOCAL}: a mailbox or an alias with a shorter name is safer (CHASQUI_MAIL_DOMAIN)"
        )
