"""What the players of a match say to all. The next letter tells it, or its own where a player wants that."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from app.i18n.safe_text import harmless
from app.models import Match, Player, Seat, Talk, now
from app.problems import NotAllowed, Problem, TooMuch
from app.services import outbox
from app.services.matches import find
from app.services.outbox.facts import SeatFacts
from engine.speech import letter

LONGEST = 2000  # characters
MOST_AN_HOUR = 30  # of one seat
MOST_SHOWN = 50
MOST_IN_A_LETTER = 20


@dataclass(frozen=True)
class Remark:
    """What somebody has said, as others read it."""

    id: int
    letter: str  # of the seat
    name: str
    text: str
    at: datetime


def say(session: Session, code: str, seat: int, text: str) -> Talk:
    """To everybody who may look at the match."""
    match = find.by_code(session, code)
    if match.started_at is None:
        raise Problem("The talk at the table begins when the match does.")
    mine = select(Seat.id).where(Seat.match_id == match.id, Seat.number == seat)
    if session.exec(mine).first() is None:
        raise NotAllowed("Only the players of this match can say something at its table.")
    check_pace(session, match, seat)
    assert match.id
    said = Talk(match_id=match.id, seat=seat, base=match.steps, text=cleaned(text), at=now())
    session.add(said)
    session.flush()
    tell_at_once(session, match, said)
    return said


def tell_at_once(session: Session, match: Match, said: Talk) -> None:
    """Others hear of it with their next letter, and who wants so with one of its own."""
    others = select(Seat.number, Player).where(Seat.match_id == match.id, Seat.player_id == Player.id)
    for number, player in session.exec(others.where(Seat.number != said.seat, col(Player.talk_letters))):
        key = f"said {said.id} {number}"
        outbox.put(session, "said", key, SeatFacts(number or 0), player, match=match)


def cleaned(text: str) -> str:
    """As it is kept: without what could do harm, and not too long."""
    lines = (" ".join(line.split()) for line in harmless(text).strip().split("\n"))
    kept = "\n".join(lines)
    if not kept:
        raise Problem("There is nothing to say in this.")
    if len(kept) > LONGEST:
        raise Problem(
            "This is too long to say at once: {length} characters, and {most} is the most.",
            length=len(kept),
            most=LONGEST,
        )
    return kept


def check_pace(session: Session, match: Match, seat: int) -> None:
    mine = select(func.count()).select_from(Talk).where(Talk.match_id == match.id, Talk.seat == seat)
    if session.exec(mine.where(col(Talk.at) > now() - timedelta(hours=1))).one() >= MOST_AN_HOUR:
        raise TooMuch(
            "You have said {most} things within an hour; the others have to read them all.", most=MOST_AN_HOUR
        )


def latest(session: Session, match: Match) -> list[Remark]:
    """The last of it, for a page; the newest last."""
    rows = select(Talk).where(Talk.match_id == match.id).order_by(col(Talk.id).desc()).limit(MOST_SHOWN)
    return remarks(session, match, list(session.exec(rows))[::-1])


def since(session: Session, match: Match, seat: Seat) -> list[Remark]:
    """What the others have said that no letter has told this seat of. Who writes the letter then marks
    `Seat.heard` with `heard_up_to`."""
    rows = select(Talk).where(Talk.match_id == match.id, Talk.seat != seat.number, col(Talk.id) > seat.heard)
    found = session.exec(rows.order_by(col(Talk.id).desc()).limit(MOST_IN_A_LETTER)).all()
    return remarks(session, match, list(found)[::-1])


def heard_up_to(talk: list[Remark]) -> int:
    """What `Seat.heard` becomes when this has been told; 0 where there was nothing."""
    return talk[-1].id if talk else 0


def remarks(session: Session, match: Match, rows: list[Talk]) -> list[Remark]:
    if not rows:
        return []
    seats = find.seated(session, match)
    names = dict(zip([seat.number for seat in seats], find.shown_names(session, seats), strict=True))
    return [Remark(row.id or 0, letter(row.seat), names.get(row.seat, ""), row.text, row.at) for row in rows]
