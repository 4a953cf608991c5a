"""Every picture of every game: whole, the same every time, and fit for pages, letters and books alike."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.registry import game
from engine.speech import seat_letter
from engine.svg import with_own_ids
from tests.engine.drawing.records import ONE_OF_EACH, RECORDS, drawn, each, last_view, lines, moments, views
from tests.engine.matches import SETTINGS, Setting
from tests.engine.matches import moments as played

LARGEST = 100_000
HOSTILE = (
    "<script>alert('x')</script>]]>&amp;\"",
    '" onload="alert(1)" x="',
    "\u202e\u2067mirrored\u0000\u001b\ufffe\ud800",
    "שלום עולם וגם שלום לכל שאר העולם הגדול",
    "👩‍👩‍👧‍👦" * 5,
    "W\u0351\u036b\u0343" * 10,
    "﷽" * 40,
    "W" * 40,
    'url(#tk-A) id="tk-title" href="#tk-B"',
    "",
)


def elements(picture: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter())


def tags(picture: str) -> set[str]:
    return {part.tag.partition("}")[2] for part in elements(picture)}


def ids(picture: str) -> list[str]:
    return [part.attrib["id"] for part in elements(picture) if "id" in part.attrib]


@each(RECORDS)
def test_every_step_of_every_record_is_drawn_with_its_events_and_is_not_too_large(record: Path) -> None:
    rules, names = game(lines(record)[0]["game"]), tuple(lines(record)[0]["seats"])

    for moment in moments(record):
        picture = drawn(rules.view(moment.state, 1), names, events=moment.events)
        ElementTree.fromstring(picture)
        assert len(picture.encode()) < LARGEST


@each(RECORDS)
def test_the_same_view_gives_the_same_bytes(record: Path) -> None:
    for view in views(record):
        other_way_round = dict(reversed(json.loads(json.dumps(view)).items()))
        assert drawn(view) == drawn(other_way_round)


@each(ONE_OF_EACH)
def test_a_picture_has_a_title_and_the_description_a_screen_reader_reads(record: Path) -> None:
    view = last_view(record)
    root = ElementTree.fromstring(drawn(view))
    described = {part.get("id"): part.text for part in root.iter() if part.get("id")}

    title, description = root.get("aria-labelledby", "").split()

    assert root.get("role") == "img"
    assert described[title]
    assert described[description] == game(view["game"]).describe(view)


@each(RECORDS)
def test_a_picture_needs_nothing_from_elsewhere_styles_nothing_and_runs_nothing(record: Path) -> None:
    for view in (next(views(record)), last_view(record)):
        picture = drawn(view)
        attributes = {name for part in elements(picture) for name in part.attrib}

        assert picture.count("http") == 1  # the name of the format
        assert not tags(picture) & {"script", "style", "image", "foreignObject", "a", "filter", "animate"}
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "class")]
        assert all(part.get("href", "#").startswith("#") for part in elements(picture))


@each(RECORDS)
def test_everything_used_is_defined_once_and_everything_defined_is_used(record: Path) -> None:
    for view in views(record):
        picture = drawn(view)
        named = ids(picture)
        used = set(re.findall(r'(?:href="|="url\()#([^")]+)', picture))
        assert len(named) == len(set(named))
        assert used == set(named[2:])  # but for the title and the description


@each(ONE_OF_EACH)
def test_two_pictures_set_apart_share_no_id_on_a_page(record: Path) -> None:
    one = drawn(last_view(record), tuple(HOSTILE[-2] for _ in lines(record)[0]["seats"]))
    other = with_own_ids(one, "before")

    assert not set(ids(one)) & set(ids(other))
    labelled = ElementTree.fromstring(other).get("aria-labelledby", "")
    assert set(labelled.split()) <= set(ids(other))
    assert set(re.findall(r' href="#([^"]+)', other)) <= set(ids(other))
    assert texts(other) == texts(one)


def texts(picture: str) -> list[str]:
    return [part.text or "" for part in elements(picture) if part.tag.endswith(("text", "title", "desc"))]


@pytest.mark.parametrize("hostile", HOSTILE, ids=ascii)
@each(ONE_OF_EACH)
def test_no_name_breaks_the_picture(record: Path, hostile: str) -> None:
    for view in (next(views(record)), last_view(record)):
        plain = drawn(view, ("Ana",) * len(lines(record)[0]["seats"]))
        picture = drawn(view, (hostile,) * len(lines(record)[0]["seats"]))

        assert tags(picture) == tags(plain)
        assert {name for part in elements(picture) for name in part.attrib} == {
            name for part in elements(plain) for name in part.attrib
        }


@each(ONE_OF_EACH)
def test_a_long_name_is_shortened_where_room_is_short(record: Path) -> None:
    seats = len(lines(record)[0]["seats"])

    shown = [words for words in texts(drawn(next(views(record)), ("M" * 40,) * seats))[2:] if "MM" in words]

    assert len(shown) >= seats
    assert all("…" in words and "M" * 40 not in words for words in shown)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_seat_has_its_own_colour_shape_and_letter(setting: Setting) -> None:
    looks = set()
    picture = setting.game.svg(setting.game.view(played(setting)[0].before, 1))
    named = {part.attrib["id"]: part for part in elements(picture) if "id" in part.attrib}

    for seat in range(1, setting.seats + 1):
        token = next(part for name, part in named.items() if name.endswith(f"-{seat_letter(seat)}"))
        shape, mark = token[-2], token[-1]
        assert mark.text == seat_letter(seat)
        looks.add((shape.attrib["fill"], shape.attrib["d"], mark.text))

    assert len({fill for fill, _, _ in looks}) == setting.seats
    assert len({outline for _, outline, _ in looks}) == setting.seats


@each(RECORDS)
def test_the_small_picture_is_the_same_without_the_panels(record: Path) -> None:
    for view in (next(views(record)), last_view(record)):
        whole, small = drawn(view), drawn(view, size="board")
        assert len(small) < len(whole)
        assert set(ids(small)) < set(ids(whole))
        assert set(texts(small)) <= set(texts(whole))
