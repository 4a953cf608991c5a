"""The pictures: whole, the same every time, and showing what the view says."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.game import View
from engine.incan_gold import state as incan_gold
from engine.record import Moment, replay
from engine.registry import game
from engine.tikal.pieces import HEXES

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
TIKAL = [record for record in RECORDS if record.stem.startswith("tikal")]
INCAN_GOLD = [record for record in RECORDS if record.stem.startswith("incan-gold")]
LARGEST = 150_000

HOSTILE = (
    "<script>alert('x')</script>]]>&amp;\"",
    "\u202e\u2067mirrored\u0000\u001b\ufffe\ud800",
    "שלום עולם וגם שלום לכל שאר העולם הגדול",
    "👩‍👩‍👧‍👦" * 5,
    "W\u0351\u036b\u0343" * 10,
    "﷽" * 40,
    "W" * 40,
    "",
)


@cache
def lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()]


@cache
def moments(record: Path) -> list[Moment]:
    return list(replay(lines(record)))


def views(record: Path, seat: int | None = 1) -> Iterator[View]:
    rules = game(lines(record)[0]["game"])
    return (rules.view(moment.state, seat) for moment in moments(record))


def last_view(record: Path, seat: int | None = 1) -> View:
    return list(views(record, seat))[-1]


def drawn(view: View, names: tuple[str, ...] = ()) -> str:
    return game(view["game"]).svg(view, names)


def parts(picture: str, mark: str) -> list[ElementTree.Element]:
    """What bears a mark such as `data-hex`."""
    return [part for part in ElementTree.fromstring(picture).iter() if mark in part.attrib]


def by_name(record: Path) -> str:
    return record.stem


@pytest.mark.parametrize("record", RECORDS, ids=by_name)
def test_every_step_of_every_record_can_be_drawn(record: Path) -> None:
    names = tuple(lines(record)[0]["seats"])

    for view in views(record):
        picture = drawn(view, names)
        ElementTree.fromstring(picture)
        assert len(picture.encode()) < LARGEST


@pytest.mark.parametrize("record", RECORDS, ids=by_name)
def test_the_same_view_gives_the_same_bytes(record: Path) -> None:
    for view in views(record):
        other_way_round = dict(reversed(json.loads(json.dumps(view)).items()))
        assert drawn(view) == drawn(other_way_round)


@pytest.mark.parametrize("record", [TIKAL[0], INCAN_GOLD[0]], ids=by_name)
def test_a_picture_has_a_title_and_the_description_a_screen_reader_reads(record: Path) -> None:
    view = last_view(record)
    root = ElementTree.fromstring(drawn(view))
    described = {part.get("id"): part.text for part in root.iter() if part.get("id")}

    title, description = root.get("aria-labelledby", "").split()

    assert root.get("role") == "img"
    assert described[title]
    assert described[description] == game(view["game"]).describe(view)


@pytest.mark.parametrize("record", [TIKAL[0], INCAN_GOLD[0]], ids=by_name)
def test_a_picture_needs_nothing_from_elsewhere_and_runs_nothing(record: Path) -> None:
    picture = drawn(last_view(record))

    everything = list(ElementTree.fromstring(picture).iter())
    tags = {part.tag.partition("}")[2] for part in everything}
    attributes = {name for part in everything for name in part.attrib}

    assert picture.count("http") == 1  # the name of the format
    assert not tags & {"script", "style", "image", "foreignObject", "a"}
    assert not [name for name in attributes if name.startswith("on")]
    assert all(part.get("href", "#").startswith("#") for part in everything)


@pytest.mark.parametrize("record", RECORDS, ids=by_name)
def test_everything_used_is_defined_once(record: Path) -> None:
    for view in views(record):
        root = ElementTree.fromstring(drawn(view))
        defined = [part.get("id") for part in root.iter() if part.get("id")]
        used = {part.get("href", "")[1:] for part in root.iter() if part.get("href")}
        assert len(defined) == len(set(defined))
        assert used <= set(defined)


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
@pytest.mark.parametrize("record", [TIKAL[0], INCAN_GOLD[0]], ids=by_name)
def test_no_name_breaks_the_picture(record: Path, hostile: str) -> None:
    for view in (next(views(record)), last_view(record)):
        picture = drawn(view, (hostile,) * len(lines(record)[0]["seats"]))
        tags = {part.tag.partition("}")[2] for part in ElementTree.fromstring(picture).iter()}
        assert "script" not in tags


def test_a_long_name_is_shortened_where_room_is_short() -> None:
    picture = drawn(last_view(TIKAL[0]), ("M" * 40, "Bo"))

    shown = [part.text or "" for part in ElementTree.fromstring(picture).iter() if part.tag.endswith("text")]

    assert any(words.startswith("MMM") and "…" in words for words in shown)
    assert not any("M" * 40 in words for words in shown)


@pytest.mark.parametrize("record", TIKAL, ids=by_name)
def test_every_hex_shows_its_stones_as_they_lie(record: Path) -> None:
    for view in views(record):
        hexes = {part.attrib["data-hex"]: part for part in parts(drawn(view), "data-hex")}
        assert list(hexes) == list(HEXES)
        for name, shown in hexes.items():
            assert stones(shown) == view["board"].get(name, {}).get("stones", [0] * 6)


def stones(shown: ElementTree.Element) -> list[int]:
    """Read off the picture: what is turned to which side, and which of the slabs it is."""
    sides = [0] * 6
    for side in shown.iter():
        if "data-side" in side.attrib:
            turned = int(side.get("transform", "rotate(0)")[7:-1]) // 60
            sides[turned] = int(side[0].attrib["href"].removeprefix("#tk-stones-"))
    return sides


@pytest.mark.parametrize("record", TIKAL, ids=by_name)
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


@pytest.mark.parametrize("record", TIKAL, ids=by_name)
def test_the_tiles_in_question_and_what_is_left_are_shown(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        hand = [view["hand"]] if view["hand"] else []
        squares = {
            part.attrib["data-square"]: int(part.attrib["data-left"])
            for part in parts(picture, "data-square")
        }
        tiles = {
            part.attrib["data-group"]: int(part.attrib["data-left"]) for part in parts(picture, "data-group")
        }

        assert [part.attrib["data-tile"] for part in parts(picture, "data-tile")] == hand + view["display"]
        assert (squares, tiles) == (view["squares"], view["tiles_left"])


@pytest.mark.parametrize("record", INCAN_GOLD, ids=by_name)
def test_the_path_shows_every_card_and_what_lies_on_it(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        cards = parts(picture, "data-card")
        lying = [int(part.attrib["data-lying"]) for part in parts(picture, "data-lying")]

        assert [card.attrib["data-card"] for card in cards] == [str(card["card"]) for card in view["path"]]
        assert lying == [card["lying"] for card in view["path"] if card["lying"]]


@pytest.mark.parametrize("record", INCAN_GOLD, ids=by_name)
def test_the_copies_of_every_hazard_add_up(record: Path) -> None:
    for view in views(record):
        for part in parts(drawn(view), "data-hazard"):
            kind = part.attrib["data-hazard"]
            down, out = int(part.attrib["data-down"]), int(part.attrib["data-out"])
            assert out == view["out"].get(kind, 0)
            assert view["over"] or down == view["deck"].count(kind)


@pytest.mark.parametrize("record", INCAN_GOLD, ids=by_name)
def test_a_tent_is_open_only_where_the_view_shows_it(record: Path) -> None:
    for view in views(record):
        shown = [int(part.attrib["data-tent"]) for part in parts(drawn(view), "data-tent")]

        assert shown == [tent for tent in view["tents"] if tent is not None]


def test_the_order_of_hidden_tiles_and_wafers_does_not_change_the_picture() -> None:
    rules = game("tikal")
    state = moments(TIKAL[0])[10].state
    hidden = state.deal.tiles[state.turned :]
    other = state._replace(
        deal=state.deal._replace(
            tiles=(*state.deal.tiles[: state.turned], *reversed(hidden)), wafers=state.deal.wafers[::-1]
        )
    )

    assert rules.svg(rules.view(state, 1)) == rules.svg(rules.view(other, 1))


def test_the_order_of_the_deck_and_the_tents_of_others_do_not_change_the_picture() -> None:
    rules = game("incan-gold")
    state: incan_gold.State = moments(INCAN_GOLD[0])[3].state
    seen, unseen = state.deck[: len(state.path)], state.deck[len(state.path) :]
    other = state._replace(
        deck=(*seen, *reversed(unseen)), tents=(state.tents[0], *[99 for _ in state.tents[1:]])
    )

    assert rules.svg(rules.view(state, 1)) == rules.svg(rules.view(other, 1))
