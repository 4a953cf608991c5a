"""What Tikal's picture shows, read off the picture and held against the view."""

from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.game import Event, View
from engine.registry import game
from engine.tikal.draw import svg
from engine.tikal.draw.tiles import tile
from engine.tikal.pieces import HEXES, PRINTED, TILES
from engine.tikal.state import explored_hex
from tests.engine.drawing.records import TIKAL, drawn, each, last_view, marked, moments, parts, some, views


def stones(shown: ElementTree.Element) -> list[int]:
    """What is turned to which side, and which of the slabs it is."""
    sides = [0] * 6
    for side in shown.iter():
        if "data-side" in side.attrib:
            turned = int(side.get("transform", "rotate(0)")[7:-1]) // 60
            sides[turned] = int(side[0].attrib["href"].removeprefix("#tk-stones-"))
    return sides


@each(TIKAL)
def test_every_hex_is_there_with_its_name_and_its_stones_as_they_lie(record: Path) -> None:
    for view in views(record):
        hexes = {part.attrib["data-hex"]: part for part in parts(drawn(view), "data-hex")}
        assert sorted(hexes) == sorted(HEXES)
        for name, shown in hexes.items():
            assert name in [part.text for part in shown]
            assert stones(shown) == view["board"].get(name, {}).get("stones", [0] * 6)


@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("name", TILES)
def test_a_tile_shows_the_stones_of_the_table_in_every_rotation(name: str, rotation: int) -> None:
    table = TILES[name].stones

    shown = ElementTree.fromstring(f"<g>{tile(explored_hex(name, rotation=rotation)._asdict())}</g>")

    assert stones(shown) == [table[(side - rotation) % 6] for side in range(6)]


@pytest.mark.parametrize("place", PRINTED)
def test_the_printed_hexes_show_the_stones_of_the_table(place: str) -> None:
    shown = ElementTree.fromstring(f"<g>{tile(explored_hex('', place)._asdict())}</g>")

    assert stones(shown) == list(PRINTED[place].stones)


@each(TIKAL)
def test_stones_are_drawn_last_so_that_nothing_hides_them(record: Path) -> None:
    for part in parts(drawn(list(views(record))[-1]), "data-hex"):
        *below, name = list(part)
        slabs = ["data-side" in child.attrib for child in below]
        assert name.text == part.attrib["data-hex"]
        assert slabs == sorted(slabs)


@each(TIKAL)
def test_every_hex_shows_who_is_there_and_whose_camp_or_guard_it_has(record: Path) -> None:
    for view in views(record):
        for shown in parts(drawn(view), "data-hex"):
            name = shown.attrib["data-hex"]
            here = view["board"].get(name, {})
            assert members(shown) == expected(view, name)
            assert owner(shown, "data-camp") == here.get("camp", 0)
            assert owner(shown, "data-guard") == here.get("guard", 0)


def members(shown: ElementTree.Element) -> list[tuple[int, int, int]]:
    marks = ("data-seat", "data-workers", "data-leader")
    counts = [
        [int(part.attrib[mark]) for mark in marks] for part in shown.iter() if "data-seat" in part.attrib
    ]
    return [(seat, workers, leader) for seat, workers, leader in counts]


def expected(view: View, name: str) -> list[tuple[int, int, int]]:
    seats = [
        (seat, own["workers"].get(name, 0), int(own["leader"] == name))
        for seat, own in enumerate(view["seats"], 1)
    ]
    return [(seat, workers, leader) for seat, workers, leader in seats if workers or leader]


def owner(shown: ElementTree.Element, mark: str) -> int:
    return next((int(part.attrib[mark]) for part in shown.iter() if mark in part.attrib), 0)


@each(TIKAL)
def test_the_counts_beside_the_seats_are_written_in_figures(record: Path) -> None:
    for part in parts(drawn(list(views(record))[-1]), "data-workers"):
        workers, leader = part.attrib["data-workers"], part.attrib["data-leader"]
        figures = [child.text for child in part if child.tag.endswith("text")]
        assert figures == ([] if workers == "0" else [f"+{workers}" if leader == "1" else workers])


@each(TIKAL)
def test_a_temple_shows_its_value_and_grows_with_it(record: Path) -> None:
    for view in views(record):
        for shown in parts(drawn(view), "data-hex"):
            here: dict[str, Any] = view["board"].get(shown.attrib["data-hex"], {})
            if here.get("kind") == "temple":
                value = str(here["value"])
                used = [part.get("href", "").removesuffix("-small") for part in shown.iter()]
                assert value in [part.text for part in shown.iter()]
                assert f"#tk-pyramid-{value}" in used


@each(TIKAL)
def test_the_tiles_in_question_and_what_is_left_are_shown(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        hand = [view["hand"]] if view["hand"] else []
        left = {
            mark: {part.attrib[mark]: int(part.attrib["data-left"]) for part in parts(picture, mark)}
            for mark in ("data-square", "data-group")
        }

        assert marked(picture, "data-tile") == hand + view["display"]
        assert left == {"data-square": view["squares"], "data-group": view["tiles_left"]}


@each(TIKAL)
def test_the_tile_to_be_placed_is_shown_in_all_its_rotations(record: Path) -> None:
    for view in views(record):
        turned = parts(drawn(view), "data-rotation")
        places = view["phase"] == "tile" and any(TILES[view["hand"]].stones)
        assert len(turned) == (5 if places else 0)
        for part in turned:
            rotation = int(part.attrib["data-rotation"])
            assert stones(part) == list(explored_hex(view["hand"], rotation=rotation).stones)


@each(TIKAL)
def test_on_the_score_track_a_player_who_has_more_points_is_further_on(record: Path) -> None:
    for view in views(record):
        tokens = parts(drawn(view), "data-score")
        scores = [own["score"] for own in view["seats"]]
        ends = [float(token.find("{*}use").get("x", "0")) for token in tokens]  # type: ignore[union-attr]

        assert [int(token.attrib["data-score"]) for token in tokens] == scores
        pairs = list(combinations(zip(scores, ends, strict=True), 2))
        assert all((score > other) == (end > behind) for (score, end), (other, behind) in pairs)


@each(TIKAL)
def test_what_the_last_step_changed_is_marked_and_nothing_else(record: Path) -> None:
    rules = game("tikal")
    for moment in some(record):
        view = rules.view(moment.state, 1)
        assert set(marked(svg(view, events=moment.events), "data-changed")) == changed(moment.events)
        assert marked(svg(view), "data-changed") == []


def changed(events: tuple[Event, ...]) -> set[str]:
    places = {event["place"] for event in events if "place" in event}
    return places | {event["way"][-1] for event in events if event["event"] == "moved"}


def test_a_way_that_was_gone_is_drawn_once_from_station_to_station() -> None:
    move = {"event": "moved", "seat": 2, "workers": 1, "leader": False, "way": ["a5", "b5", "c5"], "cost": 3}

    picture = svg(next(views(TIKAL[0])), events=(move, move))

    assert marked(picture, "data-way") == ["a5-b5-c5"]
    assert marked(picture, "data-changed") == ["c5"]


def test_points_just_scored_stand_beside_the_score() -> None:
    scored = {"event": "scored", "seat": 1, "temples": {"a4": 3, "b5": 2}, "treasures": 1, "score": 6}

    picture = svg(next(views(TIKAL[0])), events=(scored,))

    assert "(+6)" in picture


def test_the_order_of_hidden_tiles_and_wafers_does_not_change_the_picture() -> None:
    rules, state = game("tikal"), moments(TIKAL[0])[10].state
    hidden = state.deal.tiles[state.turned :]
    deal = state.deal._replace(
        tiles=(*state.deal.tiles[: state.turned], *reversed(hidden)), wafers=state.deal.wafers[::-1]
    )

    assert svg(rules.view(state, 1)) == svg(rules.view(state._replace(deal=deal), 1))


def test_wafers_just_got_bear_a_star() -> None:
    view = last_view(TIKAL[1])
    motif = next(iter(view["seats"][0]["wafers"]))
    took = {"event": "took", "seat": 1, "place": "a3", "wafers": [motif], "left": 0}

    assert marked(svg(view, events=(took,)), "data-new") == [motif]
    assert marked(svg(view), "data-new") == []
