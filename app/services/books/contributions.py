"""What players give to the book of a match: a dedication, and whether the book may print their diary."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from app.clock import now
from app.models import Contribution, DiaryEntry, Match, Seat
from app.problems import NotAllowed, Problem
from app.services.books import store
from app.services.books.edition import Dedication
from app.services.books.story import PrintedRemark
from app.services.matches import find
from app.services.matches.diaries import contribution_of
from app.services.matches.loans import owner_id_of
from app.services.matches.talk import clean_remark
from app.status import has_ended

LONGEST_DEDICATION = 600  # characters


def dedicate(session: Session, code: str, seat: int, text: str) -> None:
    """The text replaces the earlier one; an empty text takes it away."""
    match = find.by_code(session, code)
    if has_ended(match):
        raise Problem("The match is over, and its book is made: nothing can be added to it.")
    words = clean_remark(text) if text.strip() else ""
    if len(words) > LONGEST_DEDICATION:
        raise Problem(
            "This is too long: {length} characters; the limit is {most}.",
            length=len(words),
            most=LONGEST_DEDICATION,
        )
    _given(session, match, seat).dedication = words


def print_diary(session: Session, code: str, seat: int, agrees: bool) -> None:
    """After the end, books that have been made are made anew, with the diary or without it."""
    match = find.by_code(session, code)
    given = _given(session, match, seat)
    if given.prints_diary == agrees:
        return
    given.prints_diary = agrees
    wrote = select(DiaryEntry.id).where(
        DiaryEntry.match_id == match.id, DiaryEntry.player_id == given.player_id
    )
    if has_ended(match) and session.exec(wrote.limit(1)).first():
        session.flush()
        store.make_anew(session, match.id)


def _given(session: Session, match: Match, number: int) -> Contribution:
    seat = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.number == number)).first()
    player_id = owner_id_of(seat) if seat else None
    if not player_id:
        raise NotAllowed("You have no seat in this match.")
    given = contribution_of(session, match, player_id)
    given = given or Contribution(player_id=player_id, match_id=match.id, seat=number, at=now())
    given.seat, given.at = number, now()
    session.add(given)
    return given


# --- What the book gets of it ---


def dedications(session: Session, match: Match) -> Iterator[Dedication]:
    rows = select(Contribution).where(Contribution.match_id == match.id, Contribution.dedication != "")
    for row in session.exec(rows.order_by(col(Contribution.seat), col(Contribution.id))):
        yield Dedication(row.seat, row.dedication)


def printed_diaries(session: Session, match: Match) -> Iterator[PrintedRemark]:
    """Only of writers who agree, and of a match that has ended."""
    if not has_ended(match):
        return
    agreed = col(Contribution.prints_diary)
    writers = select(Contribution.player_id).where(Contribution.match_id == match.id, agreed)
    rows = select(DiaryEntry).where(DiaryEntry.match_id == match.id)
    for row in session.exec(rows.where(col(DiaryEntry.player_id).in_(writers)).order_by(col(DiaryEntry.id))):
        yield PrintedRemark(row.seat, row.base, row.text, row.at, "diary")
