"""Tikal: the surface that the house sees. The edition's readings, each in the rules:

- A camp needs no member on its hex (option `camp_needs_member`).
- A stone that points at a volcano is no path; a volcano itself only needs to touch an explored hex.
- A tile that no path can lead to goes anywhere beside an explored hex.
- Bids go from 1 to one's present score. When all but one have passed without a bid, that one may still bid.
- The n-th level or wafer of a hex in a turn needs n own members there.
- The final scoring round of the basic game begins with the next seat after the last tile.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import NotToMove
from engine.game import Ask, Event, Orders, Preview, Step, View
from engine.guide import Section
from engine.guide import guide as read_guide
from engine.tikal.board import board, describe
from engine.tikal.bot import bot
from engine.tikal.draw import svg
from engine.tikal.legal import automatic, choices, legal
from engine.tikal.meta import META
from engine.tikal.orders import read
from engine.tikal.orders import write as write_actions
from engine.tikal.plan import decide, read_plan
from engine.tikal.rules.flow import result
from engine.tikal.rules.setup import begin
from engine.tikal.rules.submission import seat_to_answer, submit
from engine.tikal.state import State, from_json, to_json
from engine.tikal.tell import tell
from engine.tikal.view import view
from engine.tikal.vocabulary import VOCABULARY

__all__ = [
    "META",
    "VOCABULARY",
    "apply",
    "asked",
    "automatic",
    "board",
    "bot",
    "choices",
    "decide",
    "describe",
    "from_json",
    "guide",
    "legal",
    "opening",
    "preview",
    "read_plan",
    "result",
    "setup",
    "svg",
    "tell",
    "to_json",
    "view",
    "write",
]


def guide(language: str = "en") -> tuple[Section, ...]:
    return read_guide(__name__, language)


def setup(seats: int, options: Mapping[str, Any], seed: bytes) -> State:
    return begin(seats, options, seed)[0]


def opening(seats: int, options: Mapping[str, Any], seed: bytes) -> tuple[Event, ...]:
    return begin(seats, options, seed)[1]


def asked(state: State) -> dict[int, Ask]:
    return {state.to_move: Ask(state.phase)} if state.to_move else {}


def apply(state: State, orders: Orders, names: Sequence[str] = ()) -> Step:
    seat = seat_to_answer(state, orders)
    done = submit(state, read(orders[seat], names))
    return Step(done.state, done.events, {seat: write_actions(done.actions)}, done.refused)


def write(orders: str, names: Sequence[str] = ()) -> str:
    return write_actions(read(orders, names).actions)


def preview(seen: View, orders: str, names: Sequence[str] = ()) -> Preview:
    """The orders tried on what the seat sees, up to the first wafer or the next tile."""
    if seen["seat"] is None:
        raise NotToMove("an onlooker is not asked for orders.")
    state = from_json(seen, None)
    seat = seat_to_answer(state, {seen["seat"]: orders})
    submission = read(orders, names)
    done = submit(state, submission, look_ahead=True)
    rest = write_actions(submission.actions[done.waits :]) if done.waits >= 0 else ""
    stops = "wafer" if rest else "tile" if done.state.phase == "hidden" else ""
    return Preview(view(done.state, seat), done.events, write_actions(done.actions), stops, rest)
