"""Whatever somebody writes, in words that the games know or in others: it is read or refused, and soon."""

from functools import partial
from itertools import cycle, islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.errors import OrderError
from engine.registry import GAMES, game
from engine.sentences import MOST_PIECES
from tests.engine.counting import calls
from tests.engine.mixtures import NAMES, mixtures, word

ASKS = ("bid", "pick", "tile", "ap", "choice", "")
SIGNS = [
    "a5",
    "b4",
    "B5",
    "3",
    "L",
    "2+L",
    "x2",
    "r7",
    ";",
    ",",
    ".",
    "\n",
    "?",
    "!",
    "(",
    ")",
    "'",
    "Ana",
    "💥",
    "żółw",
]
LONG = 10_000
MOST_CALLS = 500_000  # fifty a character: some tenths of a second, and three times what has been seen


def tried(name: str, text: str, ask: str = "") -> tuple[str, OrderError | None]:
    try:
        return game(name).write(text, NAMES, ask), None
    except OrderError as error:
        return "", error


@pytest.mark.parametrize("name", GAMES)
@given(text=st.one_of(mixtures, st.text(max_size=200)), ask=st.sampled_from(ASKS))
def test_any_mixture_of_words_is_read_or_refused(name: str, text: str, ask: str) -> None:
    written, error = tried(name, text, ask)

    if error is None:
        assert game(name).write(written) == written
    else:
        assert 0 <= error.start <= error.end <= len(text)
        assert 0 < len(str(error)) < 1000


@pytest.mark.parametrize("name", GAMES)
@given(text=st.one_of(mixtures, st.text(max_size=200)))
def test_any_text_can_be_weighed(name: str, text: str) -> None:
    weight = game(name).weigh(text, NAMES)

    assert 0 <= weight.unknown <= weight.words
    assert 0 <= weight.orders <= weight.words


def as_long_as_can_be(words: list[str]) -> list[str]:
    """These words again and again: as many characters, and as many words, as are looked at."""
    repeated = " ".join(islice(cycle(words), LONG))
    return [repeated[:LONG], " ".join(islice(cycle(words), MOST_PIECES * 9 // 10))]


few = settings(max_examples=settings().max_examples // 5)  # counting is slow


@pytest.mark.parametrize("name", GAMES)
@few
@given(words=st.lists(word, min_size=1, max_size=8))
@example(words=["Ana"])
@example(words=["go", "on"])
@example(words=["dig", "c4", ","])
def test_ten_thousand_characters_of_anything_are_soon_answered(name: str, words: list[str]) -> None:
    tried(name, "anything")  # the words of all languages are loaded

    for text in as_long_as_can_be(words):
        assert calls(partial(tried, name, text)) < MOST_CALLS
        assert calls(partial(game(name).weigh, text, NAMES)) < MOST_CALLS


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mistakes", ["tjen tjen", "mvoe fomr", "wrokers", "waht yuo"])
@pytest.mark.parametrize("words", ["dig c4;", "dig c4", "go on", "2 workers from a5 to b4, then"])
def test_typing_mistakes_in_a_long_text_are_soon_mended(name: str, words: str, mistakes: str) -> None:
    tried(name, "anything")
    text = " ".join(islice(cycle(words.split()), MOST_PIECES // 2)) + " " + mistakes

    assert calls(partial(tried, name, text)) < MOST_CALLS
