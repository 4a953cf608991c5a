"""Reading orders as people write them: sentences in five languages, by the words of `words.<language>.txt`.

A game says what its own pieces of text are (`known`: hexes, tiles) and what a row of meanings is as actions
(`interpret`). A text counts only if it has one reading: every word of an order is known, or one small mistake
away from words that all lead to the same orders. Whatever makes an order unsure (a question, not, maybe, if,
or) raises `Unsure`, and nothing is played. Reading is linear in the text's length.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from engine.attempts import Attempt
from engine.doubts import doubt_at, is_condition, takes_back
from engine.errors import Unreadable
from engine.grammar import Grammar, Text
from engine.lexicon import APOSTROPHE, NOTHING, Lexicon, Meant, Spoken, lexicon, spoken
from engine.speech import later
from engine.talk import SEPARATORS, without_talk
from engine.words import LANGUAGES, LONGEST_TEXT, ParsedOrders, fold

A = TypeVar("A")

MOST_PIECES = 300  # words and signs: a whole turn has fewer than a hundred
MOST_UNKNOWN = 12  # words: a text with more is in another language
COUNTS = frozenset(map(str, range(21)))  # the meanings of number words
NUMBER, NAME, PARTS, ENGLISH, OTHERS = map(
    frozenset, ({"number"}, {"name"}, {"parts"}, {"english"}, {"others"})
)


class Weight(NamedTuple):
    """What in a text could be of an order."""

    things: bool = False  # a hex, a tile, a number of members: only orders name them
    orders: int = 0  # how many words are of orders
    pieces: bool = False  # whether one of them is a piece
    doubts: frozenset[str] = frozenset()  # kinds: no, or, rather, maybe
    bearing: int = 0  # how many words are of orders, or say how often or where
    unknown: int = 0
    words: int = 0
    takes_back: bool = False  # whether it begins by saying that what stands above it is not meant
    is_condition: bool = False  # whether it begins with one

    @property
    def is_strong(self) -> bool:
        """Whether it can hardly be an order by chance."""
        return self.things or (self.orders > 1 and self.pieces)


class SentenceReader(Generic[A]):
    """Reads sentences for one game."""

    def __init__(self, grammar: Grammar[A]) -> None:
        self.grammar = grammar

    def read(
        self, text: str, names: Sequence[str] = (), ask: str = "", languages: Sequence[str] = LANGUAGES
    ) -> ParsedOrders[A]:
        if len(text) > LONGEST_TEXT:
            why = later("This is too long for orders: {length} characters, and {most} is the most.")
            raise Unreadable(why, length=len(text), most=LONGEST_TEXT)
        pieces = spoken(text)
        if len(pieces) > MOST_PIECES:
            raise Unreadable("This is too long to be read as sentences; write the orders shorter.")
        texts = self._in_its_languages(pieces, names, languages)
        return Attempt(self.grammar, text, names, ask, texts).orders()

    def _in_its_languages(
        self, pieces: Sequence[Spoken], names: Sequence[str], languages: Sequence[str] = LANGUAGES
    ) -> list[Text]:
        """In those in which the fewest words are strange."""
        texts = [one for language in languages if (one := self.understood(pieces, language, names))]
        least = min((one.strange for one in texts), default=(0, 0))
        return [one for one in texts if one.strange == least]

    def _in_its_best_language(self, pieces: Sequence[Spoken], names: Sequence[str]) -> Text | None:
        """In the first of those in which the fewest words are strange. Where none is, no other is tried."""
        best: Text | None = None
        for language in LANGUAGES:
            one = self.understood(pieces, language, names)
            if one and (best is None or one.strange < best.strange):
                best = one
            if best and best.strange == (0, 0):
                break
        return best

    def weigh(self, text: str, names: Sequence[str] = ()) -> Weight:
        """What in a text could be of an order, whether it reads as one or not."""
        pieces = spoken(text)[:MOST_PIECES]
        things = any(self.grammar.known(piece.word) for piece in pieces)
        best = self._in_its_best_language(pieces, names)
        if not best or not pieces:
            return Weight(things)
        words = [word for word in best.all if "parts" not in word.meanings]
        orders = [
            word for word in words if word.meanings & self.grammar.order_meanings and not word.word.isdigit()
        ]
        bearing = self.grammar.order_meanings | COUNTS | {"once", "twice", "thrice", "there"}
        members = any(word.meanings & self.grammar.pieces for word in words)
        numbered = any("number" in word.meanings or word.meanings & COUNTS for word in words)
        return Weight(
            things or (members and numbered),
            len(orders),
            members,
            frozenset(kind for n in range(len(best.all)) if (kind := doubt_at(best.all, n))),
            sum(bool(word.meanings & bearing) for word in words if word.word[0].isalnum()),
            sum(not word.meanings for word in words),
            len(words),
            takes_back(best.all),
            is_condition(best.all),
        )

    def understood(self, pieces: Sequence[Spoken], language: str, names: Sequence[str]) -> Text | None:
        """The text in one language; None if it is clearly in another."""
        words_of = lexicon(self.grammar.package, language)
        words: list[Meant] = []
        missing = borrowed = 0
        whose = speakers(pieces, names)
        for word in words_of.meant(words_of.split(pieces)):
            meant = self._meaning(word, words_of, names)
            if word.start in whose:
                meant = meant._replace(meanings=OTHERS)
            missing += not meant.meanings
            borrowed += meant.meanings >= ENGLISH
            if missing > MOST_UNKNOWN:
                return None
            words.append(meant)
        orders = tuple(without_talk(words, self.grammar.order_meanings)) or tuple(words)
        unknown = tuple(n for n, word in enumerate(orders) if not word.meanings)
        return Text(language, tuple(words), orders, unknown, (missing, borrowed))

    def _meaning(self, word: Meant, words_of: Lexicon, names: Sequence[str]) -> Meant:
        if not word.word[0].isalnum():
            return word._replace(meanings=word.meanings or sign(word.word))
        if word.word.endswith(")"):
            return word._replace(meanings=PARTS)
        own = self.grammar.known(word.word) or (NUMBER if word.word.isdigit() else NOTHING)
        if own:
            return word._replace(meanings=own | word.meanings)
        if word.meanings:
            return word
        if named(word.word, names):
            return word._replace(meanings=NAME)
        english = lexicon(self.grammar.package, "en").look_up(word.word) & self.grammar.order_meanings
        return word._replace(meanings=english and english | ENGLISH)


def sign(word: str) -> frozenset[str]:
    if word in SEPARATORS:
        return PARTS
    if word == "?":
        return frozenset({"question"})
    if word == "/":
        return frozenset({"or"})
    return {"+": frozenset({"and", "new"}), "&": frozenset({"and"})}.get(word, NOTHING)


def speakers(pieces: Sequence[Spoken], names: Sequence[str]) -> frozenset[int]:
    """Where a line begins with a player's name and a colon: “Bo: dig c4” is what Bo said."""
    known = {" ".join(piece.word for piece in spoken(name)) for name in names}
    return frozenset(
        piece.start
        for n, piece in enumerate(pieces[:-1])
        if pieces[n + 1].word == ":" and piece.word in known and (n == 0 or pieces[n - 1].word == "\n")
    )


def named(word: str, names: Sequence[str]) -> int:
    """The seat whose name this is, in any case of it: Bartkiem, Petrem. 0 if there is none, or several."""
    word = word.strip(APOSTROPHE)
    fits: dict[int, int] = {}
    for seat, name in enumerate(names, 1):
        first = next(iter(fold(name).split()), "")
        same = _same_start(word, first)
        if first and (
            word == first or (same >= 2 and same >= len(first) - 2 and len(word) <= len(first) + 3)
        ):
            fits[seat] = same + (word == first) * 100
    best = [seat for seat, same in fits.items() if same == max(fits.values())]
    return best[0] if len(best) == 1 else 0


def _same_start(one: str, other: str) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
