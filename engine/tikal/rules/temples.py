"""Digging, guarding and building camps (rulebook: Uncover, Establish a camp, Place a temple guard)."""

from typing import NoReturn

from engine.errors import Illegal
from engine.game import Events
from engine.speech import later
from engine.tikal.orders import Camp, Dig, Guard
from engine.tikal.pieces import CAMPS, GUARDS, SQUARES
from engine.tikal.rules.spending import pay
from engine.tikal.state import GONE, Hex, State

DIG_COST, CAMP_COST, GUARD_COST = 2, 5, 5
MOST_A_TURN = 2


def dig(state: State, action: Dig) -> tuple[State, Events]:
    place, times = action
    here = temple_at(state, place)
    if here.guard:
        raise Illegal("{place} has a guard, so its value is fixed.", place=place)
    level = state.dug.get(place, 0) + times
    if level > MOST_A_TURN:
        before = state.dug.get(place, 0)
        why = later(
            "you can dig at most two levels of a temple in one turn; on {place} you have already dug {done}."
        )
        raise Illegal(why, place=place, done=before)
    why = later("a second level on {place} in one turn needs two of your members there; you have {members}.")
    check_members(state, place, level, why)
    squares = {**state.squares}
    for value in range(here.value + 1, here.value + times + 1):
        if not squares.get(value):
            _refuse_square(place, here.value, value)
        squares[value] -= 1
    ap = pay(state, DIG_COST * times)
    value = here.value + times
    board = {**state.board, place: here._replace(value=value)}
    event = {"event": "dug", "seat": state.to_move, "place": place, "before": here.value, "value": value}
    return state._replace(board=board, squares=squares, ap=ap, dug={**state.dug, place: level}), (event,)


def _refuse_square(place: str, now: int, value: int) -> NoReturn:
    values = {"place": place, "now": now, "value": value}
    if value > max(SQUARES):
        raise Illegal(
            "the temple on {place} is at {now}; no temple tile is higher than {top}.", **values, top=value - 1
        )
    if value > now + 1:
        why = later("a second level needs temple tile {value}, and none is left: say just dig {place}.")
        raise Illegal(why, **values)
    raise Illegal(
        "the next level needs temple tile {value}, and none is left; you cannot skip a level.", **values
    )


def temple_at(state: State, place: str) -> Hex:
    here = state.board.get(place)
    if here is None:
        raise Illegal("{place} is not explored yet.", place=place)
    if here.kind != "temple":
        raise Illegal("there is no temple on {place}.", place=place)
    return here


def check_members(state: State, place: str, needed: int, why: str) -> None:
    """The n-th time on a hex in a turn needs n own members there. `why` says it of the second time."""
    members = state.me.members(place)
    if members < needed == 1:
        raise Illegal("you have nobody on {place}.", place=place)
    if members < needed:
        raise Illegal(why, place=place, members=members)


def camp(state: State, action: Camp) -> tuple[State, Events]:
    place = action.place
    here = state.board.get(place)
    me = state.me
    if here is None:
        raise Illegal("{place} is not explored yet.", place=place)
    if not ground_for_camp(here):
        if here.wafers:
            why = later(
                "there are still wafers on {place} ({wafers}); you can build a camp there once all are taken."
            )
            raise Illegal(why, place=place, wafers=here.wafers)
        raise Illegal(
            "a camp can only be built on a jungle or an emptied treasure hex, not on {place}.", place=place
        )
    if here.camp:
        raise Illegal("{place} already has a camp.", place=place)
    if len(me.camps) >= CAMPS:
        raise Illegal("you have already built both your camps.")
    if state.options.camp_needs_member and not me.members(place):
        raise Illegal(
            "in this match a camp needs one of your members there; on {place} you have none.", place=place
        )
    ap = pay(state, CAMP_COST)
    board = {**state.board, place: here._replace(camp=state.to_move)}
    event = {"event": "camped", "seat": state.to_move, "place": place}
    seats = state.seats_with(me._replace(camps=(*me.camps, place)))
    return state._replace(seats=seats, board=board, ap=ap), (event,)


def ground_for_camp(here: Hex) -> bool:
    return here.kind == "jungle" or (here.kind == "treasure" and not here.wafers)


def guard(state: State, action: Guard) -> tuple[State, Events]:
    place, by_leader = action
    here = temple_at(state, place)
    me = state.me
    workers = me.workers.get(place, 0)
    if here.guard:
        raise Illegal("{place} already has a guard.", place=place)
    if len(me.guards) >= GUARDS:
        raise Illegal("you have already placed both your guards.")
    if not stronger(state, place):
        _refuse_too_weak(place, me.strength(place), strongest_other(state, place))
    if by_leader and me.leader != place:
        raise Illegal("your leader is not on {place}.", place=place)
    if not by_leader and not workers:
        raise Illegal("only your leader is there; say guard {place} L.", place=place)
    ap = pay(state, GUARD_COST)
    gone = workers - (not by_leader)
    leader_gone = me.leader == place and not by_leader
    me = me._replace(
        workers={hex_: n for hex_, n in me.workers.items() if hex_ != place},
        leader=GONE if me.leader == place else me.leader,
        guards=(*me.guards, place),
    )
    board = {**state.board, place: here._replace(guard=state.to_move, guard_leader=by_leader)}
    event = {
        "event": "guarded",
        "seat": state.to_move,
        "place": place,
        "value": here.value,
        "leader": by_leader,
        "gone": gone,
        "leader_gone": leader_gone,
    }
    return state._replace(seats=state.seats_with(me), board=board, ap=ap), (event,)


def _refuse_too_weak(place: str, own: int, most: int) -> NoReturn:
    if not own:
        raise Illegal("you have nobody on {place}.", place=place)
    why = later(
        "your strength on {place} is {mine} and somebody else’s is {most}; yours must be "
        "greater than everybody else’s."
    )
    raise Illegal(why, place=place, mine=own, most=most)


def strongest_other(state: State, place: str, seat: int = 0) -> int:
    me = seat or state.to_move
    return max(other.strength(place) for n, other in enumerate(state.seats, 1) if n != me)


def stronger(state: State, place: str, seat: int = 0) -> bool:
    """Whether the seat is stronger there than every other single seat; a tie is not enough."""
    strengths = [expedition.strength(place) for expedition in state.seats]
    own = strengths.pop((seat or state.to_move) - 1)
    return own > max(strengths)
