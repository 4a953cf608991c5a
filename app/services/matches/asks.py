"""Which seats are asked for orders, and until when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import look_up
from app.models import Ask, Match, Seat
from app.services.deadlines import bank_ends
from app.services.matches.away import Absence
from app.status import goes_on

# Built once: to build a query takes as long as to run it.
OPEN_ASKS = (
    select(Ask)
    .where(Ask.match_id == bindparam("match_id"), col(Ask.closed_at).is_(None))
    .order_by(col(Ask.seat))
)


@dataclass(frozen=True)
class AskView:
    """An open ask, with what everybody may know of it. Of a sealed answer, only that it is there."""

    seat: int
    name: str
    kind: str
    answered: bool
    due_at: datetime | None
    out_at: datetime | None  # when the time bank has run out, too
    bot: bool
    late_since: datetime | None  # where the match waits, and the time is over
    away: Absence | None


@dataclass(frozen=True)
class OwnAsk:
    """The open ask of the viewer's own seat. Orders name its turn and base."""

    turn: int
    base: int  # lines of the record that the viewer has seen
    since: int  # lines that it had when this decision came up
    kind: str
    sealed: bool
    due_at: datetime | None
    orders: str | None
    answered: bool
    held: str  # orders that turn nothing up, and that can be taken back
    final_at: datetime | None  # until then


def open_asks(session: Session, match: Match) -> list[Ask]:
    return look_up(session, Ask, OPEN_ASKS, match_id=match.id)


def ask_view(
    ask: Ask, match: Match, seats: Sequence[Seat], names: Sequence[str], away: Mapping[int, Absence]
) -> AskView:
    seat = seats[ask.seat - 1]
    return AskView(
        seat=ask.seat,
        name=names[ask.seat - 1],
        kind=ask.kind,
        answered=ask.answered_at is not None,
        due_at=ask.due_at,
        out_at=ask.due_at and bank_ends(ask, seat),
        bot=seat.bot or seat.deputy,
        late_since=ask.due_at if is_late(ask, match, seat) else None,
        away=away.get(ask.seat),
    )


def is_late(ask: Ask, match: Match, seat: Seat) -> bool:
    """Whether the whole match waits for somebody whose time is over."""
    if match.policy != "wait" or match.status != "running" or ask.answered_at or seat.bot or seat.deputy:
        return False
    return ask.due_at is not None and ask.due_at <= now()


def own_ask(match: Match, asks: Sequence[Ask], number: int | None, since: int) -> OwnAsk | None:
    """`since`: how many lines the record had when this decision came up."""
    for ask in asks:
        if ask.seat == number and goes_on(match):
            return OwnAsk(
                turn=ask.turn,
                base=match.steps,
                since=since,
                kind=ask.kind,
                sealed=ask.sealed,
                due_at=ask.due_at,
                orders=ask.orders,
                answered=ask.answered_at is not None,
                held=ask.held or "",
                final_at=ask.final_at,
            )
    return None
