"""Points, and the rounds in which they are counted (rulebook: Scoring round, Game end)."""

from engine.game import Event
from engine.tikal.pieces import AP, WAFER_POINTS
from engine.tikal.rules.temples import stronger
from engine.tikal.state import State, replace_seat


def clockwise(state: State, first: int) -> tuple[int, ...]:
    seats = len(state.seats)
    return (*range(first, seats + 1), *range(1, first))


def temples_of(state: State, seat: int) -> dict[str, int]:
    """The temples that pay a seat now, with their values; it has somebody on each of them."""
    return {
        place: here.value
        for place in state.seats[seat - 1].places()
        if (here := state.board[place]).kind == "temple"
        and (here.guard == seat or (not here.guard and stronger(state, place, seat)))
    }


def wafer_points(state: State, seat: int) -> int:
    return sum(WAFER_POINTS[count] for count in state.seats[seat - 1].wafers.values())


def score(state: State, seat: int) -> tuple[State, Event]:
    temples, treasures = temples_of(state, seat), wafer_points(state, seat)
    me = state.seats[seat - 1]
    total = me.score + sum(temples.values()) + treasures
    event = {"event": "scored", "seat": seat, "temples": temples, "treasures": treasures, "score": total}
    return state._replace(seats=replace_seat(state.seats, seat, me._replace(score=total))), event


def begin_scoring(state: State, seats: tuple[int, ...]) -> tuple[State, Event]:
    """A scoring round: these seats, one after another, take a set of AP and score at its end."""
    event = {"event": "scoring", "seats": list(seats), "final": not state.hand, "volcano": state.hand}
    return scoring_turn(state, seats), event


def scoring_turn(state: State, seats: tuple[int, ...]) -> State:
    return state._replace(
        scoring=True, to_move=seats[0], queue=seats[1:], phase="ap", ap=AP, dug={}, taken={}
    )


def final_order(state: State) -> tuple[int, ...]:
    """Basic game: clockwise after the last tile. Auction game: the lowest score first, ties clockwise."""
    after_last = clockwise(state, state.last_tile % len(state.seats) + 1)
    if not state.options.auction:
        return after_last
    return tuple(sorted(after_last, key=lambda seat: state.seats[seat - 1].score))
