"""What Incan Gold's picture shows, read off the picture and held against the view."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from app.i18n.render import speech
from engine.incan_gold import state as incan_gold
from engine.incan_gold.draw import svg
from engine.incan_gold.draw.changes import count_turned_up, hazards_that_ended_rounds
from engine.incan_gold.draw.path import ACROSS, place
from engine.registry import game
from tests.engine.drawing.records import (
    INCAN_GOLD,
    drawn,
    each,
    last_view,
    marked,
    moments,
    parts,
    some,
    views,
)
from tests.engine.incan_gold.positions import position


@each(INCAN_GOLD)
def test_the_path_shows_every_card_and_what_lies_on_it(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        lying = [int(count) for count in marked(picture, "data-lying")]

        assert marked(picture, "data-card") == [str(card["card"]) for card in view["path"]]
        assert lying == [card["lying"] for card in view["path"] if card["lying"]]


def test_the_way_goes_down_all_the_time_and_no_two_cards_share_a_place() -> None:
    places = [place(n) for n in range(26)]  # as many as a round can have

    assert all(later.y > earlier.y for earlier, later in pairwise(places))
    assert all(45 < x < 755 for x, _ in places)
    assert len({x for x, _ in places[:ACROSS]}) == ACROSS


@each(INCAN_GOLD)
def test_a_temple_that_is_to_be_tall_goes_on_in_the_dark_down_to_its_foot(record: Path) -> None:
    for view in views(record):
        picture, usual = svg(view, size="board", tall=1500), svg(view, size="board")

        assert 'viewBox="0 0 800 1500"' in picture
        assert foot_of(picture) > 1480 > foot_of(usual)
        assert marked(picture, "data-card") == marked(usual, "data-card")


def foot_of(picture: str) -> float:
    """Where the paper below the temple begins."""
    found = re.search(r'd="M0.75 (\S+?)h10.25', picture)
    assert found
    return float(found[1])


@each(INCAN_GOLD)
def test_those_inside_stand_on_the_way_and_the_others_before_their_tents(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        at_home = [seat for seat in range(1, len(view["held"]) + 1) if seat not in view["inside"]]

        assert [int(seat) for seat in marked(picture, "data-explorer")] == view["inside"]
        assert [int(seat) for seat in marked(picture, "data-camped") if seat != "0"] == at_home


@each(INCAN_GOLD)
def test_what_everybody_holds_is_shown_until_the_end(record: Path) -> None:
    for view in views(record):
        shown = [int(held) for held in marked(drawn(view), "data-held")]
        assert shown == ([] if view["over"] else view["held"])


@each(INCAN_GOLD)
def test_the_copies_of_every_hazard_add_up(record: Path) -> None:
    for view in views(record):
        for part in parts(drawn(view), "data-hazard"):
            kind = part.attrib["data-hazard"]
            down, out = int(part.attrib["data-down"]), int(part.attrib["data-out"])
            assert out == view["out"].get(kind, 0)
            assert view["over"] or down == view["deck"].count(kind)


@each(INCAN_GOLD)
def test_the_treasures_nobody_has_seen_are_shown(record: Path) -> None:
    for view in views(record):
        hidden = [card for card in view["deck"] if isinstance(card, int)]
        assert [int(value) for value in marked(drawn(view), "data-face-down")] == hidden


@each(INCAN_GOLD)
def test_a_tent_is_open_only_where_the_view_shows_it(record: Path) -> None:
    for view in views(record):
        shown = [int(tent) for tent in marked(drawn(view), "data-tent")]
        assert shown == [tent for tent in view["tents"] if tent is not None]


@each(INCAN_GOLD)
def test_there_are_artifacts_only_in_a_match_with_artifacts(record: Path) -> None:
    for view in views(record):
        assert ("ig-idol" in drawn(view)) == view["artifacts"]


@each(INCAN_GOLD)
def test_the_cards_just_turned_up_are_marked(record: Path) -> None:
    rules = game("incan-gold")
    for moment in some(record):
        view = rules.view(moment.state, 1)
        count, new = len(view["path"]), count_turned_up(moment.events)
        shown = marked(svg(view, events=moment.events), "data-changed")
        assert 1 <= new <= 2 or not moment.state.inside
        assert shown == [str(n) for n in range(count - new, count)]
        assert marked(svg(view), "data-changed") == []


@each(INCAN_GOLD)
def test_the_five_rounds_are_on_the_horizon(record: Path) -> None:
    assert marked(drawn(last_view(record)), "data-round") == ["1", "2", "3", "4", "5"]


def test_the_order_of_the_deck_and_the_tents_of_others_do_not_change_the_picture() -> None:
    rules = game("incan-gold")
    state: incan_gold.State = moments(INCAN_GOLD[0])[3].state
    seen, unseen = state.deck[: len(state.path)], state.deck[len(state.path) :]
    other = state._replace(
        deck=(*seen, *reversed(unseen)), tents=(state.tents[0], *[99 for _ in state.tents[1:]])
    )

    assert svg(rules.view(state, 1)) == svg(rules.view(other, 1))


def test_what_the_last_step_brought_home_and_what_it_lost_is_told() -> None:
    view = next(views(INCAN_GOLD[0]))
    left = {"event": "left", "seats": [2], "share": 1, "rest": 0, "stored": {"2": 8}, "artifacts": 0}
    fled = {"event": "fled", "kind": "spider", "lost": {"1": 61, "3": 0}}
    over = {"event": "round_over", "round": 1, "artifacts": 0, "lying": 0}
    view = {**view, "held": [0, 0, 0]}

    before, after = svg(view), svg(view, events=(left, fled, over))

    assert "+8" in after
    assert "lost 61" in after
    assert "+8" not in before
    assert "lost" not in before
    assert marked(after, "data-ended") == ["spider"]


def test_a_second_round_ended_in_one_step_shows_the_hazard_over_that_round() -> None:
    events = (
        {"event": "round_over", "round": 1, "artifacts": 0, "lying": 0},
        {"event": "fled", "kind": "fire", "lost": {}},
        {"event": "round_over", "round": 2, "artifacts": 0, "lying": 0},
    )

    assert hazards_that_ended_rounds(events) == {2: "fire"}


@pytest.mark.parametrize("language", ["en", "pl", "cs", "de", "fr"])
def test_a_closed_tent_is_said_large_enough_to_be_read(language: str) -> None:
    words = speech(language)
    view = game("incan-gold").view(position(seats=3, artifacts=False), 1)

    said = re.findall(rf'font-size="(\S+)"[^>]*>{words.gettext("closed")}<', svg(view, speech=words))

    assert said == ["20", "20"]
