"""Guides are texts that anybody can write: what the marks mean, and what is said of a mistake."""

import pytest

from engine.guide import Example, OrderList, Paragraph, Pictures, Played, Section, Steps, Table, pieces
from engine.guide_text import GuideMistake, guide, read_guide


def read(*lines: str) -> Section:
    (section,) = read_guide("\n".join(["# Title", "", *lines]))
    return section


def test_a_section_is_a_title_and_blocks() -> None:
    assert read("One.", "", "Two.") == Section("Title", (Paragraph("One."), Paragraph("Two.")))


def test_numbered_lines_are_steps() -> None:
    assert read("1. First.", "2. Then.").blocks == (Steps(("First.", "Then.")),)


def test_pictures_stand_side_by_side_with_words_below() -> None:
    assert read("= worker leader: Who goes.").blocks == (Pictures(("worker", "leader"), "Who goes."),)
    assert read("= square-3").blocks == (Pictures(("square-3",)),)


def test_orders_have_a_meaning_and_may_have_colons_themselves() -> None:
    section = read("`plan: always: pass`: Pass in every auction", "`end`: End: for good")

    assert section.blocks == (
        OrderList((("plan: always: pass", "Pass in every auction"), ("end", "End: for good"))),
    )


def test_a_table_has_a_head_and_rows() -> None:
    section = read("| What | Points |", "| A pair | 3 |")

    assert section.blocks == (Table(("What", "Points"), (("A pair", "3"),)),)
    assert section.orders == ()


def test_a_row_that_begins_with_an_order_tells_what_it_does_and_costs() -> None:
    section = read("| You type | It does | Cost |", "| `dig c4` | Uncover a level | 2 AP |")

    assert section.orders == (("dig c4", "Uncover a level (2 AP)"),)


def test_an_example_has_a_position_and_orders() -> None:
    section = read("> opening: The first turn.", "`end`: Nothing.", "`torch` `camp`: One of two.")

    played = (Played(("end",), "Nothing."), Played(("torch", "camp"), "One of two."))
    assert section.blocks == (Example("opening", "The first turn.", played),)
    assert section.orders == ()


def test_orders_inside_a_sentence_are_told_from_its_words() -> None:
    assert pieces("Say `dig c4` there.") == [("Say ", False), ("dig c4", True), (" there.", False)]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["One.", "Two."], "line 4: a paragraph is one line"),
        (["- One."], "line 3: “-” begins nothing here"),
        (["Say `dig c4."], "line 3: a backtick has no partner"),
        (["1. One.", "3. Three."], "line 4: the steps are numbered from 1; this is step 2"),
        (["1. One.", "Two."], "line 4: here I expect a line like “1. The first step”"),
        (["| a | b |", "| c |"], "line 4: this row needs 2 cells"),
        (["| a | b |", "c"], "line 4: every line of a table begins"),
        (["| a | b |"], "line 3: a table needs"),
        (["= worker", "= leader"], "line 4: all pictures"),
        (["= "], "line 3: here I expect a line like “= worker leader"),
        (["> opening: Here."], "line 3: an example needs orders"),
        (["> opening: Here.", "end"], "line 4: here I expect a line like “`dig c4`"),
        (["`end`: End", "Then."], "line 4: here I expect a line like “`dig c4`"),
    ],
)
def test_a_mistake_is_told_with_its_line(lines: list[str], problem: str) -> None:
    with pytest.raises(GuideMistake) as told:
        read(*lines)

    assert str(told.value).startswith(problem)


def test_a_guide_begins_with_a_title_and_no_title_stands_alone() -> None:
    with pytest.raises(GuideMistake, match="line 1: a guide begins with a title"):
        read_guide("Words.")
    with pytest.raises(GuideMistake, match="line 1: nothing follows"):
        read_guide("# Title")
    with pytest.raises(GuideMistake, match="line 2: an empty line"):
        read_guide("# Title\nWords.")


def test_a_language_without_a_guide_gets_the_english_one() -> None:
    assert guide("engine.tikal", "tlh") == guide("engine.tikal", "en")
