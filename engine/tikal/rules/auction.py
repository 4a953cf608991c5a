"""The auction game's rounds (rulebook: Auction version)."""

from engine.errors import Illegal
from engine.game import Event, Events
from engine.tikal.orders import Bid, Pass, Pick
from engine.tikal.pieces import TILES
from engine.tikal.rules.scoring import begin_scoring, clockwise
from engine.tikal.state import Auction, State, replace_seat


def open_auction(state: State, first: int) -> State:
    """Auctions the next move. `first` bids first, or else the next seat that has not moved this round."""
    waiting = tuple(seat for seat in clockwise(state, first) if seat not in state.moved)
    return state._replace(phase="bid", to_move=waiting[0], auction=Auction(waiting))


def bid(state: State, action: Bid) -> tuple[State, Events]:
    auction, seat, points = _auction(state), state.to_move, action.points
    if points < 1:
        raise Illegal("the lowest bid is 1; to bid nothing, say pass.")
    if points <= auction.high:
        raise Illegal("the highest bid is {high}: bid more, or pass.", high=auction.high)
    if points > state.me.score:
        raise Illegal("you cannot bid more than the {score} points you have.", score=state.me.score)
    event = {"event": "bid", "seat": seat, "points": points}
    waiting = (*auction.waiting[1:], seat)
    after = state._replace(auction=auction._replace(waiting=waiting, high=points, leader=seat))
    return _next_bidder(after, event)


def pass_(state: State, action: Pass) -> tuple[State, Events]:
    auction, seat = _auction(state), state.to_move
    first = auction.first_passed or seat
    after = state._replace(auction=auction._replace(waiting=auction.waiting[1:], first_passed=first))
    return _next_bidder(after, {"event": "passed", "seat": seat})


def _auction(state: State) -> Auction:
    assert state.auction is not None  # in the phase "bid" there is always one
    return state.auction


def _next_bidder(state: State, event: Event) -> tuple[State, Events]:
    auction = _auction(state)
    if not auction.waiting:
        return _win(state, auction.first_passed, 0, event)
    if auction.waiting == (auction.leader,):
        return _win(state, auction.leader, auction.high, event)
    return state._replace(to_move=auction.waiting[0]), (event,)


def _win(state: State, seat: int, points: int, event: Event) -> tuple[State, Events]:
    winner = state.seats[seat - 1]
    paid = replace_seat(state.seats, seat, winner._replace(score=winner.score - points))
    after = state._replace(seats=paid, phase="pick", to_move=seat, auction=None)
    return after, (event, {"event": "won", "seat": seat, "points": points})


def pick(state: State, action: Pick) -> tuple[State, Events]:
    tile = action.tile
    if tile not in state.display:
        raise Illegal(
            "{tile} is not on display; you can pick {display}.", tile=tile, display=", ".join(state.display)
        )
    display = tuple(other for other in state.display if other != tile)
    after, more = receive_tile(state._replace(hand=tile, display=display), state.to_move)
    return after, ({"event": "picked", "seat": state.to_move, "tile": tile}, *more)


def receive_tile(state: State, seat: int) -> tuple[State, Events]:
    """With the tile in hand: a volcano starts a scoring round, any other tile is placed."""
    if TILES[state.hand].kind == "volcano":
        after, event = begin_scoring(state, clockwise(state, seat))
        return after, (event,)
    return state._replace(phase="tile", to_move=seat), ()
