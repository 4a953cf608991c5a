"""Whether a line of a mail is orders, was meant as orders, or is prose."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import OrderError, Unreadable
from engine.game import Game
from engine.speech import later
from engine.words import distance, fold, places, tokens

ORDERS, MEANT, PERHAPS, PROSE, BLANK = "orders", "meant", "perhaps", "prose", ""

LONGEST_LINE = 1000  # characters: no order is as long
LONG_WORD = 8  # letters: from here on two of them may be wrong
ASKED = later("this ends with a question mark; leave it out if it is an order.")
PLACE = re.compile(r"[a-z][0-9]\Z")  # of a board: c4


@dataclass(frozen=True)
class MailLine:
    """A line, its kind, and the error of orders that do not read."""

    text: str
    kind: str
    error: OrderError | None = None


def classify_line(rules: Game, text: str, names: Sequence[str]) -> MailLine:
    if not tokens(text):
        return MailLine(text, BLANK if not text.strip() else PROSE)
    if len(text) > LONGEST_LINE:
        return MailLine(text, PROSE)
    try:
        rules.write(text, names)
    except OrderError as error:
        return MailLine(text, _kind_by_words(rules, text, error), error)
    if text.rstrip(" \"'*)").endswith("?"):
        return MailLine(text, MEANT, Unreadable(ASKED).at(0, 0, len(text), text))
    return MailLine(text, ORDERS)


def _kind_by_words(rules: Game, text: str, error: OrderError) -> str:
    """By its first word, which is one that orders begin with or nearly so, and by what comes after it."""
    words = tokens(text)
    meanings = [rules.VOCABULARY.index.get(word, "") for word in words]
    first = next((n for n, meaning in enumerate(meanings) if meaning != "small"), None)
    if first is None:
        return PROSE
    known = [
        word.isdigit() or bool(PLACE.match(word)) or meaning not in ("", "small")
        for word, meaning in zip(words, meanings, strict=True)
    ]
    begins = error.start > places(text)[first][0]  # the engine found no fault with the first word
    nearly = not begins and _reads_when_mended(rules, text, words[first], error)
    on_the_board = any(map(PLACE.match, words)) and sum(known) > 1
    if not (begins or nearly or on_the_board):
        return PROSE
    understood = sum(known) + meanings.count("small") + (not begins)
    return MEANT if understood * 2 >= len(words) else PERHAPS


def _reads_when_mended(rules: Game, text: str, word: str, error: OrderError) -> bool:
    near = str(error.values.get("nearest", ""))
    if not near or distance(word, fold(near)) > (1 if len(word) < LONG_WORD else 2):
        return False
    try:
        rules.write(text[: error.start] + near + text[error.end :])
    except OrderError:
        return False
    return True
