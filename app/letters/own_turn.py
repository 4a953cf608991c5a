"""What the reader of a letter has to answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.clock import now
from app.letters.recipient import Recipient
from app.letters.templates import short_moment

MOST_WORDS = 3  # a line stays short


@dataclass(frozen=True)
class OwnTurn:
    number: int
    round: int | None  # where the game has rounds
    words: list[str]  # that the answers begin with, where there is little to choose from
    due: datetime | None
    out: datetime | None  # when the bank has run out, too
    late: bool
    short: str  # when it is due, for a subject
    sealed: bool
    choices: list[tuple[str, str]]  # orders, and the address that gives them
    examples: list[str]
    plan_gone: str  # why the player's plan was put aside
    page: str  # where orders are given


def own_turn(to: Recipient) -> OwnTurn | None:
    """None where the player is not asked for anything now."""
    ask = to.view.ask
    if not ask or ask.answered or to.match.status != "running" or to.seat.deputy:
        return None
    [own] = [asked for asked in to.view.asks if asked.seat == to.number]
    return OwnTurn(
        number=to.match.turn,
        round=to.view.game_view.get("round"),
        words=_first_words(to.view.choices),
        due=own.due_at,
        out=own.out_at,
        late=own.due_at is not None and own.due_at <= now(),
        short=short_moment(own.due_at, to.reader) if own.due_at else "",
        sealed=ask.sealed,
        choices=[(orders, to.orders_address(orders)) for orders in to.view.choices],
        examples=to.view.examples,
        plan_gone=to.view.plan.disarmed if to.view.plan else "",
        page=to.orders_address(),
    )


def _first_words(choices: Sequence[str]) -> list[str]:
    """torch, camp; bid, pass"""
    words = list(dict.fromkeys(choice.split()[0] for choice in choices))
    return words if 1 < len(words) <= MOST_WORDS else []
