"""Sentences about Tikal: members, ways, tiles and orders that go on in the next line."""

import pytest

from engine import tikal
from engine.errors import Incomplete, Unreadable


@pytest.mark.parametrize(
    "typed",
    [
        "move 2 from a5 via b4 to c4",
        "move 2 from a5 to c4 via b4",
        "move 2 to c4 via b4 from a5",
        "via b4 move 2 from a5 to c4",
        "idź 2 z a5 do c4 przez b4",
        "jdi 2 z a5 do c4 přes b4",
        "ziehe 2 von a5 nach c4 über b4",
        "déplace 2 de a5 à c4 par b4",
    ],
)
def test_a_way_ends_where_it_is_said_to_lead(typed: str) -> None:
    assert tikal.write(typed) == "move 2 a5 b4 c4"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("move 2 to b4 from a5", "move 2 a5 b4"),
        ("to b4 move 2 from a5", "move 2 a5 b4"),
        ("from a5 I move 2 to b4", "move 2 a5 b4"),
    ],
)
def test_a_move_may_be_told_from_its_end(typed: str, canonical: str) -> None:
    assert tikal.write(typed) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("enter 1 leader at a5", "enter L a5"),
        ("move 1 leader from a5 to b4", "move L a5 b4"),
        ("wejdź 1 lider do a5", "enter L a5"),
        ("move 2 workers and 1 leader from a5 to b4", "move 2+L a5 b4"),
    ],
)
def test_one_leader_is_the_leader(typed: str, canonical: str) -> None:
    assert tikal.write(typed) == canonical


@pytest.mark.parametrize(
    "typed",
    [
        "workers from a5 to b4",
        "I bring workers into a5",
        "wejdź robotnikami do a5",
        "ziehe Arbeiter von a5 nach b4",
        "déplace des explorateurs de a5 à b4",
    ],
)
def test_several_members_without_a_number_lead_to_the_question_how_many(typed: str) -> None:
    with pytest.raises(Incomplete, match=r"(?i)how many members"):
        tikal.write(typed)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("place the tile on d3, turned twice", "tile d3 r2"),
        ("place the tile on d3 rotated by 120 degrees", "tile d3 r2"),
        ("place the tile on d3 without turning it", "tile d3 r0"),
        ("I take both treasures on e2", "take e2 x2"),
        ("I bring in three explorers at the base camp", "enter 3 a5"),
        ("give Bo my crown for a mask", "swap crown for mask with 2"),
    ],
)
def test_a_sentence_says_what_notation_says(typed: str, canonical: str) -> None:
    assert tikal.write(typed, ("Ana", "Bo")) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("dig c4\nx2", "dig c4 x2"),
        ("take e2\ntwice", "take e2 x2"),
        ("Tile: e3\nRotation: 1", "tile e3 r1"),
        ("tile e3\nr1", "tile e3 r1"),
        ("move 2 a5 b4\nc4", "move 2 a5 b4 c4"),
        ("guard c5\nL", "guard c5 L"),
        ("enter 2\na5", "enter 2 a5"),
        ("I move 2 from a5\nto b4", "move 2 a5 b4"),
    ],
)
def test_an_order_may_go_on_in_the_next_line(typed: str, canonical: str) -> None:
    assert tikal.write(typed) == canonical


def test_a_line_that_belongs_to_no_order_is_refused() -> None:
    for typed in ("end\nx2", "guard c4\nx2", "dig c4\nxyzzy c4"):
        with pytest.raises(Unreadable):
            tikal.write(typed)
