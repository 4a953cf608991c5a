"""Names, lists and sentences in any language: the engine knows none and is given a translator."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol


class Speech(Protocol):
    """A translator, such as `gettext.NullTranslations` or Babel's `Translations`."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


class English:
    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return one if n == 1 else many


ENGLISH = English()


class Later(str):
    """A text that is marked for translation now and translated when somebody reads it."""


def later(text: str) -> Later:
    return Later(text)


class NamedSeat(int):
    """A seat's number that is told as its player's name, where the names are known."""


def fill_text(text: str, values: Mapping[str, Any], speech: Speech, names: Sequence[str] = ()) -> str:
    """The text in the reader's language, with its named places filled in."""
    words = {name: _in_words(value, speech, names) for name, value in values.items()}
    return speech.gettext(text).format(**words)


def _in_words(value: Any, speech: Speech, names: Sequence[str]) -> Any:
    if isinstance(value, Later):
        return speech.gettext(value)
    return seat_name(value, names, speech) if isinstance(value, NamedSeat) else value


SEAT_LETTERS = "ABCDEFGH"


def seat_letter(seat: int) -> str:
    """A to H. Every seat has a colour, a shape and a letter; plain text can show only the letter."""
    return SEAT_LETTERS[seat - 1]


def seat_name(seat: int, names: Sequence[str], speech: Speech = ENGLISH) -> str:
    if names:
        return names[seat - 1]
    return speech.gettext("Seat {number}").format(number=seat)


def join_list(items: Iterable[str], speech: Speech = ENGLISH) -> str:
    """Joins items as in a sentence: a, b and c."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    first = speech.gettext(", ").join(words[:-1])
    return speech.gettext("{some} and {last}").format(some=first, last=words[-1])


def result_sentence(
    scores: Sequence[int], winners: Sequence[int], names: Sequence[str], speech: Speech
) -> str:
    """The sentence that says how a match ended, the same for every game."""
    points = [f"{seat_name(seat, names, speech)} {score}" for seat, score in enumerate(scores, 1)]
    sentence = speech.ngettext(
        "The match is over. {winners} wins. {scores}.",
        "The match is over. {winners} share the win. {scores}.",
        len(winners),
    )
    winner_names = join_list([seat_name(seat, names, speech) for seat in winners], speech)
    return sentence.format(winners=winner_names, scores=", ".join(points))
