"""Text of ours that a reply quotes without any mark is never read as orders."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.services.inbox.reply_words import without_bullet, word_alone, word_with_text
from engine.errors import OrderError
from engine.registry import GAMES, game
from engine.words import tokens

QUOTED = ">"  # a line that begins with it never counts
SEPARATORS = ";\n"


class LetterLine(NamedTuple):
    """A line of a letter, before any game has looked at it."""

    text: str
    is_word: bool  # help, undo, say: ...
    words: tuple[str, ...]


def guard_quotes(text: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> str:
    """Marks every line that could be read as orders: names and remarks of friends can be anything."""
    lines = text.split("\n")
    return "\n".join(f"{QUOTED} {line}" if reads_as_orders(line, games, names) else line for line in lines)


def reads_as_orders(line: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> bool:
    """Whether it would do something as a line of a reply."""
    parsed = _letter_line(line)
    if not parsed.text or parsed.text.startswith(QUOTED):
        return False
    return parsed.is_word or any(_reads(name, parsed, names) for name in games)


@lru_cache(maxsize=4096)  # most lines of a letter are in many others too
def _letter_line(line: str) -> LetterLine:
    text = without_bullet(line)
    words = tuple(word for word in tokens(text) if word not in SEPARATORS)
    return LetterLine(text, bool(word_alone(text) or word_with_text(text)), words)


def _reads(name: str, line: LetterLine, names: Sequence[str]) -> bool:
    """To read a line as orders takes long; few lines begin as orders do."""
    rules = game(name)
    meanings = (rules.VOCABULARY.index.get(word, "") for word in line.words)
    if not next((meaning for meaning in meanings if meaning != "small"), ""):
        return False
    try:
        rules.write(line.text, names)
    except OrderError:
        return False
    return True
