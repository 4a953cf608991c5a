"""Our own words are never taken for orders, should a reply quote them without any mark."""

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
    """What a line is, whatever game it is about."""

    said: str
    is_ours: bool  # help, undo, say: ...
    words: tuple[str, ...]


def guard_quotes(text: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> str:
    """Every line that could be read as orders is marked: names and what friends say can be anything."""
    lines = text.split("\n")
    return "\n".join(f"{QUOTED} {line}" if reads_as_orders(line, games, names) else line for line in lines)


def reads_as_orders(line: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> bool:
    """Whether it would do something as a line of a reply."""
    looked = _letter_line(line)
    if not looked.said or looked.said.startswith(QUOTED):
        return False
    return looked.is_ours or any(_reads(name, looked, names) for name in games)


@lru_cache(maxsize=4096)  # most lines of a letter are in many others too
def _letter_line(line: str) -> LetterLine:
    said = without_bullet(line)
    words = tuple(word for word in tokens(said) if word not in SEPARATORS)
    return LetterLine(said, bool(word_alone(said) or word_with_text(said)), words)


def _reads(name: str, line: LetterLine, names: Sequence[str]) -> bool:
    """To read a line as orders takes long; few lines begin as orders do."""
    rules = game(name)
    meanings = (rules.VOCABULARY.index.get(word, "") for word in line.words)
    if not next((meaning for meaning in meanings if meaning != "small"), ""):
        return False
    try:
        rules.write(line.said, names)
    except OrderError:
        return False
    return True
