"""Our own words are never taken for orders, should a reply quote them without any mark."""

from collections.abc import Iterable, Sequence

from app.services.wording import alone, bare, spoken
from engine.errors import OrderError
from engine.registry import GAMES, game

QUOTED = ">"  # a line that begins with it never counts


def quieted(text: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> str:
    """Every line that could be read as orders is marked: names and what friends say can be anything."""
    lines = text.split("\n")
    return "\n".join(f"{QUOTED} {line}" if counts(line, games, names) else line for line in lines)


def counts(line: str, games: Iterable[str] = GAMES, names: Sequence[str] = ()) -> bool:
    """Whether it would do something as a line of a reply."""
    said = bare(line)
    if not said or said.startswith(QUOTED):
        return False
    return bool(alone(said) or spoken(said)) or any(_reads(name, said, names) for name in games)


def _reads(name: str, line: str, names: Sequence[str]) -> bool:
    try:
        game(name).write(line, names)
    except OrderError:
        return False
    return True
