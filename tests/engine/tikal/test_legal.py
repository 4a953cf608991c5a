"""What a page may light up is just what the rules allow: nothing less, nothing more."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import tikal
from engine.errors import OrderError
from engine.tikal.pieces import HEXES, TILES
from tests.engine.matches import SETTINGS, Setting, moments

each_tikal = pytest.mark.parametrize("setting", [s for s in SETTINGS if s.name == "tikal"], ids=str)


def everything() -> Iterator[str]:
    """Every single action there can be, but for moves and swaps."""
    for place in HEXES:
        yield from (f"tile {place} r{rotation}" for rotation in range(6))
        yield from (f"enter {workers} {place}" for workers in range(1, 12))
        yield from (f"{action} {place}" for action in ("enter L", "camp", "guard", "dig", "take"))
        yield from (f"guard {place} L", f"dig {place} x2", f"take {place} x2")
    yield from (f"bid {points}" for points in range(1, 60))
    yield from (f"pick {tile}" for tile in TILES)
    yield from ("pass", "end")


EVERYTHING = list(everything())


def done(state: Any, text: str) -> str:
    """The action as it is written, if the rules allow it: where a tile is asked for, “take b5” picks it."""
    try:
        return tikal.apply(state, {state.to_move: text}).canonical[state.to_move]
    except OrderError:
        return ""


def allowed(state: Any, text: str) -> bool:
    return bool(done(state, text))


@each_tikal
def test_choices_are_complete_and_legal(setting: Setting) -> None:
    for moment in moments(setting)[::12]:
        state = moment.before
        listed = {
            c for c in tikal.choices(tikal.view(state, state.to_move)) if not c.startswith(("move", "swap"))
        }
        assert listed == {done(state, text) for text in EVERYTHING} - {""}


@each_tikal
def test_members_can_go_where_the_moves_say_and_nowhere_else(setting: Setting) -> None:
    for moment in moments(setting)[::12]:
        state = moment.before
        if state.phase == "ap":
            check_moves(state)


def check_moves(state: Any) -> None:
    """The cost of the way that is named is the least that buys the hop; one AP less does not."""
    moves = tikal.legal(tikal.view(state, state.to_move))["move"]
    for start, options in moves.items():
        who = "1" if options["workers"] else "L"
        for goal, to in options["to"].items():
            text = f"move {who} {' '.join(to['way'])}"
            assert to["way"][0] == start
            assert to["way"][-1] == goal
            assert allowed(state._replace(ap=to["cost"]), text)
            assert not allowed(state._replace(ap=to["cost"] - 1), text)


@each_tikal
def test_swaps_are_listed_as_the_rules_allow_them(setting: Setting) -> None:
    for moment in moments(setting):
        state = moment.before
        if state.phase == "ap" and any(seat.wafers for seat in state.seats):
            swaps = {c for c in tikal.choices(tikal.view(state, state.to_move)) if c.startswith("swap")}
            motifs = {motif for seat in state.seats for motif in seat.wafers}
            others = range(1, setting.seats + 1)
            tries = (f"swap {give} for {get} with {n}" for give in motifs for get in motifs for n in others)
            assert swaps == {text for text in tries if allowed(state, text)}


def test_an_onlooker_has_nothing_to_choose() -> None:
    state = tikal.setup(2, {}, bytes(32))

    assert tikal.legal(tikal.view(state, None)) == {}


def test_the_clock_passes_picks_places_and_ends() -> None:
    auction = tikal.setup(2, {"auction": True}, bytes(32))
    bid = tikal.automatic(tikal.view(auction, 1))
    passed = tikal.apply(tikal.apply(auction, {1: "pass"}).state, {2: "pass"}).state
    pick = tikal.automatic(tikal.view(passed, 1))
    picked = tikal.apply(passed, {1: pick}).state
    tile = tikal.automatic(tikal.view(picked, 1))
    placed = tikal.apply(picked, {1: tile}).state

    assert bid == "pass"
    assert pick == f"pick {passed.display[0]}"
    assert tile == next(text for text in EVERYTHING if text.startswith("tile") and allowed(picked, text))
    assert tikal.automatic(tikal.view(placed, 1)) == "end"


def test_a_seat_that_is_not_asked_has_no_automatic_orders() -> None:
    state = tikal.setup(2, {}, bytes(32))

    assert tikal.automatic(tikal.view(state, 2)) == ""


@each_tikal
def test_the_order_of_exploring_changes_nothing_that_a_view_leads_to(setting: Setting) -> None:
    """A view that went through a store that sorts its keys is the same view."""
    for moment in moments(setting)[::6]:
        view = tikal.view(moment.before, moment.before.to_move)
        stored = json.loads(json.dumps(view, sort_keys=True))
        assert list(tikal.choices(stored)) == list(tikal.choices(view))
        assert tikal.bot(stored) == tikal.bot(view)
        assert tikal.board(stored) == tikal.board(view)
