"""Positions to test from, said in a line: what lies on the path, what comes next, who has what."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import incan_gold
from engine.game import Event, Step
from engine.incan_gold.pieces import ARTIFACT, Card
from engine.incan_gold.state import State

SEED = bytes(32)


def position(
    *,
    seats: int = 4,
    path: Sequence[Card] = (1,),
    lying: Sequence[int] | None = None,
    coming: Sequence[Card] = (2,),
    inside: Sequence[int] | None = None,
    held: Sequence[int] | None = None,
    tents: Sequence[int] | None = None,
    carried: Sequence[int] | None = None,
    worth: Sequence[int] | None = None,
    out: Mapping[str, int] | None = None,
    artifacts: bool = True,
    in_deck: int = 1,
    round: int = 1,
    seed: bytes = SEED,
) -> State:
    """A round under way: `path` has been turned up, `coming` is next. Later rounds come from the seed."""
    nothing = (0,) * seats
    return State(
        artifacts=artifacts,
        seed=seed,
        deck=(*path, *coming),
        round=round,
        path=tuple(path),
        lying=tuple(lying or (0,) * len(path)),
        inside=tuple(inside or range(1, seats + 1)),
        held=tuple(held or nothing),
        tents=tuple(tents or nothing),
        carried=tuple(carried or nothing),
        worth=tuple(worth or nothing),
        out=dict(out or {}),
        in_deck=in_deck,
        on_path=list(path).count(ARTIFACT),
    )


def choose(state: State, *choices: str) -> Step:
    """The choices of those inside, in seat order; one choice alone is everybody's."""
    said = choices * len(state.inside) if len(choices) == 1 else choices
    return incan_gold.apply(state, dict(zip(state.inside, said, strict=True)))


def after(state: State, *choices: str) -> State:
    changed: State = choose(state, *choices).state
    return changed


def events(step: Step, kind: str) -> list[Event]:
    return [event for event in step.events if event["event"] == kind]


def seed_where(right: Callable[[State], bool], seats: int = 3, **options: bool) -> bytes:
    """The first of ten thousand seeds with which a match begins in the right way."""
    seeds = (number.to_bytes(32, "big") for number in range(10_000))
    return next(seed for seed in seeds if right(incan_gold.setup(seats, options, seed)))


def cards(state: State) -> list[Card]:
    """This round's deck, sorted."""
    return in_order(state.deck)


def in_order(deck: Sequence[Card]) -> list[Card]:
    return sorted(deck, key=lambda card: (isinstance(card, str), card))


def seen(seat: int | None = 1, **what: Any) -> dict[str, Any]:
    return incan_gold.view(position(**what), seat)
