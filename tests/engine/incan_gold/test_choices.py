"""Choices: how they are said, and which are refused."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import incan_gold
from engine.errors import GameOver, NotToMove, OrderError, Unreadable, Unsure
from tests.engine.incan_gold.positions import after, position, seen

ALIASES = {
    "torch": "torch stay s pochodnia zostaję Fackel bleibe torche reste pochodeň zůstávám TORCH ｔｏｒｃｈ",
    "camp": "camp leave l obóz wracam Lager heim sortir tábor odcházím CAMP obóz OBOZ Tábor. “camp”",
}
SAID = [(word, choice) for choice, words in ALIASES.items() for word in words.split()]


def refused(orders: Mapping[int, str], **what: Any) -> OrderError:
    with pytest.raises(OrderError) as caught:
        incan_gold.apply(position(**what), orders)
    return caught.value


@pytest.mark.parametrize(("said", "choice"), SAID)
def test_choices_are_understood_in_five_languages(said: str, choice: str) -> None:
    assert incan_gold.write(said) == choice


@pytest.mark.parametrize("said", ["I stay", "back to the camp", "camp, please", "\n torch ;", "ins Lager!"])
def test_small_words_and_signs_do_not_matter(said: str) -> None:
    assert incan_gold.write(said) in ("torch", "camp")


@pytest.mark.parametrize("choice", ["torch", "camp"])
def test_what_is_written_reads_as_the_same(choice: str) -> None:
    assert incan_gold.write(incan_gold.write(choice)) == choice


def test_a_step_has_the_canonical_choices_of_everybody_inside() -> None:
    step = incan_gold.apply(position(inside=[1, 3], coming=[2]), {1: "Stay!", 3: "bleibe"})

    assert step.canonical == {1: "torch", 3: "torch"}


def test_torch_and_camp_together_are_refused_at_the_second() -> None:
    error = refused(dict.fromkeys((1, 2, 3, 4), "torch; camp"))

    assert isinstance(error, Unreadable)
    assert error.quoted == "camp"
    assert "one of torch and camp" in error.reason()


@pytest.mark.parametrize(("said", "meant"), [("leavee", "camp"), ("pochodna", "torch"), ("Fackle", "torch")])
def test_a_typing_mistake_is_mended(said: str, meant: str) -> None:
    assert incan_gold.write(said) == meant


def test_a_strange_word_beside_a_choice_is_refused_in_its_place() -> None:
    error = refused(dict.fromkeys((1, 2, 3, 4), "torch xyzzy"))

    assert isinstance(error, Unreadable)
    assert error.quoted == "xyzzy"
    assert "do not know this word" in error.tell()


def test_words_that_are_near_to_nothing_are_no_orders() -> None:
    assert "no orders here" in refused(dict.fromkeys((1, 2, 3, 4), "hippopotamus")).tell()


@pytest.mark.parametrize("said", ["torch?", "Shall I stay?", "maybe torch", "not torch", "I do not leave"])
def test_a_question_or_a_doubt_is_no_choice(said: str) -> None:
    assert isinstance(refused(dict.fromkeys((1, 2, 3, 4), said)), Unsure)


@pytest.mark.parametrize("said", ["", "  \n ", "please", "…"])
def test_no_choice_at_all_is_refused(said: str) -> None:
    assert isinstance(refused(dict.fromkeys((1, 2, 3, 4), said)), Unreadable)


@pytest.mark.parametrize("seat", [3, 0, 9])
def test_a_seat_that_is_not_inside_is_refused(seat: int) -> None:
    error = refused({1: "torch", 2: "torch", seat: "torch"}, inside=[1, 2])

    assert isinstance(error, NotToMove)
    assert error.values["seat"] == seat


def test_a_seat_inside_without_a_choice_is_refused() -> None:
    error = refused({1: "torch", 2: "torch", 4: "torch"})

    assert isinstance(error, NotToMove)
    assert error.values["seat"] == 3


def test_no_choices_at_all_are_refused() -> None:
    assert isinstance(refused({}), NotToMove)


def test_choices_after_the_end_are_refused() -> None:
    state = after(position(round=5), "camp")

    with pytest.raises(GameOver):
        incan_gold.apply(state, {1: "torch"})
    with pytest.raises(GameOver):
        incan_gold.preview(incan_gold.view(state, 1), "torch")


def test_a_player_who_is_outside_or_looks_on_has_nothing_to_preview() -> None:
    for seat in (None, 1):
        with pytest.raises(NotToMove):
            incan_gold.preview(seen(seat, inside=[2, 3]), "torch")


def test_a_preview_tells_the_canonical_choice() -> None:
    assert incan_gold.preview(seen(), "zostaję").canonical == "torch"


def test_the_automatic_choice_is_camp() -> None:
    assert incan_gold.automatic(seen()) == "camp"


def test_a_player_who_is_inside_can_choose_torch_or_camp() -> None:
    assert list(incan_gold.choices(seen())) == ["torch", "camp"]
    assert incan_gold.legal(seen()) == {"ask": "choice", "choice": ["torch", "camp"]}


@pytest.mark.parametrize("seat", [None, 1])
def test_a_player_who_is_outside_or_looks_on_can_choose_nothing(seat: int | None) -> None:
    assert list(incan_gold.choices(seen(seat, inside=[2, 3]))) == []


def test_nobody_can_choose_anything_after_the_end() -> None:
    view = incan_gold.view(after(position(round=5), "camp"), 1)

    assert list(incan_gold.choices(view)) == []


@pytest.mark.parametrize("said", ["c", "C."])
def test_a_letter_that_may_mean_camp_or_continue_is_asked_about(said: str) -> None:
    with pytest.raises(OrderError):
        incan_gold.write(said)
