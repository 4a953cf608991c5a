"""Taking and swapping wafers (rulebook: Recover treasure, Exchange treasure)."""

from collections.abc import Mapping
from typing import NoReturn

from engine.errors import Illegal
from engine.game import Events
from engine.speech import NamedSeat, later
from engine.tikal.orders import Swap, Take
from engine.tikal.rules.spending import pay
from engine.tikal.rules.temples import MOST_A_TURN, check_members
from engine.tikal.state import Hex, State, replace_seat

TAKE_COST, SWAP_COST = 3, 3


def check_take(state: State, action: Take) -> tuple[Hex, int]:
    """Checks all that can be wrong, before any wafer is seen. Returns the hex and the AP left."""
    place, times = action
    here = state.board.get(place)
    if here is None:
        raise Illegal("{place} is not explored yet.", place=place)
    if here.kind != "treasure":
        raise Illegal("there are no treasures on {place}.", place=place)
    if here.wafers < times:
        _refuse_too_few(place, here.wafers)
    before = state.taken.get(place, 0)
    if before + times > MOST_A_TURN:
        why = later(
            "you can take at most two wafers from a hex in one turn; from {place} you have "
            "already taken {done}."
        )
        raise Illegal(why, place=place, done=before)
    why = later(
        "a second treasure from {place} in one turn needs two of your members there; you have {members}."
    )
    check_members(state, place, before + times, why)
    return here, pay(state, TAKE_COST * times)


def _refuse_too_few(place: str, wafers: int) -> NoReturn:
    if wafers:
        raise Illegal("only one wafer is left on {place}.", place=place)
    raise Illegal("no wafers are left on {place}.", place=place)


def take(state: State, action: Take) -> tuple[State, Events]:
    here, ap = check_take(state, action)
    place, times = action
    assert state.deal is not None  # a blind state never comes here
    motifs = state.deal.wafers[here.dealt : here.dealt + times]
    me = state.me
    wafers = {**me.wafers}
    for motif in motifs:
        wafers[motif] = wafers.get(motif, 0) + 1
    left = here.wafers - times
    board = {**state.board, place: here._replace(wafers=left, dealt=here.dealt + times)}
    taken = {**state.taken, place: state.taken.get(place, 0) + times}
    event = {"event": "took", "seat": state.to_move, "place": place, "wafers": list(motifs), "left": left}
    seats = state.seats_with(me._replace(wafers=wafers))
    return state._replace(seats=seats, board=board, taken=taken, ap=ap), (event,)


def swap(state: State, action: Swap) -> tuple[State, Events]:
    give, get, seat = action
    if not 1 <= seat <= len(state.seats):
        raise Illegal(
            "there is no seat {seat}; this match has seats 1 to {seats}.", seat=seat, seats=len(state.seats)
        )
    if seat == state.to_move:
        raise Illegal("you cannot swap with yourself.")
    if give == get:
        raise Illegal("swapping a {motif} for a {motif} changes nothing.", motif=later(give))
    own_wafers, other_wafers = state.me.wafers, state.seats[seat - 1].wafers
    if own_wafers.get(give, 0) != 1:
        why = later("you can only give a single treasure; {motif}: you have {count}.")
        raise Illegal(why, count=own_wafers.get(give, 0), motif=later(give))
    if other_wafers.get(get, 0) != 1:
        why = later("you can only get a single treasure; {motif}: {seat} has {count}.")
        raise Illegal(why, seat=NamedSeat(seat), count=other_wafers.get(get, 0), motif=later(get))
    ap = pay(state, SWAP_COST)
    me = state.me._replace(wafers=_exchange(own_wafers, give, get))
    other = state.seats[seat - 1]._replace(wafers=_exchange(other_wafers, get, give))
    seats = replace_seat(state.seats_with(me), seat, other)
    event = {"event": "swapped", "seat": state.to_move, "give": give, "get": get, "other": seat}
    return state._replace(seats=seats, ap=ap), (event,)


def _exchange(wafers: Mapping[str, int], less: str, more: str) -> dict[str, int]:
    new = {motif: count for motif, count in wafers.items() if motif != less}  # it was a single
    new[more] = new.get(more, 0) + 1
    return new
