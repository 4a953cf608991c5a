"""Orders, tried on a seat's view, without turning anything up."""

from collections.abc import Sequence

from engine.errors import NotToMove
from engine.game import Preview, View
from engine.tikal.orders import write as write_actions
from engine.tikal.reading import read
from engine.tikal.rules.submission import seat_to_answer, submit
from engine.tikal.state import from_json
from engine.tikal.view import view


def preview(seen: View, orders: str, names: Sequence[str] = ()) -> Preview:
    """What the orders lead to, up to the first wafer or the next tile."""
    if seen["seat"] is None:
        raise NotToMove("spectators give no orders.")
    state = from_json(seen, None)
    seat = seat_to_answer(state, {seen["seat"]: orders})
    submission = read(orders, names, state.phase)
    outcome = submit(state, submission, look_ahead=True)
    rest = write_actions(submission.actions[outcome.waits :]) if outcome.waits >= 0 else ""
    stops = "wafer" if rest else "tile" if outcome.state.phase == "hidden" else ""
    return Preview(view(outcome.state, seat), outcome.events, write_actions(outcome.actions), stops, rest)
