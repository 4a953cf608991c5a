"""Drafts in every game: what can be tapped is legal, and what is filled in is a plan."""

import pytest

from engine.composing import compose_before_mistake
from engine.errors import Illegal, OrderError, Unreadable
from engine.taps import Blank, Composition, PlanForm
from tests.engine.matches import SETTINGS, Setting, moments

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
FORM = PlanForm(
    {"always": "for good"}, (Blank("a", "A", "a {n}", 9), Blank("b", "B", "b")), "if ", " or ", "; else c"
)


@each_setting
def test_every_choice_begins_with_a_tap_and_every_tap_can_be_tried(setting: Setting) -> None:
    rules = setting.game
    for moment in moments(setting)[::40]:
        for seat in rules.asked(moment.before):
            view = rules.view(moment.before, seat)
            draft = rules.compose(view, "")
            assert draft.taps
            for tap in draft.taps[::9]:
                assert rules.compose(view, tap.orders).actions == (tap.orders,)


@each_setting
def test_drafts_are_what_previews_are(setting: Setting) -> None:
    rules = setting.game
    for moment in moments(setting)[::20]:
        seat, text = next(iter(moment.step.canonical.items()))
        view = rules.view(moment.before, seat)
        preview, draft = rules.preview(view, text), rules.compose(view, text)
        assert (draft.view, draft.events, draft.stops) == (preview.view, preview.events, preview.stops)
        assert "; ".join(draft.actions) == text


@each_setting
def test_every_plan_that_can_be_filled_in_can_be_read(setting: Setting) -> None:
    rules = setting.game
    for moment in moments(setting)[::60]:
        for seat in rules.asked(moment.before):
            view = rules.view(moment.before, seat)
            if form := rules.plan_form(view):
                for scope in form.scopes:
                    for blank in form.blanks:
                        rules.read_plan(form.write(scope, {blank.name: 1}), view)


@each_setting
def test_an_onlooker_has_nothing_at_stake_and_nothing_to_tap(setting: Setting) -> None:
    rules = setting.game
    view = rules.view(moments(setting)[0].before, None)

    assert rules.compose(view, "").taps == ()
    assert rules.stakes(view) == ()
    with pytest.raises(OrderError):
        rules.compose(view, "camp")


def test_a_plan_form_writes_what_was_filled_in_and_nothing_else() -> None:
    assert FORM.write("always", {"a": 3}) == "always: if a 3; else c"
    assert FORM.write("always", {"b": 1, "a": 3, "unknown": 1}) == "always: if a 3 or b; else c"
    assert FORM.write("always", {}) == FORM.write("never", {"a": 3}) == ""


def test_of_orders_with_a_mistake_all_up_to_the_separator_before_it_is_kept() -> None:
    def good(orders: str) -> Composition:
        return Composition({}, tuple(orders.split(";")))

    assert compose_before_mistake("a; b; wrong; c", 6, good).actions == ("a", " b")
    assert compose_before_mistake("a\nwrong", 2, good).actions == ("a",)
    assert compose_before_mistake("wrong; a", 0, good).actions == ("",)


def test_a_second_mistake_before_the_first_is_found_too() -> None:
    def good(orders: str) -> Composition:
        if "illegal" in orders:
            raise Illegal("no").at(2, orders.index("illegal"), len(orders), "illegal")
        return Composition({}, (orders,))

    assert compose_before_mistake("a; illegal; zzz", 12, good).actions == ("a",)


def test_where_nothing_is_good_nothing_is_kept() -> None:
    def good(orders: str) -> Composition:
        if orders:
            raise Unreadable("no")
        return Composition({})

    assert compose_before_mistake("; ".join("abcdefgh"), 20, good).actions == ()
