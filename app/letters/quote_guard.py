"""Text of ours that a reply quotes without any mark is never read as orders."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from app.services.inbox.reply_words import without_bullet, word_alone, word_with_text
from engine.errors import OrderError
from engine.registry import GAMES, game

ITEM = re.compile(r"^.*\n?(?:^  [\w(“„«].*\n?)*", re.MULTILINE)  # a line, and those set in below it
QUOTED = ">"  # a line that begins with it never counts
IN_NO_ORDER = ("\\", "://")  # boards and links


def guard_quotes(text: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> str:
    """Marks every line that could be read as orders: names and remarks of friends can be anything.

    A line that goes on in the next, which is set in by two, is marked together with it.
    """
    games = tuple(games)
    marked = (_marked(item, games, names) for item in ITEM.findall(text))
    return "".join(marked)


def _marked(item: str, games: Sequence[str], names: Sequence[str]) -> str:
    reads = any(reads_as_orders(line, games, names) for line in item.split("\n"))
    return re.sub(r"^(?!>|$)", f"{QUOTED} ", item, flags=re.MULTILINE) if reads else item


def reads_as_orders(line: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> bool:
    """Whether it would do something as a line of a reply."""
    text = without_bullet(line)
    if not text or text.startswith(QUOTED) or text.endswith(":") or any(sign in text for sign in IN_NO_ORDER):
        return False
    return _is_word(text) or any(_reads(name, text, tuple(names)) for name in games)


@lru_cache(maxsize=4096)
def _is_word(text: str) -> bool:
    """help, undo, say: ..."""
    return bool(word_alone(text) or word_with_text(text))


@lru_cache(maxsize=8192)  # reading takes long, and most lines of a letter are in many others too
def _reads(name: str, text: str, names: tuple[str, ...]) -> bool:
    try:
        game(name).write(text, names)
    except OrderError:
        return False
    return True
