"""Moments: what one wants to see of a step, large and in words, wherever the step is shown."""

import re
from typing import Any

import pytest

from app.i18n.render import speech
from engine import incan_gold, tikal
from engine.game import Size, View
from engine.registry import game
from engine.tikal.draw.moments import moments as moments_of
from engine.tikal.holders import changes_of_hands
from tests.engine.drawing.positions import POSITIONS
from tests.engine.drawing.records import INCAN_GOLD, RECORDS, drawn, lines, marked, moments
from tests.engine.incan_gold.positions import position as path_of
from tests.engine.tikal.positions import expedition, lying, play, position

NAMES = ["Ana", "Bo", "Cy", "Di"]
TEMPLE = {"b3": lying("B2", 0, value=4)}


def told(view: View, events: Any) -> list[str]:
    return [moment.words for moment in moments_of(view, NAMES, speech("en"), events)]


def height_of(picture: str) -> str:
    found = re.search(r'viewBox="\S+ \S+ \S+ (\S+)"', picture)
    assert found
    return found[1]


def contested(mine: int, yours: int) -> Any:
    """A temple on b3, and Ana's other workers one hex away."""
    ana, bo = expedition(workers={"b3": mine, "b4": 3}), expedition(workers={"b3": yours})
    return position(board=TEMPLE, seat_1=ana, seat_2=bo)


def test_a_temple_that_is_taken_from_somebody_is_a_moment() -> None:
    step = play(contested(1, 2), "move 2 b4 b3")
    view = tikal.view(step.state, 1)

    assert [tuple(change) for change in changes_of_hands(view, step.events)] == [("b3", 2, 1)]
    assert told(view, step.events) == ["Ana takes the temple on b3 from Bo"]


def test_who_draws_level_takes_the_temple_from_everybody() -> None:
    step = play(contested(1, 2), "move 1 b4 b3")

    assert told(tikal.view(step.state, 1), step.events) == ["Bo has lost the temple on b3"]


def test_a_temple_that_stays_whose_it_was_is_none() -> None:
    step = play(contested(3, 2), "move 1 b4 b3")

    assert told(tikal.view(step.state, 1), step.events) == []


@pytest.mark.parametrize("size", ["whole", "board", "letter", "beside"])
def test_a_treasure_that_was_found_is_shown_wherever_the_step_is(size: Size) -> None:
    event = {"event": "took", "seat": 1, "place": "b3", "wafers": ["jaguar"], "left": 2}
    view = tikal.view(position(), 1)

    picture = drawn(view, NAMES, events=[event], size=size)

    assert marked(picture, "data-moments") == ["1"]
    assert "Ana finds a treasure: jaguar" in picture
    assert tikal.brought([event], 1) == "you found: jaguar"
    assert tikal.brought([event], 2) == ""


@pytest.mark.parametrize(
    ("tiles", "has_words"), [(["B1", "C2", "D1"], True), (["B1", "C2", "D1", "E1"], False)]
)
def test_a_letter_shows_the_weightiest_moment_beside_the_tiles_of_an_auction(
    tiles: list[str], has_words: bool
) -> None:
    found = {"event": "took", "seat": 1, "place": "b3", "wafers": ["jaguar"], "left": 2}
    scored = {"event": "scored", "seat": 2, "temples": {}, "treasures": 3, "score": 3}
    view = {**tikal.view(position(), 1), "phase": "bid", "hand": "", "display": tiles, "ap": 0}
    view["auction"] = {"high": 0, "leader": 0, "waiting": [1, 2]}

    picture = drawn(view, NAMES, events=[scored, found], size="letter")

    assert marked(picture, "data-moments") == ["1"]
    assert "motif-jaguar" in picture
    assert ("finds a" in picture.split("</desc>")[1]) == has_words
    assert height_of(picture) == height_of(drawn(view, NAMES, size="letter"))


def test_a_treasure_is_shown_before_a_guard_whom_the_board_shows_itself() -> None:
    view = tikal.view(position(), 1)
    found = {"event": "took", "seat": 1, "place": "b3", "wafers": ["jaguar"], "left": 2}
    guards = [
        {"event": "guarded", "seat": 2, "place": place, "value": 5, "leader": False} for place in ("a3", "a4")
    ]

    shown = moments_of(view, NAMES, speech("en"), [found, *guards], 2)

    assert next(moment.words for moment in shown) == "Ana finds a treasure: jaguar"


def test_the_path_on_which_all_fled_is_shown_with_its_last_card_and_what_everybody_lost() -> None:
    state = path_of(path=["snake", 8], held=[2, 0, 2, 2], coming=["snake"], inside=[1, 3, 4])
    step = incan_gold.apply(state, dict.fromkeys((1, 3, 4), "torch"))

    picture = drawn(incan_gold.view(step.state, 1), NAMES, events=step.events, size="board")

    assert marked(picture, "data-bust") == ["snake"]
    assert marked(picture, "data-fatal") == ["0", "0", "1"]
    assert marked(picture, "data-lost") == ["2", "2", "2"]
    assert "The second snake!" in picture
    assert incan_gold.brought(step.events, 3) == "you fled and lost 2"


def test_a_bust_of_a_record_from_before_is_drawn_without_its_path() -> None:
    record = INCAN_GOLD[0]
    fled = next(one for one in moments(record) if any(event["event"] == "fled" for event in one.events))
    events = [{k: v for k, v in event.items() if k != "path"} for event in fled.events]

    assert "data-bust" not in drawn(incan_gold.view(fled.state, 1), events=events)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("language", ["en", "pl", "cs", "de", "fr"])
def test_no_word_of_ours_is_cut_in_any_language(position: str, language: str) -> None:
    stem, step = POSITIONS[position]
    record = next(record for record in RECORDS if record.stem == stem)
    view = game(lines(record)[0]["game"]).view(moments(record)[step].state, 1)

    assert "…" not in drawn(view, ["A", "B", "C", "D", "E", "F", "G", "H"], speech=speech(language))


@pytest.mark.parametrize("rules", [tikal, incan_gold])
def test_a_page_puts_together_what_the_whole_picture_has(rules: Any) -> None:
    view = rules.view(rules.setup(3, {}, bytes(32)), 1)
    marks = re.compile(r'data-[a-z]+="[^"]*"')

    parts = [rules.svg(view, NAMES, size=size) for size in ("scene", "beside", "below")]

    assert sorted(marks.findall("".join(parts))) == sorted(marks.findall(rules.svg(view, NAMES)))
