"""What every registered game promises the house, over matches of legal orders at random."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

import engine.incan_gold
import engine.tikal
import tests.pebbles
from app.commands.random import play_match as recorded
from engine.chance import Stream
from engine.errors import GameOver, NotToMove, OrderError
from engine.game import Game
from engine.random_play import play, play_on
from engine.verify import RIGHT, verify
from tests.engine.matches import SETTINGS, Setting, moments, played, seats_of, views, wandered

# The type checker reads this as: each of them has all that the contract names.
KEEPS_THE_CONTRACT: Sequence[Game] = (engine.tikal, engine.incan_gold)

each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


@each_setting
def test_a_match_ends_with_a_result(setting: Setting) -> None:
    last = moments(setting)[-1].step.state

    result = setting.game.result(last)

    assert result is not None
    assert len(result.scores) == setting.seats
    assert set(result.winners) <= set(range(1, setting.seats + 1))
    assert setting.game.asked(last) == {}


@each_setting
def test_nobody_has_a_result_before_the_end(setting: Setting) -> None:
    assert all(setting.game.result(moment.before) is None for moment in moments(setting))
    assert all(setting.game.asked(moment.before) for moment in moments(setting))


@each_setting
def test_the_same_orders_give_the_same_match(setting: Setting) -> None:
    state = setting.game.setup(setting.seats, setting.chosen, setting.seed, setting.version)

    for moment in moments(setting):
        step = setting.game.apply(state, moment.step.canonical)
        assert step.state == moment.step.state
        assert step.events == moment.step.events
        state = step.state


@each_setting
def test_the_same_chance_gives_the_same_random_match(setting: Setting) -> None:
    assert [moment.orders for moment in wandered(setting)] == [moment.orders for moment in moments(setting)]


@each_setting
def test_written_orders_read_back_as_themselves(setting: Setting) -> None:
    for moment in moments(setting):
        for text in moment.step.canonical.values():
            assert setting.game.write(text) == text
            assert setting.game.write(text.upper().replace("; ", "\r\n")) == text


@each_setting
def test_a_state_turns_into_json_and_back_at_every_step(setting: Setting) -> None:
    rules = setting.game

    for moment in moments(setting):
        data = json.loads(json.dumps(rules.to_json(moment.step.state)))
        assert rules.from_json(data, setting.seed) == moment.step.state
        assert rules.to_json(rules.from_json(data, None)) == data


@each_setting
def test_apply_changes_no_state_it_is_given(setting: Setting) -> None:
    for moment in moments(setting):
        before = json.dumps(setting.game.to_json(moment.before))
        setting.game.apply(moment.before, moment.orders)
        assert json.dumps(setting.game.to_json(moment.before)) == before


@each_setting
def test_events_and_views_are_plain_data(setting: Setting) -> None:
    opening = setting.game.opening(setting.seats, setting.chosen, setting.seed, setting.version)

    for events in (opening, *(moment.step.events for moment in moments(setting))):
        assert json.dumps(events)
    for moment in moments(setting):
        for view in views(setting, moment.step.state):
            assert json.loads(json.dumps(view)) == view


@each_setting
def test_every_event_is_told_as_a_sentence(setting: Setting) -> None:
    names = [f"{{Name}} {seat}" for seat in range(1, setting.seats + 1)]

    for moment in moments(setting):
        for event in moment.step.events:
            for told in (setting.game.tell(event), setting.game.tell(event, names)):
                assert told.endswith((".", "!"))
                assert "{" not in told.replace("{Name}", "")


@each_setting
def test_every_view_is_drawn_and_described(setting: Setting) -> None:
    for moment in moments(setting)[::5]:
        for view in views(setting, moment.step.state):
            board = setting.game.board(view)
            assert max(map(len, board.splitlines())) <= 78
            assert setting.game.describe(view)
            assert setting.game.svg(view).startswith("<svg")


@each_setting
def test_a_preview_is_what_applying_leads_to(setting: Setting) -> None:
    """Where nothing is turned up and nobody else has to answer first."""
    for moment in moments(setting):
        ((seat, text),) = list(moment.orders.items())[:1]
        preview = setting.game.preview(setting.game.view(moment.before, seat), text)
        if not preview.stops:
            assert preview.view == setting.game.view(moment.step.state, seat)
            assert preview.events == moment.step.events
            assert preview.canonical == moment.step.canonical[seat]


@each_setting
def test_all_choices_are_legal_and_so_are_the_clocks_orders(setting: Setting) -> None:
    stream = Stream(setting.seed, "choices")

    for moment in moments(setting)[::3]:
        asked = setting.game.asked(moment.before)
        seat = min(asked)
        view = setting.game.view(moment.before, seat)
        choices = list(setting.game.choices(view))
        for text in (setting.game.automatic(view), *(choices[stream.below(len(choices))] for _ in range(5))):
            assert setting.game.apply(moment.before, {**moment.orders, seat: text}).canonical[seat] == text


@each_setting
def test_a_player_who_is_not_asked_has_no_choices(setting: Setting) -> None:
    for moment in moments(setting)[::5]:
        for seat in seats_of(setting):
            if seat not in setting.game.asked(moment.before):
                view = setting.game.view(moment.before, seat)
                assert setting.game.legal(view) == {}
                assert list(setting.game.choices(view)) == []


@each_setting
def test_a_player_who_is_not_asked_is_refused(setting: Setting) -> None:
    first = moments(setting)[0]
    rules = setting.game

    with pytest.raises(NotToMove):
        rules.apply(first.before, {})
    with pytest.raises(NotToMove):
        rules.apply(first.before, {**first.orders, setting.seats + 1: "end"})
    with pytest.raises(NotToMove):
        rules.preview(rules.view(first.before, None), "end")
    with pytest.raises(GameOver):
        rules.apply(moments(setting)[-1].step.state, first.orders)


@each_setting
def test_the_clock_alone_brings_a_match_to_its_end(setting: Setting) -> None:
    assert setting.game.result(played(setting, setting.game.automatic)[-1].step.state)


@each_setting
def test_bots_play_a_match_to_its_end(setting: Setting) -> None:
    moments = played(setting, setting.game.bot)

    assert setting.game.result(moments[-1].step.state)
    assert not any(moment.step.refused for moment in moments)


@each_setting
def test_a_match_makes_a_record_that_verifies(setting: Setting) -> None:
    chosen = dict(setting.chosen)
    record = recorded(setting.name, setting.seats, chosen, "x", "random", version=setting.rules)

    verdict = verify(record.text().encode())

    assert verdict.problems == []
    assert verdict.status == RIGHT
    assert verdict.head == record.head


# --- Rules that change ---


def same_again(rules: Game, state: Any, seed: bytes) -> bool:
    """As the program keeps it and reads it back."""
    return bool(rules.from_json(json.loads(json.dumps(rules.to_json(state))), seed) == state)


OLDER = [
    (rules, older) for rules in (*KEEPS_THE_CONTRACT, tests.pebbles) for older in range(1, rules.META.rules)
]


@pytest.mark.parametrize(("rules", "older"), OLDER, ids=lambda each: getattr(each, "__name__", str(each)))
def test_a_match_can_move_on_to_newer_rules_after_any_step(rules: Game, older: int) -> None:
    seats, seed = rules.META.fewest, bytes(32)
    begun = [moment.step.state for moment in play(rules, seats, {}, seed, rules.bot, older)][:-1]
    moved = [rules.under(state, older + 1) for state in begun]

    assert all(same_again(rules, state, seed) for state in moved)
    for state in moved[:: len(moved) // 4 + 1]:
        later = [moment.step.state for moment in play_on(rules, state, rules.bot)]
        assert rules.result(later[-1])
        assert all(same_again(rules, each, seed) for each in later)
        assert all(rules.view(each, seat)["rules"] == older + 1 for each in later for seat in (None, 1))


def test_a_game_refuses_seats_and_options_it_does_not_have() -> None:
    for rules in KEEPS_THE_CONTRACT:
        for seats in (0, rules.META.fewest - 1, rules.META.most + 1, True):
            with pytest.raises(ValueError, match="seats"):
                rules.setup(seats, {}, bytes(32))
        with pytest.raises(ValueError, match="no option 'speed'"):
            rules.setup(rules.META.fewest, {"speed": True}, bytes(32))
        for option in rules.META.options:
            with pytest.raises(ValueError, match="true or false"):
                rules.setup(rules.META.fewest, {option: 1}, bytes(32))


def test_errors_are_one_family() -> None:
    assert issubclass(NotToMove, OrderError)
    assert issubclass(OrderError, ValueError)
