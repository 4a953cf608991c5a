"""What comes after a set of AP: the next turn, the next tile, a scoring round, the end of the match."""

from engine.game import Events, Result
from engine.tikal.pieces import TILES
from engine.tikal.rules.auction import open_auction, receive_tile
from engine.tikal.rules.scoring import begin_scoring, clockwise, final_order, score, scoring_turn
from engine.tikal.state import State


def end_set(state: State, left: int) -> tuple[State, Events]:
    """Ends a set of AP with `left` AP unspent: scores, if it was a scoring turn, and goes on."""
    seat = state.to_move
    end_event = {"event": "ended", "seat": seat, "left": left}
    if not state.scoring:
        after, more = _end_turn(state._replace(ap=0, dug={}, taken={}, last_tile=seat), seat)
        return after, (end_event, *more)
    after_scoring, event = score(state._replace(ap=0, dug={}, taken={}), seat)
    after, more = _after_scoring_turn(after_scoring, seat)
    return after, (end_event, event, *more)


def _after_scoring_turn(state: State, seat: int) -> tuple[State, Events]:
    if state.queue:
        return scoring_turn(state, state.queue), ()
    if not state.hand:
        return _end_match(state)
    placer = seat % len(state.seats) + 1  # the seat that began the scoring round, with the volcano
    return state._replace(scoring=False, phase="tile", to_move=placer), ()


def _end_turn(state: State, seat: int) -> tuple[State, Events]:
    if state.options.auction:
        return _end_auction_turn(state, seat)
    if state.turned == len(TILES):
        return _begin_final_scoring(state)
    return next_tile(state, seat % len(state.seats) + 1)


def next_tile(state: State, seat: int) -> tuple[State, Events]:
    """Basic game: a turn begins with turning up the top tile."""
    if state.deal is None:
        return _wait_for_next_tile(state)
    tile = state.deal.tiles[state.turned]
    state = state._replace(hand=tile, turned=state.turned + 1)
    after, more = receive_tile(state, seat)
    return after, ({"event": "turned_up", "seat": seat, "tiles": [tile]}, *more)


def _end_auction_turn(state: State, seat: int) -> tuple[State, Events]:
    state = state._replace(moved=(*state.moved, seat))
    waiting = [other for other in clockwise(state, seat) if other not in state.moved]
    if len(waiting) > 1:
        return open_auction(state, waiting[0]), ()
    if waiting:  # the last one gets the last tile without an auction
        (last,) = state.display
        after, more = receive_tile(state._replace(hand=last, display=()), waiting[0])
        return after, ({"event": "got", "seat": waiting[0], "tile": last}, *more)
    if state.turned == len(TILES):
        return _begin_final_scoring(state)
    return next_round(state._replace(moved=()), seat % len(state.seats) + 1)


def next_round(state: State, first: int) -> tuple[State, Events]:
    """Auction game: turns up as many tiles as there are seats, and opens the first auction."""
    if state.deal is None:
        return _wait_for_next_tile(state)
    turned = state.turned + len(state.seats)
    display = state.deal.tiles[state.turned : turned]
    after = open_auction(state._replace(display=display, turned=turned), first)
    return after, ({"event": "turned_up", "seat": first, "tiles": list(display)},)


def _wait_for_next_tile(state: State) -> tuple[State, Events]:
    return state._replace(phase="hidden", to_move=0), ()


def _begin_final_scoring(state: State) -> tuple[State, Events]:
    after, event = begin_scoring(state, final_order(state))
    return after, (event,)


def _end_match(state: State) -> tuple[State, Events]:
    ended = state._replace(phase="over", to_move=0, scoring=False)
    ending = result(ended)
    assert ending is not None
    return ended, ({"event": "over", **ending.to_json()},)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    scores = tuple(seat.score for seat in state.seats)
    best = max(scores)
    return Result(scores, tuple(seat for seat, points in enumerate(scores, 1) if points == best))
