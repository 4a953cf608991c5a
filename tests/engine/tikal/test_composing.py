"""Orders by tapping: every tap leads on, and taps lead to all that the rules allow."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine import tikal
from engine.errors import Illegal
from engine.game import View
from engine.taps import Composition, Tap
from tests.engine.matches import SETTINGS, Setting, moments
from tests.lengths import shortened

TIKAL = [setting for setting in SETTINGS if setting.name == "tikal"]
each_tikal = pytest.mark.parametrize("setting", shortened(TIKAL, [s for s in TIKAL if s.seats == 2]), ids=str)


def fresh(seats: int = 2, **options: bool) -> View:
    state = tikal.setup(seats, options, bytes(32))
    return tikal.view(state, state.to_move)


def tapped(draft: Composition, tap: Tap) -> str:
    before = draft.actions[:-1] if tap.instead else draft.actions
    return "; ".join([*before, tap.orders])


def play(view: View, *wanted: dict[str, Any]) -> Composition:
    """Tap after tap: the first one that fits, each time."""
    draft = tikal.compose(view, "")
    for fits in wanted:
        tap = next(tap for tap in draft.taps if fits.items() <= tap._asdict().items())
        draft = tikal.compose(view, tapped(draft, tap))
    return draft


def views(setting: Setting) -> Iterator[View]:
    for moment in moments(setting)[::25]:
        yield tikal.view(moment.before, moment.before.to_move)


@each_tikal
def test_every_tap_leads_to_a_draft_that_the_rules_allow(setting: Setting) -> None:
    for view in views(setting):
        draft = tikal.compose(view, "")
        for tap in draft.taps[::3]:
            after = tikal.compose(view, tapped(draft, tap))
            for second in after.taps[::7]:
                tikal.compose(view, tapped(after, second))


@each_tikal
def test_what_a_tap_costs_is_what_is_spent(setting: Setting) -> None:
    for view in views(setting):
        for tap in tikal.compose(view, "").taps:
            after = tikal.preview(view, tap.orders)
            if view["phase"] == "ap" and tap.cost and not after.stops:
                assert after.view["ap"] == view["ap"] - tap.cost or after.view["to_move"] != view["seat"]


@each_tikal
def test_taps_begin_all_that_can_be_done(setting: Setting) -> None:
    for view in views(setting):
        taps = {tap.orders for tap in tikal.compose(view, "").taps}
        once = {c for c in tikal.choices(view) if " x2" not in c and not c.startswith(("enter", "move"))}
        assert once <= taps


def test_a_tile_is_turned_by_tapping_its_hex_again() -> None:
    view = fresh()
    rotations = tikal.legal(view)["tile"]
    place = next(place for place, fits in rotations.items() if len(fits) > 1)

    draft = play(view, {"at": place, "quick": True}, {"at": place, "quick": True})

    assert draft.actions == (f"tile {place} r{rotations[place][1]}",)


def test_all_rotations_come_round_again() -> None:
    view = fresh()
    place, rotations = next(iter(tikal.legal(view)["tile"].items()))

    draft = play(view, *[{"at": place, "quick": True}] * (len(rotations) + 1))

    assert draft.actions == (f"tile {place} r{rotations[0]}",)


def test_a_tile_goes_to_another_hex_by_tapping_that() -> None:
    view = fresh()
    first, second = list(tikal.legal(view)["tile"])[:2]

    draft = play(view, {"at": first, "quick": True}, {"at": second, "quick": True})

    assert [action.split()[1] for action in draft.actions] == [second]


def test_tapping_again_brings_more_members_with_one_action() -> None:
    draft = play(fresh(), {"quick": True}, {"words": "Bring in a worker"}, {"words": "Bring in a worker"})

    assert draft.actions[1:] == ("enter 2 a5",)
    assert draft.left == "8 AP left"


def test_the_leader_joins_the_workers_who_go_the_same_way() -> None:
    entering = {"words": "Bring in a worker"}, {"words": "Bring in the leader"}

    draft = play(
        fresh(), {"quick": True}, *entering, {"start": "a5", "at": "a4"}, {"start": "a5", "at": "a4"}
    )

    assert draft.actions[-1] == "move 1+L a5 a4"


def test_another_action_between_two_is_not_merged() -> None:
    draft = play(
        fresh(), {"quick": True}, {"at": "a5"}, {"start": "a5", "at": "a4"}, {"at": "a5", "start": ""}
    )

    assert [action.split()[0] for action in draft.actions] == ["tile", "enter", "move", "enter"]


def test_places_are_called_by_what_is_there() -> None:
    draft = play(fresh(), {"quick": True}, {"at": "a5"})
    called = {spot.name: spot.words for spot in draft.spots}

    assert called["a4"] == "a4, temple 1"
    assert called["a5"] == "a5, base camp, 1 of your workers"


def test_in_front_of_a_wafer_the_draft_stops_and_says_why() -> None:
    view = at_a_treasure()
    draft = tikal.compose(view, "take b3")

    assert draft.stops == "wafer"
    assert "neither it nor anything before it can be taken back" in draft.warning
    assert draft.left == "7 AP left"
    assert [tap.orders for tap in draft.taps] == ["take b3 x2"]
    assert tikal.compose(view, "take b3 x2").taps == ()


def at_a_treasure() -> View:
    """Seat 1 has two workers on a treasure."""
    state = tikal.setup(2, {}, bytes(32))
    treasure = state.board["b4"]._replace(kind="treasure", wafers=4, tile="A2")
    me = state.seats[0]._replace(workers={"b3": 2}, supply=16)
    board = {**state.board, "b3": treasure}
    standing = state._replace(
        board=board, seats=(me, *state.seats[1:]), to_move=1, phase="ap", ap=10, hand="", dealt=4
    )
    return tikal.view(standing, 1)


def test_a_mistake_is_raised_as_a_submission_would_raise_it() -> None:
    with pytest.raises(Illegal, match="is not next to any explored hex"):
        tikal.compose(fresh(), "tile h1 r0")


def test_a_player_who_is_not_asked_has_nothing_to_tap() -> None:
    state = tikal.setup(2, {}, bytes(32))

    assert tikal.compose(tikal.view(state, 3 - state.to_move), "").taps == ()


def test_another_bid_takes_the_place_of_the_first() -> None:
    draft = play(fresh(3, auction=True), {"orders": "bid 3"}, {"orders": "bid 5"})

    assert draft.actions == ("bid 5",)


def test_what_is_at_stake_in_an_auction_is_told() -> None:
    told = dict(tikal.stakes(fresh(3, auction=True), ["Ana", "Bo", "Cy"]))

    assert told["You have"] == "20 points"
    assert told["High bid"] == "no bids so far"
    assert told["Still bidding"] == "Bo and Cy"
    assert tikal.stakes(fresh()) == ()


def test_a_plan_that_was_filled_in_can_be_read() -> None:
    view = fresh(3, auction=True)
    form = tikal.plan_form(view)

    text = form.write("auction 1", {"bid": 6, "end": 1})

    assert tikal.read_plan(text, view).write() == "auction 1: bid up to 6; always: end scoring"
    assert form.write("auction 1", {}) == ""


def test_every_hex_can_be_touched() -> None:
    assert tikal.touch().count("data-place=") == 40
