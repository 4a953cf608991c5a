"""One submission. Up to its first wafer it is applied as a whole or not at all."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

from engine.errors import GameOver, Illegal, NotToMove, OrderError
from engine.game import Event, Events, Orders
from engine.speech import NamedSeat, later
from engine.tikal.orders import Action, Bid, Camp, Dig, End, Enter, Guard, Move, Pass, Pick, Swap, Take, Tile
from engine.tikal.rules import auction, moving, placing, temples, treasures
from engine.tikal.rules.flow import end_set
from engine.tikal.rules.spending import pay
from engine.tikal.state import Deal, State
from engine.words import ParsedOrders


def _as_one_event(
    act: Callable[[State, Any], tuple[State, Event]],
) -> Callable[[State, Any], tuple[State, Events]]:
    """Wraps an action that returns one event, so that it returns a list of events like the others."""

    def act_and_list(state: State, action: Any) -> tuple[State, Events]:
        after, event = act(state, action)
        return after, (event,)

    return act_and_list


def _end(state: State, action: End) -> tuple[State, Events]:
    return state, ()  # `submit` ends the turn, after all actions have been checked


ACTS: Mapping[type[Any], tuple[str, Callable[[State, Any], tuple[State, Events]]]] = {
    Tile: ("tile", _as_one_event(placing.place)),
    Enter: ("ap", _as_one_event(moving.enter)),
    Move: ("ap", _as_one_event(moving.move)),
    Dig: ("ap", _as_one_event(temples.dig)),
    Camp: ("ap", _as_one_event(temples.camp)),
    Guard: ("ap", _as_one_event(temples.guard)),
    Take: ("ap", _as_one_event(treasures.take)),
    Swap: ("ap", _as_one_event(treasures.swap)),
    End: ("ap", _end),
    Bid: ("bid", auction.bid),
    Pass: ("bid", auction.pass_),
    Pick: ("pick", auction.pick),
}


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
    if len(submission.actions) > 1 and any(type(action) is Take for action in submission.actions[:-1]):
        check_end(state, submission)
    outcome = _perform_all(state, submission, look_ahead)
    if outcome.waits >= 0 or not _set_over(outcome):
        return outcome
    after, events = end_set(outcome.state, outcome.state.ap)
    return outcome._replace(state=after, events=outcome.events + events)


def _set_over(outcome: Outcome) -> bool:
    ended = bool(outcome.actions) and type(outcome.actions[-1]) is End
    return outcome.state.phase == "ap" and (outcome.state.ap == 0 or ended)


def _perform_all(state: State, submission: ParsedOrders[Action], look_ahead: bool) -> Outcome:
    seat = state.to_move
    events: list[Event] = []
    actions: list[Action] = []
    safe: Outcome | None = None
    for index, action in enumerate(submission.actions):
        try:
            if _past_end(state, seat, actions):
                if _harmless(submission, index, actions):
                    break
                _refuse_rest(state, seat, actions)
            if look_ahead and type(action) is Take:
                if state.phase != "ap":
                    _refuse_phase(state, "ap")
                treasures.check_take(state, action)
                return Outcome(state, tuple(events), tuple(actions), waits=index)
            state, more = perform(state, action)
        except Illegal as error:
            submission.blame(error, index)
            if safe is None:
                raise
            error.stood = len(safe.actions)
            return safe._replace(refused=error)
        events += more
        actions.append(action)
        if type(action) is Take:
            safe = Outcome(state, tuple(events), tuple(actions))
    return Outcome(state, tuple(events), tuple(actions))


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
        raise Illegal("first place {tile}: say tile, a hex and a rotation.", tile=state.hand)
    if wanted == "tile" and state.hand:
        why = later(
            "{tile} is placed after the scoring round; this is your scoring turn, and you have {ap} AP."
        )
        raise Illegal(why, tile=state.hand, ap=state.ap)
    if wanted == "tile":
        raise Illegal(
            "you have already placed your tile; you have {ap} AP to spend, or say end.", ap=state.ap
        )
    if not state.options.auction:
        raise Illegal("this match has no auctions; you have {ap} AP to spend, or say end.", ap=state.ap)
    raise Illegal("there is no auction now: you have {ap} AP to spend, or say end.", ap=state.ap)


def _past_end(state: State, seat: int, actions: list[Action]) -> bool:
    """Whether the turn is over: the AP are spent, the last action was `end`, or another seat is to move."""
    if not actions:
        return False
    return state.to_move != seat or type(actions[-1]) is End or (state.phase == "ap" and state.ap == 0)


def _harmless(submission: ParsedOrders[Action], index: int, actions: list[Action]) -> bool:
    """Whether the action is one last `end` after the AP are spent, which changes nothing."""
    last = index == len(submission.actions) - 1
    return last and type(submission.actions[index]) is End and type(actions[-1]) not in (End, Bid, Pass)


def _refuse_rest(state: State, seat: int, actions: list[Action]) -> NoReturn:
    if state.to_move != seat:
        why = later("after {before} it is {other}’s turn; nothing can come after it.")
        raise Illegal(why, before=actions[-1].write(), other=NamedSeat(state.to_move))
    raise Illegal("{before} ended your turn; nothing can come after it.", before=actions[-1].write())


UNSEEN = Deal((), ("?",) * 24)


def check_end(state: State, submission: ParsedOrders[Action]) -> None:
    """Refuses a submission that goes on after its end, before it turns up a wafer.

    It is a dry run in which every wafer has an unknown motif. If an action fails for another reason, the real
    run will tell. But an `end` in the middle is always refused.
    """
    dry, seat = state._replace(deal=UNSEEN), state.to_move
    actions: list[Action] = []
    for index, action in enumerate(submission.actions):
        try:
            if _past_end(dry, seat, actions):
                if _harmless(submission, index, actions):
                    return
                _refuse_rest(dry, seat, actions)
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
        actions.append(action)
    _no_end_inside(submission)


def _no_end_inside(submission: ParsedOrders[Action]) -> None:
    for index, action in enumerate(submission.actions[:-1]):
        if type(action) is End:
            raise submission.blame(Illegal("end ended your turn; nothing can come after it."), index + 1)
