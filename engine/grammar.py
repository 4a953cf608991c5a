"""What a game says of its sentences, and what becomes of a text on the way to orders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from engine.lexicon import Meant, meanings_of
from engine.speech import later

A = TypeVar("A")

NO_ORDERS = later("There are no orders here.")
TWO_WAYS = later("this can be read in more than one way; say it in other words.")


class Text(NamedTuple):
    """A text in one language. It is taken to be in the language in which the fewest words are strange."""

    language: str
    all: tuple[Meant, ...]
    words: tuple[Meant, ...]  # without talk around the orders
    unknown: tuple[int, ...]  # indexes of words without a meaning
    strange: tuple[int, int]  # how many words have no meaning, and how many have one in English only


class Found(NamedTuple, Generic[A]):
    """Actions, each with the indexes of its first word and of the word after its last."""

    actions: tuple[A, ...]
    marks: tuple[tuple[int, int], ...]


class Misread(Exception):
    """The words are known, and do not make orders. `at` is the index of the word to blame."""

    def __init__(self, at: int, why: str, **values: object) -> None:
        super().__init__(why)
        self.at, self.why, self.values = at, why, values


class Lacking(Misread):
    """A part of an order is missing."""


@dataclass(frozen=True)
class Grammar(Generic[A]):
    """One game's sentences."""

    package: str  # where its `words.<language>.txt` are
    known: Callable[[str], frozenset[str]]  # what a piece of text is in every language, such as a hex
    interpret: Callable[[Sequence[Meant], Sequence[str], str], Found[A]]  # words, names and ask to actions
    write: Callable[[Sequence[A]], str]
    things: frozenset[str]  # all that `known` can say
    pieces: frozenset[str]  # meanings of nouns that only orders have
    soft: frozenset[str]  # meanings of words that stand in any sentence

    @cached_property
    def order_meanings(self) -> frozenset[str]:
        """What only orders are made of."""
        return meanings_of(self.package) - meanings_of("engine") - self.soft | self.things | {"number"}

    def speaks_of_orders(self, words: Sequence[Meant]) -> bool:
        return any(word.meanings & self.order_meanings for word in words)
