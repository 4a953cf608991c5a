"""Playing a match again in the shadow: does this program play it as it was played, and can it go on?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlmodel import Session

from app.house import House
from app.models import Match
from app.services.matches.asks import open_asks
from app.services.matches.changes import line_of
from app.services.matches.find import numbered_seats
from app.services.matches.history import steps_of
from engine.chance import match_seed
from engine.game import Event, Game, State
from engine.record import next_state, orders_by_seat
from engine.registry import game
from engine.way import rules_after

LONGEST = 300


class Kept(NamedTuple):
    """All that a match is, as it was read: what follows from it needs no database any more."""

    match: Match
    salts: list[str]
    seats: list[int]  # that are asked
    lines: list[Mapping[str, Any]]
    events: list[Sequence[Event]]
    server_seed: bytes


class Differs(Exception):
    """What is not as it was played."""


def kept(session: Session, house: House, match: Match) -> Kept:
    steps = steps_of(session, match)
    return Kept(
        match,
        [seat.salt or "" for seat in numbered_seats(session, match)],
        sorted(ask.seat for ask in open_asks(session, match)),
        [line_of(step) for step in steps],
        [step.events for step in steps],
        house.vault.decrypt(match.locked_seed),
    )


def why_differs(what: Kept) -> str:
    """In a line for the operator; empty where all is as it was. What an engine raises is an answer, too."""
    try:
        _compare(what)
    except Differs as found:
        return str(found)
    except MemoryError:
        raise
    except Exception as error:
        return f"it cannot be played: {type(error).__name__}: {error}"[:LONGEST]
    return ""


def _compare(what: Kept) -> None:
    match, rules = what.match, game(what.match.game)
    known = rules_after(what.lines)
    if known > rules.META.rules:
        raise Differs(
            f"it is played by version {known} of the rules, and the newest here is {rules.META.rules}"
        )
    seed = match_seed(what.server_seed, what.salts)
    *_, state = _states(rules, what.lines, seed)
    if rules.from_json(match.state or {}, seed) != state:
        raise Differs("its orders lead to another state than the one that is kept")
    if rules.result(state):
        raise Differs("its orders have ended it, and it goes on")
    if sorted(rules.asked(state)) != what.seats:
        raise Differs(f"the seats {sorted(rules.asked(state))} would be asked, and {what.seats} are")
    _look(rules, state, what)


def _states(rules: Game, lines: Sequence[Mapping[str, Any]], seed: bytes) -> Iterator[State]:
    first, *steps = lines
    states = [rules.setup(len(first["seats"]), first["options"], seed, first["rules"])]
    for line in steps:
        states.append(
            _played(rules, states, line) if "orders" in line else next_state(rules, states, line)[0]
        )
    yield from states


def _played(rules: Game, states: Sequence[State], line: Mapping[str, Any]) -> State:
    orders = orders_by_seat(line["orders"])
    step = rules.apply(states[-1], orders)
    if step.refused:
        raise Differs(f"step {line['step']} would be refused: {step.refused}")
    if step.canonical != orders:
        raise Differs(f"step {line['step']} would be {_told(step.canonical)}, and was {_told(orders)}")
    return step.state


def _told(orders: Mapping[int, str]) -> str:
    return "; ".join(f"{seat}: {text}" for seat, text in sorted(orders.items()))[: LONGEST // 3]


def _look(rules: Game, state: State, what: Kept) -> None:
    """What pages need: that all can be seen and told that was. An error here is one for the players there."""
    for seat in (None, *range(1, len(what.salts) + 1)):
        rules.view(state, seat)
    for events in what.events:
        for event in events:
            rules.tell(event)
