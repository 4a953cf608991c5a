"""Orders as people write them: they count if they read in one way only, and never where they are in doubt."""

import pytest

from engine.errors import Incomplete, OrderError, Unreadable, Unsure
from engine.registry import game

NAMES = ("Ana", "Bo", "Petr")


def error_of(text: str, name: str = "tikal", ask: str = "") -> OrderError:
    with pytest.raises(OrderError) as caught:
        game(name).write(text, NAMES, ask)
    return caught.value


# --- Doubts ---


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("dig c4?", "dig c4"),
        ("shall I dig c4?", "dig c4"),
        ("maybe I dig c4", "dig c4"),
        ("dig, I think, c4", "dig c4"),
        ("dig c4 tomorrow", "dig c4"),
        ("czy mam kopać c4?", "dig c4"),
        ("soll ich auf c4 graben?", "dig c4"),
        ("enter 3 a5; dig c4?", "enter 3 a5; dig c4"),
    ],
)
def test_a_question_or_a_doubt_keeps_the_orders_that_it_speaks_of(typed: str, meant: str) -> None:
    error = error_of(typed)

    assert isinstance(error, Unsure)
    assert (error.is_whole, error.meant) == (True, meant)


@pytest.mark.parametrize("typed", ["I don't dig c4", "dig c4 or d4", "no wait, dig c4", "nie kop c4"])
def test_orders_that_are_denied_or_left_open_are_not_offered(typed: str) -> None:
    error = error_of(typed)

    assert isinstance(error, Unsure)
    assert (error.is_whole, error.meant) == (True, "")


@pytest.mark.parametrize("typed", ["dig?", "shall I move?", "I would dig, but not now", "bid many"])
def test_a_doubt_about_half_an_order_has_nothing_to_offer(typed: str) -> None:
    error = error_of(typed)

    assert isinstance(error, Unsure)
    assert (error.is_whole, error.meant) == (False, "")


def test_a_doubt_is_told_with_its_place() -> None:
    error = error_of("enter 3 a5; maybe dig c4")

    assert (error.quoted, error.start) == ("maybe", 12)
    assert error.values["word"] == "maybe"


@pytest.mark.parametrize("typed", ["could you dig c4?", "Please dig c4", "kop proszę c4", "bitte grabe c4"])
def test_politeness_is_no_doubt(typed: str) -> None:
    assert game("tikal").write(typed) == "dig c4"


@pytest.mark.parametrize("typed", ["How are you?", "I don't know", "maybe tomorrow", "hello there"])
def test_words_that_name_no_orders_are_neither_orders_nor_in_doubt(typed: str) -> None:
    error = error_of(typed)

    assert type(error) is Unreadable
    assert "no orders here" in str(error)


# --- What is missing ---


@pytest.mark.parametrize(
    "typed", ["dig", "I dig", "camp", "enter 3", "move 2 a5", "kop", "workers from a5 to b4"]
)
def test_an_order_from_which_a_part_is_missing_is_incomplete(typed: str) -> None:
    assert type(error_of(typed)) is Incomplete


def test_a_word_that_is_wrong_is_not_a_part_that_is_missing() -> None:
    for typed in ("dig xyzzy", "xyzzy c4", "move 2 a5 b9"):
        assert type(error_of(typed)) is Unreadable


# --- Typing mistakes ---


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("mvoe 2 a5 b4", "move 2 a5 b4"),
        ("entr 3 a5", "enter 3 a5"),
        ("enter 3 a5; dgi c4", "enter 3 a5; dig c4"),
        ("swap crown for msak with 3", "swap crown for mask with 3"),
        ("swap crown for mask with Anna", "swap crown for mask with 1"),
        ("połóż d3 orbót 2", "tile d3 r2"),
        ("gurad c4", "guard c4"),
    ],
)
def test_a_small_mistake_is_mended_where_one_reading_is_possible(typed: str, canonical: str) -> None:
    assert game("tikal").write(typed, NAMES) == canonical


@pytest.mark.parametrize("typed", ["enetr 3 a5 b4", "dgi 2 c4 d4", "dgi the moon xyzzy c4"])
def test_what_would_be_no_order_even_if_it_were_mended_gets_a_suggestion(typed: str) -> None:
    assert "did you mean" in str(error_of(typed))


@pytest.mark.parametrize(
    "typed", ["mvoe 2 a5 b4?", "maybe mvoe 2 a5 b4", "mabye move 2 a5 b4", "dno't dig c4"]
)
def test_a_mistake_is_not_mended_where_the_orders_are_in_doubt(typed: str) -> None:
    assert isinstance(error_of(typed), Unreadable)


# --- Numbers ---


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("I bid four", "bid 4"),
        ("licytuję cztery", "bid 4"),
        ("nabízím čtyři", "bid 4"),
        ("ich biete vier", "bid 4"),
        ("j’enchéris quatre", "bid 4"),
        ("enter three workers a5", "enter 3 a5"),
        ("take two from e2", "take e2 x2"),
        ("dig twice at c4", "dig c4 x2"),
    ],
)
def test_numbers_may_be_words(typed: str, canonical: str) -> None:
    assert game("tikal").write(typed) == canonical


@pytest.mark.parametrize("typed", ["4", "four", "four!", "4 points", "cztery", "vier", "quatre", "čtyři"])
def test_a_number_alone_is_a_bid_in_an_auction_and_nothing_elsewhere(typed: str) -> None:
    assert game("tikal").write(typed, ask="bid") == "bid 4"
    assert isinstance(error_of(typed if typed != "4 points" else "4", ask="ap"), Unreadable)


# --- Said twice ---


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("I pass, I pass.", "pass"),
        ("I do not bid, I pass", "pass"),
        ("I guard c4. Guard c4", "guard c4"),
        ("I build a camp on d3, a camp on d3", "camp d3"),
        ("I end my turn, end", "end"),
    ],
)
def test_what_can_be_done_but_once_and_is_said_twice_counts_once(typed: str, canonical: str) -> None:
    assert game("tikal").write(typed) == canonical


def test_what_can_be_done_again_counts_as_often_as_it_is_said() -> None:
    assert game("tikal").write("I dig at c4, then I dig at c4") == "dig c4; dig c4"


def test_two_bids_are_not_one() -> None:
    for typed in ("I bid 4, 5", "bid 4 5", "I bid 4, or 5"):
        assert isinstance(error_of(typed, ask="bid"), Unreadable)
