"""One submission. Up to its first wafer it is applied as a whole or not at all."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from engine.errors import GameOver, Illegal, NotToMove, OrderError
from engine.frozen import quickly_replaced
from engine.game import Event, Events, Orders
from engine.speech import NamedSeat, later
from engine.tikal.orders import Action, Bid, Camp, Dig, End, Enter, Guard, Move, Pass, Pick, Swap, Take, Tile
from engine.tikal.rules import auction, moving, placing, temples, treasures
from engine.tikal.rules.flow import end_set
from engine.tikal.rules.spending import pay
from engine.tikal.state import Deal, State
from engine.words import ParsedOrders


def _end(state: State, action: End) -> tuple[State, Events]:
    return state, ()  # `submit` ends the turn, after all actions have been checked


ACTS: Mapping[type[Any], tuple[str, Callable[[State, Any], tuple[State, Events]]]] = {
    Tile: ("tile", placing.place),
    Enter: ("ap", moving.enter),
    Move: ("ap", moving.move),
    Dig: ("ap", temples.dig),
    Camp: ("ap", temples.camp),
    Guard: ("ap", temples.guard),
    Take: ("ap", treasures.take),
    Swap: ("ap", treasures.swap),
    End: ("ap", _end),
    Bid: ("bid", auction.bid),
    Pass: ("bid", auction.pass_),
    Pick: ("pick", auction.pick),
}


@quickly_replaced
class Outcome(NamedTuple):
    state: State
    events: Events
    actions: tuple[Action, ...]  # those that were done
    refused: OrderError | None = None
    waits: int = -1  # with `look_ahead`: the index of the action that it stopped at


def seat_to_answer(state: State, orders: Orders) -> int:
    if state.phase == "over":
        raise GameOver("This match is over.")
    if state.phase == "hidden":
        raise NotToMove("the next tile must be turned up first; send only the orders before this.")
    seat = state.to_move
    for other in orders:
        if other != seat:
            why = later("it is {seat}’s turn now, not {other}’s.")
            raise NotToMove(why, seat=NamedSeat(seat), other=NamedSeat(other))
    if seat not in orders:
        raise NotToMove("it is {seat}’s turn, and the orders are missing.", seat=NamedSeat(seat))
    return seat


def submit(state: State, submission: ParsedOrders[Action], look_ahead: bool = False) -> Outcome:
    """Does all the actions, and what follows from them. With `look_ahead` it stops before the first wafer."""
    try:
        outcome = _perform_all(state, submission, look_ahead)
    except Illegal:
        check_end(state, submission)
        raise
    if outcome.refused or outcome.waits >= 0:
        check_end(state, submission)
        return outcome
    if not _set_over(outcome):
        return outcome
    after, events = end_set(outcome.state, outcome.state.ap)
    return outcome._replace(state=after, events=outcome.events + events)


def _set_over(outcome: Outcome) -> bool:
    ended = bool(outcome.actions) and type(outcome.actions[-1]) is End
    return outcome.state.phase == "ap" and (outcome.state.ap == 0 or ended)


def _perform_all(state: State, submission: ParsedOrders[Action], look_ahead: bool) -> Outcome:
    seat, actions = state.to_move, submission.actions
    events: list[Event] = []
    safe: Outcome | None = None
    for index, action in enumerate(actions):
        try:
            if index and _past_end(state, seat, actions[index - 1]):
                if _harmless(actions, index):
                    actions = actions[:index]
                    break
                _refuse_rest(state, seat, actions[index - 1])
            if look_ahead and type(action) is Take:
                if state.phase != "ap":
                    _refuse_phase(state, "ap")
                treasures.check_take(state, action)
                return Outcome(state, tuple(events), actions[:index], waits=index)
            state, more = perform(state, action)
        except Illegal as error:
            submission.blame(error, index)
            if safe is None:
                raise
            error.stood = len(safe.actions)
            return safe._replace(refused=error)
        events += more
        if type(action) is Take:
            safe = Outcome(state, tuple(events), actions[: index + 1])
    return Outcome(state, tuple(events), actions)


def perform(state: State, action: Action) -> tuple[State, Events]:
    phase, act = ACTS[type(action)]
    if state.phase != phase:
        _refuse_phase(state, phase)
    return act(state, action)


def _refuse_phase(state: State, wanted: str) -> NoReturn:
    if state.phase == "bid":
        raise Illegal("an auction is on: say bid and a number, or pass.")
    if state.phase == "pick":
        raise Illegal("first pick one of {display}.", display=", ".join(state.display))
    if state.phase == "tile":
        raise Illegal("first place the tile in your hand: say tile, a hex and a rotation.")
    if wanted == "tile" and state.hand:
        why = later(
            "the tile is placed after the scoring round; this is your scoring turn, and you have {ap} AP."
        )
        raise Illegal(why, ap=state.ap)
    if wanted == "tile":
        raise Illegal(
            "you have already placed your tile; you have {ap} AP to spend, or say end.", ap=state.ap
        )
    if not state.options.auction:
        raise Illegal("this match has no auctions; you have {ap} AP to spend, or say end.", ap=state.ap)
    raise Illegal("there is no auction now: you have {ap} AP to spend, or say end.", ap=state.ap)


def _past_end(state: State, seat: int, before: Action) -> bool:
    """Whether the turn is over: another seat is to move, the action before was `end`, or no AP are left."""
    return state.to_move != seat or type(before) is End or (state.ap == 0 and state.phase == "ap")


def _harmless(actions: Sequence[Action], index: int) -> bool:
    """Whether the action is one last `end` after the AP are spent, which changes nothing."""
    last = index == len(actions) - 1
    return last and type(actions[index]) is End and type(actions[index - 1]) not in (End, Bid, Pass)


def _refuse_rest(state: State, seat: int, before: Action) -> NoReturn:
    if state.to_move != seat:
        why = later("after {before} it is {other}’s turn; nothing can come after it.")
        raise Illegal(why, before=before.write(), other=NamedSeat(state.to_move))
    raise Illegal("{before} ended your turn; nothing can come after it.", before=before.write())


UNSEEN = Deal((), ("?",) * 24)


def check_end(state: State, submission: ParsedOrders[Action]) -> None:
    """Refuses a submission that takes a wafer and goes on after its end: then not even the wafer is taken.

    It is a dry run in which every wafer has an unknown motif. If an action fails for another reason, the real
    run tells. But an `end` in the middle is always refused.
    """
    if Take not in map(type, submission.actions[:-1]):
        return
    dry, seat, actions = state._replace(deal=UNSEEN), state.to_move, submission.actions
    for index, action in enumerate(actions):
        try:
            if index and _past_end(dry, seat, actions[index - 1]):
                if _harmless(actions, index):
                    return
                _refuse_rest(dry, seat, actions[index - 1])
        except Illegal as error:
            raise submission.blame(error, index) from None
        try:
            dry = (
                dry._replace(ap=pay(dry, treasures.SWAP_COST))
                if type(action) is Swap
                else perform(dry, action)[0]
            )
        except Illegal:
            break
    _no_end_inside(submission)


def _no_end_inside(submission: ParsedOrders[Action]) -> None:
    for index, action in enumerate(submission.actions[:-1]):
        if type(action) is End:
            raise submission.blame(Illegal("end ended your turn; nothing can come after it."), index + 1)
