"""The talk of a match: what a player says there to all others.

They read it in their next letter, or at once in a letter of its own if they want that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.rows import look_up
from app.models import Match, Player, Seat, Talk
from app.problems import NotAllowed, Problem
from app.safe_text import harmless
from app.services import outbox, pace
from app.services.matches import find
from app.services.matches.changes import course_of
from app.services.matches.find import shown_names
from app.services.matches.loans import owner_id_of
from app.services.outbox.facts import SeatFacts
from app.services.pace import Use
from engine.speech import seat_letter

LONGEST = 2000  # characters
MOST_SHOWN = 50
MOST_IN_A_LETTER = 20


@dataclass(frozen=True)
class Remark:
    """Something that a player has said, as others read it."""

    id: int
    letter: str  # of the seat
    name: str
    text: str
    at: datetime


def say(session: Session, code: str, seat: int, text: str, limits: Sequence[str] = ()) -> Talk:
    """Says something to everybody who may look at the match. `limits`: what the settings change of them."""
    match = find.by_code(session, code)
    if match.started_at is None:
        raise Problem("You can talk at the table once the match has started.")
    own = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.number == seat)).first()
    if not own:
        raise NotAllowed("Only the players of this match can talk at its table.")
    words = clean_remark(text)
    by = {"talk.seat": own.id, "talk.player": owner_id_of(own), "talk.house": pace.ALL}
    pace.keep_to(session, (Use(limit, str(who)) for limit, who in by.items()), limits)
    remark = Talk(match_id=match.id, seat=seat, base=match.steps, text=words, at=now())
    session.add(remark)
    session.flush()
    tell_at_once(session, match, remark)
    return remark


def tell_at_once(session: Session, match: Match, said: Talk) -> None:
    """A letter at once to each of the others who want one; the rest read it in their next letter."""
    others = select(Seat.number, Player).where(
        Seat.match_id == match.id, func.coalesce(Seat.owner_id, Seat.player_id) == Player.id
    )
    for number, player in session.exec(others.where(Seat.number != said.seat, col(Player.talk_letters))):
        key = f"said {said.id} {number}"
        outbox.put(session, "said", key, SeatFacts(number or 0), player, match=match)


def clean_remark(text: str) -> str:
    """The text without harmful characters and needless blanks; Problem if it is empty or too long."""
    lines = (" ".join(line.split()) for line in harmless(text).strip().split("\n"))
    text = "\n".join(lines)
    if not text:
        raise Problem("This message is empty.")
    if len(text) > LONGEST:
        raise Problem(
            "This is too long: {length} characters; the limit is {most}.",
            length=len(text),
            most=LONGEST,
        )
    return text


def latest_remarks(session: Session, match: Match) -> list[Remark]:
    """The latest remarks, as a page shows them: the newest last."""
    rows = select(Talk).where(Talk.match_id == match.id).order_by(col(Talk.id).desc()).limit(MOST_SHOWN)
    return remarks(session, match, list(session.exec(rows))[::-1])


UNHEARD = (
    select(Talk)
    .where(
        Talk.match_id == bindparam("match_id"),
        Talk.seat != bindparam("seat"),
        col(Talk.id) > bindparam("heard"),
    )
    .order_by(col(Talk.id).desc())
    .limit(MOST_IN_A_LETTER)
)


def unheard_remarks(session: Session, match: Match, seat: Seat) -> list[Remark]:
    """The remarks of others that no letter has told this seat yet.

    When a letter tells them, `Seat.heard` has to become `heard_up_to` of them.
    """
    values = {"match_id": match.id, "seat": seat.number, "heard": seat.heard}
    newest = look_up(session, Talk, UNHEARD, **values)
    return remarks(session, match, newest[::-1])


def heard_up_to(talk: list[Remark]) -> int:
    """What `Seat.heard` becomes when these remarks have been told; 0 if there are none."""
    return talk[-1].id if talk else 0


def remarks(session: Session, match: Match, rows: list[Talk]) -> list[Remark]:
    if not rows:
        return []
    course = course_of(session, match, shown_names(session, find.numbered_seats(session, match)))
    return [remark(row, course.names_at(row.base - 1)) for row in rows]


def remark(row: Talk, names: Sequence[str]) -> Remark:
    """`names`: of the seats when it was said."""
    return Remark(row.id, seat_letter(row.seat), names[row.seat - 1], row.text, row.at)
