"""The chapter Orders: what is understood, and the one form in which it is written."""

import pytest

from engine import tikal
from engine.errors import Illegal, NotToMove, Unreadable
from tests.engine.tikal.positions import canonical, expedition, lying, play, position, refused

CANONICAL = [
    "tile d3 r2",
    "enter 3 a5",
    "enter L a5",
    "enter 2+L a5",
    "move 2 a5 b4 c4",
    "move L a5 b4",
    "move 2+L a5 b4",
    "dig c4",
    "dig c4 x2",
    "take e2",
    "take e2 x2",
    "swap crown for mask with 3",
    "camp d3",
    "guard c4",
    "guard c4 L",
    "bid 4",
    "pass",
    "pick B5",
    "end",
]


@pytest.mark.parametrize("orders", [*CANONICAL, "; ".join(CANONICAL)])
def test_the_canonical_forms_are_read_and_written_alike(orders: str) -> None:
    assert tikal.write(orders) == orders


@pytest.mark.parametrize(
    "typed",
    [
        "enter 3 a5; dig c4; end",
        "enter 3 a5\ndig c4\nend",
        "enter 3 a5\r\ndig c4;\r\n\r\n;end;\n",
        "  enter   3\ta5 ;dig  c4;end  ",
        "ENTER 3 A5; Dig C4; End",
    ],
)
def test_actions_are_separated_by_semicolons_or_line_ends_case_and_blanks_ignored(typed: str) -> None:
    assert tikal.write(typed) == "enter 3 a5; dig c4; end"


@pytest.mark.parametrize("orders", ["", "  \n ", ";;"])
def test_a_submission_is_one_or_more_actions(orders: str) -> None:
    with pytest.raises(Unreadable, match="no orders"):
        tikal.write(orders)


@pytest.mark.parametrize(
    "orders",
    [
        "enter 1 a5; enter 1 a5",
        "enter 2 a5",
        "dig c4; dig c4",
        "move 1 a5 b4; move 1 b4 c4",
        "camp b4; enter 1 a5",
        "enter 1 a5; camp b4",
    ],
)
def test_actions_are_never_merged_split_or_put_in_another_order(orders: str) -> None:
    assert tikal.write(orders) == orders


def test_what_was_done_is_written_one_by_one_as_it_was_said() -> None:
    state = position(seat_1=expedition(workers={"a4": 2}))

    step = play(state, "enter 1 a5\nenter 1 a5; DIG a4\ndig a4; end")

    assert step.canonical == {1: "enter 1 a5; enter 1 a5; dig a4; dig a4; end"}


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("dig c4 x1", "dig c4"),
        ("take e2 x1", "take e2"),
        ("dig c4 x 2", "dig c4 x2"),
        ("take e2 X2", "take e2 x2"),
    ],
)
def test_x2_is_written_only_where_said_and_x1_never(typed: str, written: str) -> None:
    assert tikal.write(typed) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("enter 03 a5", "enter 3 a5"),
        ("move 0002+L a5 b4", "move 2+L a5 b4"),
        ("bid 007", "bid 7"),
        ("swap crown for mask with 03", "swap crown for mask with 3"),
    ],
)
def test_numbers_are_written_without_leading_zeros(typed: str, written: str) -> None:
    assert tikal.write(typed) == written


@pytest.mark.parametrize("orders", ["enter 0 a5", "move 0 a5 b4", "enter 00 a5", "enter 0+L a5"])
def test_numbers_of_members_are_from_1(orders: str) -> None:
    with pytest.raises(Unreadable, match="At least 1"):
        tikal.write(orders)


@pytest.mark.parametrize("typed", ["enter L+2 a5", "enter 2 + L a5", "enter 2+l a5", "enter l + 2 A5"])
def test_workers_are_written_before_the_leader(typed: str) -> None:
    assert tikal.write(typed) == "enter 2+L a5"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("DIG C4", "dig c4"),
        ("pick b5", "pick B5"),
        ("guard C4 l", "guard c4 L"),
        ("enter l A5", "enter L a5"),
        ("Tile D3 R2", "tile d3 r2"),
    ],
)
def test_hexes_are_lower_case_tiles_and_l_capitals(typed: str, written: str) -> None:
    assert tikal.write(typed) == written


def test_a_rotation_left_out_is_r0() -> None:
    step = play(position(hand="A3"), "tile b3")

    assert step.state.board["b3"].rotation == 0
    assert canonical(step) == "tile b3 r0"


@pytest.mark.parametrize(("typed", "written"), [("tile b3", "tile b3 r0"), ("tile b3 r4", "tile b3 r4")])
def test_the_rotation_is_written_also_where_turning_makes_no_difference(typed: str, written: str) -> None:
    step = play(position(hand="B1"), typed)

    assert canonical(step) == written
    assert step.state.board["b3"].rotation == int(written[-1])


@pytest.mark.parametrize("typed", ["tile b3 r6", "tile b3 r9", "tile b3 r12"])
def test_there_are_rotations_r0_to_r5_only(typed: str) -> None:
    with pytest.raises(Unreadable):
        tikal.write(typed)


def test_a_worker_stays_as_the_guard_unless_l_is_said() -> None:
    state = position(seat_1=expedition(workers={"a4": 1}, leader="a4"))

    assert play(state, "guard a4").state.board["a4"].guard_leader is False
    assert play(state, "guard a4 L").state.board["a4"].guard_leader is True


def test_guard_with_only_the_leader_there_is_refused() -> None:
    state = position(board={"c4": lying("B2")}, seat_1=expedition(leader="c4"))

    assert "say guard c4 L" in str(refused(state, "guard c4"))


def test_a_swap_names_the_motif_given_then_the_motif_got() -> None:
    state = position(seat_1=expedition(wafers="crown"), seat_2=expedition(wafers="mask"))

    assert play(state, "swap crown for mask with 2").state.seats[0].wafers == {"mask": 1}
    assert "mask: you have 0" in str(refused(state, "swap mask for crown with 2"))


@pytest.mark.parametrize("name", ["Łucja Maria", "łucja maria", "LUCJA MARIA"])
def test_the_other_seat_is_understood_by_name_too(name: str) -> None:
    state = position(3, seat_1=expedition(wafers="crown"), seat_3=expedition(wafers="mask"))
    names = ("Ana", "Bo", "Łucja Maria")

    step = play(state, f"swap crown for mask with {name}", names)

    assert canonical(step) == "swap crown for mask with 3"


def test_a_camp_to_camp_hop_is_written_like_any_other() -> None:
    state = position(board={"c4": lying("C3")}, seat_1=expedition(workers={"a5": 1}, camps=["c4"]))

    assert canonical(play(state, "move 1 a5 c4")) == "move 1 a5 c4"


@pytest.mark.parametrize(
    ("orders", "word"),
    [
        ("entr 3 a5 b4", "entr"),
        ("enter 3 a6", "a6"),
        ("enter a5", "a5"),
        ("dig c4 x3", "x3"),
        ("pick H1", "H1"),
        ("swap crown for maskk with", "maskk"),
        ("bid xyzzy", "xyzzy"),
        ("end; xyzzy", "xyzzy"),
    ],
)
def test_words_that_are_no_orders_are_shown_in_their_place(orders: str, word: str) -> None:
    error = refused(position(), orders, Unreadable)

    assert orders[error.start : error.end] == word
    assert f"“{word}”" in str(error)


def test_only_the_seat_that_is_asked_may_say_anything() -> None:
    with pytest.raises(NotToMove, match="It is Seat 1’s turn now, not Seat 2’s"):
        tikal.apply(position(), {2: "end"})
    with pytest.raises(NotToMove):
        tikal.apply(position(), {1: "end", 2: "end"})
    with pytest.raises(NotToMove):
        tikal.apply(position(), {})


@pytest.mark.parametrize("orders", ["bid 4", "pass", "pick B5", "tile b3"])
def test_only_what_is_asked_for_may_be_said(orders: str) -> None:
    refused(position(), orders, Illegal)
