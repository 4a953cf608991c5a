"""What is kept for a time goes when it is over, in small pieces. The times are in `app/keeping.py`.

Of a match that has not ended nothing goes, unless it never began or is a guest's.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from time import monotonic

from sqlalchemy import delete, update
from sqlmodel import Session, col, or_, select

from app import keeping
from app.db.pieces import PIECE, delete_some
from app.db.rows import table_of
from app.house import House
from app.models import (
    Ask,
    Book,
    Draft,
    Fault,
    Film,
    ImapFolder,
    Letter,
    Loan,
    Match,
    Proposal,
    Receipt,
    Vote,
)
from app.services import outbox, pace
from app.services.inbox import imap_folder, intake
from app.services.lobby import guests
from app.services.people import browsers, new_address, signing_in
from app.services.upkeep import heartbeats

Forget = Callable[[Session], int]

LONGEST_RUN = 10.0  # seconds
FEW = 5  # matches in one transaction
MOST_FAULTS = 500
OF_A_MATCH = (Vote, Proposal, Loan, Draft, Receipt, Ask)  # votes first, which point to proposals
LEFTOVERS = timedelta(days=1)


def clear_old(house: House, at: datetime) -> int:
    """Piece by piece, each in a transaction of its own, for a while. Returns how many rows went or were cut;
    0: there is nothing more to do."""
    end, gone = monotonic() + LONGEST_RUN, 0
    for forget in forgetting(house, at):
        while found := house.write(forget):
            gone += found
            if monotonic() > end:
                return gone
    return gone


def forgetting(house: House, at: datetime) -> list[Forget]:
    def before(name: str) -> datetime:
        return at - timedelta(days=keeping.days_with(house.settings.keep)[name])

    return [
        partial(signing_in.cut_old_links, at=at),
        *([outbox.cut_sent] if house.settings.smtp_url else []),
        partial(outbox.cut_old, before=before("texts")),
        partial(signing_in.forget_unused_links, at=at),
        partial(new_address.forget_old, at=at),
        partial(outbox.forget_of_no_match, before=before("letters")),
        partial(thin_out_matches, at=at, before=before("finished")),
        partial(forget_lobbies, before=before("lobbies")),
        *(partial(forget_books, table=table, before=before("books")) for table in (Book, Film)),
        partial(intake.forget_old, at=at),
        partial(guests.delete_old_guests, at=at, kept=at - before("guests")),
        partial(browsers.forget_old, at=at),
        partial(pace.delete_old_paces, at=at),
        partial(forget_folders, at=at, own=_own_folder(house)),
        heartbeats.forget_old,
        partial(forget_faults, before=before("faults")),
    ]


def thin_out_matches(session: Session, at: datetime, before: datetime) -> int:
    """Of matches that ended long ago: what only playing needs. Later letters about them go the next time.

    The letters go first, for they name receipts.
    """
    to_do = or_(col(Match.thinned_at).is_(None), col(Match.thinned_at) < before)
    ended = select(Match.id).where(col(Match.ended_at) < before, to_do)
    ids = session.exec(ended.order_by(col(Match.ended_at)).limit(FEW)).all()
    gone = delete_some(session, Letter, col(Letter.match_id).in_(ids)) if ids else 0
    if gone == PIECE:
        return gone
    for model in OF_A_MATCH if ids else ():
        table = table_of(model)
        gone += session.connection().execute(delete(table).where(table.c.match_id.in_(ids))).rowcount
    session.connection().execute(update(Match).where(col(Match.id).in_(ids)).values(thinned_at=at))
    return gone + len(ids)


def forget_lobbies(session: Session, before: datetime) -> int:
    """Matches that never began."""
    never = (col(Match.started_at).is_(None), Match.steps == 0, col(Match.created_at) < before)
    called_off = or_(col(Match.ended_at).is_(None), col(Match.ended_at) < before)
    ids = session.exec(select(Match.id).where(*never, called_off).limit(FEW)).all()
    if ids:
        guests.delete_with_references(session, "match", ids)
    return len(ids)


def forget_books(session: Session, table: type[Book] | type[Film], before: datetime) -> int:
    """One that somebody wants later is made again, the same to the byte."""
    made, given_up = (
        col(table.made_at) < before,
        col(table.due_at).is_(None) & (col(table.wanted_at) < before),
    )
    return delete_some(session, table, made | (col(table.made_at).is_(None) & given_up))


def forget_folders(session: Session, at: datetime, own: str) -> int:
    """How far a mailbox was read that is not ours any more."""
    old = at - timedelta(days=365)
    return delete_some(session, ImapFolder, col(ImapFolder.looked_at) < old, col(ImapFolder.name) != own)


def _own_folder(house: House) -> str:
    return imap_folder.name_of(house.settings) if house.settings.imap_url else ""


def forget_faults(session: Session, before: datetime) -> int:
    newest = select(Fault.id).order_by(col(Fault.id).desc()).limit(1).offset(MOST_FAULTS)
    too_many = col(Fault.id) <= (session.exec(newest).first() or 0)
    return delete_some(session, Fault, (col(Fault.at) < before) | too_many)


def clear_files(folder: Path, at: datetime) -> int:
    """What programs that were killed have left in the data folder."""
    gone = 0
    for path in [path for pattern in keeping.UNFINISHED.what for path in folder.glob(pattern)]:
        with suppress(FileNotFoundError):  # another worker was first
            if path.is_file() and path.stat().st_mtime < at.timestamp() - LEFTOVERS.total_seconds():
                path.unlink()
                gone += 1
    return gone
