"""Mails found in a mailbox at a provider: whether they are for us, and how far its folder has been read.

What a mail says of its recipients decides only whether it is looked at. Each function is one transaction.
That a mail was taken in stands in the same one as its UID: so it is neither lost nor taken in twice, whenever
it is moved.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sqlmodel import Session, select

from app.clock import now
from app.house import House
from app.mail.addresses import Address, Addresses
from app.mail.read import envelope
from app.models import ImapFolder
from app.services import outbox
from app.services.inbox import intake
from app.settings import Settings

MOST_RECIPIENTS = 10  # of ours in one mail; somebody may answer several matches at once
MOST_LATER = 1000  # UIDs; whoever floods one address must not make the row grow for ever
# After a new UIDVALIDITY. Older ones may have been taken in so long ago that nobody knows them again.
NOT_OLDER = intake.KEEP_READ_FOR - timedelta(days=2)
LONGEST_TROUBLE = 300


# --- Whether a mail is for us ---


def recipients(session: Session, house: House, headers: bytes) -> list[Address]:
    """Our addresses that are in use, of a mail that is for us. Letters of ours are not: the mailbox may be
    a player's own."""
    ours = Addresses(house.settings)
    if envelope.is_from_us(headers, ours):
        return []
    named = envelope.every_recipient(headers, ours)
    keyed = [address for address in named if address.kind != "service"][:MOST_RECIPIENTS]
    known = [address for address in keyed if intake.known_address(session, house, address.whole)]
    service = [address for address in named if address.kind == "service"]
    return known or [address for address in service if _is_for_service(session, ours, address, headers)]


def _is_for_service(session: Session, ours: Addresses, address: Address, headers: bytes) -> bool:
    """The address that letters are from may be a person's own: then only answers to letters are for us."""
    if "+" in address.whole:
        return True
    return any(outbox.named(session, name) for name in envelope.letters_answered(headers, ours))


# --- How far the folder has been read ---


class Folder(NamedTuple):
    name: str
    validity: int  # UIDVALIDITY: with another one, the server has given all mails other UIDs


def folder_of(settings: Settings) -> str:
    return unquote(urlsplit(settings.imap_url).path.strip("/")) or "INBOX"


def name_of(settings: Settings) -> str:
    """How the row of a folder is named."""
    parts = urlsplit(settings.imap_url)
    return f"{unquote(parts.username or '')}@{parts.hostname}/{folder_of(settings)}"


def begin(session: Session, folder: Folder) -> ImapFolder:
    """The row of a folder. With another UIDVALIDITY, it is read from its beginning."""
    row = _locked(session, folder.name)
    if not row:
        row = ImapFolder(name=folder.name, validity=folder.validity)
        session.add(row)
    elif row.validity != folder.validity:
        _begin_anew(row)
        row.validity = folder.validity
    return row


def begin_anew(session: Session, folder: Folder) -> None:
    """Where the server has forgotten UIDs that it had given, and has not said so."""
    if row := _of(session, folder):
        _begin_anew(row)


def _begin_anew(row: ImapFolder) -> None:
    row.since = now() - NOT_OLDER if row.validity else None
    row.seen, row.later, row.unmoved = 0, [], []


def look_from(session: Session, folder: Folder) -> ImapFolder | None:
    """The row as it is now; None where the folder has got another UIDVALIDITY meanwhile."""
    row = how_it_goes(session, folder.name)
    return row if row and row.validity == folder.validity else None


def take_in(
    session: Session, house: House, folder: Folder, uid: int, addresses: Iterable[Address], raw: bytes
) -> bool:
    """Whether the mail is stored; there may be too many for now. Then it is looked at again."""
    sender = envelope.sender(raw)
    stored = [intake.take_in(session, house, address.whole, sender, raw) for address in addresses]
    if None in stored:
        look_again(session, folder, [uid])
        return False
    if row := _of(session, folder):
        row.later = _without(row.later, [uid])
        row.unmoved = [*_without(row.unmoved, [uid]), uid]
    return True


def look_again(session: Session, folder: Folder, uids: Collection[int]) -> bool:
    """Puts them behind the others that have to wait. False: too many wait, so these stay where they are."""
    row = _of(session, folder)
    if not row:
        return False
    others = _without(row.later, uids)
    has_room = len(others) + len(uids) <= MOST_LATER
    row.later = [*others, *uids] if has_room else others
    return has_room


def note_seen(session: Session, folder: Folder, uid: int) -> None:
    if row := _of(session, folder):
        row.seen, row.looked_at = max(row.seen, uid), now()


def note_gone(session: Session, folder: Folder, uids: Collection[int]) -> None:
    """They are moved now, or somebody else has moved or deleted them, or they are not for us."""
    if row := _of(session, folder):
        row.later, row.unmoved = _without(row.later, uids), _without(row.unmoved, uids)


# --- How it goes ---


def note_look(session: Session, name: str, at: datetime) -> None:
    if row := _locked(session, name):
        row.looked_at, row.trouble = at, ""


def note_unmovable(session: Session, name: str, why: str) -> None:
    if row := _locked(session, name):
        row.unmovable = why[:LONGEST_TROUBLE]


def note_trouble(session: Session, name: str, trouble: str) -> None:
    row = _locked(session, name) or ImapFolder(name=name, validity=0)
    row.trouble = trouble[:LONGEST_TROUBLE]
    session.add(row)


def how_it_goes(session: Session, name: str) -> ImapFolder | None:
    return session.exec(select(ImapFolder).where(ImapFolder.name == name)).first()


def _locked(session: Session, name: str) -> ImapFolder | None:
    return session.exec(select(ImapFolder).where(ImapFolder.name == name).with_for_update()).first()


def _of(session: Session, folder: Folder) -> ImapFolder | None:
    row = _locked(session, folder.name)
    return row if row and row.validity == folder.validity else None


def _without(uids: list[int], gone: Collection[int]) -> list[int]:
    return [uid for uid in uids if uid not in gone]
