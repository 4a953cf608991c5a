"""Incan Gold's rules: leaving, the next card, the ends of rounds and of the match."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import GameOver, NotToMove, OrderError
from engine.game import Ask, Event, Orders, Result, Step
from engine.incan_gold.meta import META
from engine.incan_gold.orders import read, write
from engine.incan_gold.pieces import ARTIFACT, ARTIFACT_WORTH, CAMP, HAZARDS, ROUNDS
from engine.incan_gold.state import State, deck
from engine.speech import NamedSeat

ASK = Ask("choice", sealed=True)


def begin(seats: int, options: Mapping[str, Any], seed: bytes) -> tuple[State, tuple[Event, ...]]:
    artifacts = META.check(seats, options)["artifacts"]
    nothing = (0,) * seats
    first = State(artifacts, seed, (), 0, (), (), (), nothing, nothing, nothing, nothing, {}, 0)
    events: list[Event] = []
    return next_round(first, events), tuple(events)


def asked(state: State) -> dict[int, Ask]:
    return dict.fromkeys(state.inside, ASK)


def apply(state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
    check_seats(state, orders)
    choices = {seat: _choice(seat, orders[seat], names) for seat in state.inside}
    leaving = tuple([seat for seat in state.inside if choices[seat] == CAMP])
    events: list[Event] = [
        {"event": "chose", "choices": {str(seat): choice for seat, choice in choices.items()}}
    ]
    if leaving:
        state = leave(state, leaving, events)
    state = turn_card(state, events) if state.inside else end_round(state, events)
    return Step(state, tuple(events), {seat: write(choice) for seat, choice in choices.items()})


def _choice(seat: int, text: str, names: Sequence[str]) -> str:
    try:
        return read(text, names)
    except OrderError as error:
        error.seat = seat
        raise


def check_seats(state: State, orders: Orders) -> None:
    if state.over:
        raise GameOver("This match is over.")
    for seat in orders:
        if seat not in state.inside:
            raise NotToMove("{seat} is not in the temple and has nothing to decide.", seat=NamedSeat(seat))
    if len(orders) < len(state.inside):
        missing = next(seat for seat in state.inside if seat not in orders)
        raise NotToMove("{seat} is still in the temple and has not chosen yet.", seat=NamedSeat(missing))


def leave(state: State, leaving: tuple[int, ...], events: list[Event]) -> State:
    """The players who leave share the path and fill their tents; a single one takes the artifacts too."""
    share, rest = divmod(sum(state.lying), len(leaving))
    tents, held = list(state.tents), list(state.held)
    for seat in leaving:
        tents[seat - 1] += held[seat - 1] + share
        held[seat - 1] = 0
    event = {"event": "left", "seats": list(leaving), "share": share, "rest": rest}
    stored = {str(seat): state.held[seat - 1] + share for seat in leaving}
    state = state._replace(
        tents=tuple(tents),
        held=tuple(held),
        inside=tuple([seat for seat in state.inside if seat not in leaving]),
        lying=_only_rest(state.lying, rest),
    )
    alone = len(leaving) == 1 and state.on_path
    events.append({**event, "stored": stored, "artifacts": state.on_path if alone else 0})
    return carry_out(state, leaving[0]) if alone else state


def _only_rest(lying: tuple[int, ...], rest: int) -> tuple[int, ...]:
    """Puts the rest on the last card that had some. The rules do not care which card it is."""
    last = max((n for n, stones in enumerate(lying) if stones), default=-1)
    return tuple([rest if n == last else 0 for n in range(len(lying))])


def carry_out(state: State, seat: int) -> State:
    before = sum(state.carried)
    worth = sum(ARTIFACT_WORTH[before : before + state.on_path])
    return state._replace(
        carried=_add_to_seat(state.carried, seat, state.on_path),
        worth=_add_to_seat(state.worth, seat, worth),
        on_path=0,
    )


def _add_to_seat(row: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*row[: seat - 1], row[seat - 1] + more, *row[seat:])


def turn_card(state: State, events: list[Event]) -> State:
    """Turns up the next card, for everybody inside."""
    card = state.deck[len(state.path)]
    path = (*state.path, card)
    if card == ARTIFACT:
        events.append({"event": "artifact", "round": state.round})
        return state._replace(path=path, lying=(*state.lying, 0), on_path=state.on_path + 1)
    if isinstance(card, str):
        second = card in state.path
        events.append({"event": "hazard", "round": state.round, "kind": card, "second": second})
        state = state._replace(path=path, lying=(*state.lying, 0))
        return flee(state, card, events) if second else state
    share, rest = divmod(card, len(state.inside))
    held = tuple(
        [stones + share if seat in state.inside else stones for seat, stones in enumerate(state.held, 1)]
    )
    events.append({"event": "treasure", "round": state.round, "value": card, "share": share, "rest": rest})
    return state._replace(path=path, lying=(*state.lying, rest), held=held)


def flee(state: State, kind: str, events: list[Event]) -> State:
    """After the second hazard of a kind: seats inside lose what they hold; the card leaves the game."""
    losses = {str(seat): state.held[seat - 1] for seat in state.inside}
    events.append({"event": "fled", "kind": kind, "lost": losses})
    out = {**state.out, kind: state.out.get(kind, 0) + 1}
    return end_round(state._replace(out=out, held=(0,) * len(state.held), inside=()), events)


def end_round(state: State, events: list[Event]) -> State:
    path = [{"card": card, "lying": left} for card, left in zip(state.path, state.lying, strict=True)]
    told = {"round": state.round, "artifacts": state.on_path, "lying": sum(state.lying), "path": path}
    events.append({"event": "round_over", **told})
    if state.round == ROUNDS:
        return end_match(state, events)
    return next_round(state, events)


def next_round(state: State, events: list[Event]) -> State:
    """A new deck, everybody inside, and the first card; if that is a hazard, the second card at once."""
    unseen = state.in_deck - state.path.count(ARTIFACT)
    state = state._replace(
        round=state.round + 1,
        path=(),
        lying=(),
        inside=tuple(range(1, len(state.tents) + 1)),
        in_deck=unseen + state.artifacts,
        on_path=0,
    )
    state = state._replace(deck=deck(state))
    events.append({"event": "round", "round": state.round})
    state = turn_card(state, events)
    if state.path[0] in HAZARDS:
        state = turn_card(state, events)
    return state


def end_match(state: State, events: list[Event]) -> State:
    state = state._replace(over=True, deck=(), inside=())
    ending = result(state)
    assert ending is not None
    events.append({"event": "over", **ending.to_json()})
    return state


def result(state: State) -> Result | None:
    """Most points win, then most artifacts; seats that are still equal share the win."""
    if not state.over:
        return None
    scores = tuple(tent + worth for tent, worth in zip(state.tents, state.worth, strict=True))
    best = max(zip(scores, state.carried, strict=True))
    winners = [seat for seat, own in enumerate(zip(scores, state.carried, strict=True), 1) if own == best]
    return Result(scores, tuple(winners), {"artifacts": state.carried})
