"""A game's text board in any window: the picture keeps its lines, what is said beside it need not."""

import re
from typing import NamedTuple

DRAWN = re.compile(r"([_|/\\'-])\1\1")  # no sentence has three strokes in a row


class BoardPart(NamedTuple):
    """What stands between two empty lines of a board."""

    text: str

    @property
    def drawn(self) -> bool:
        return bool(DRAWN.search(self.text))

    @property
    def unwrapped(self) -> list[str]:
        """The engine wraps its sentences and sets further lines in by two."""
        return self.text.replace("\n  ", " ").split("\n")


def parts_of(board: str) -> list[BoardPart]:
    """A picture that begins the board keeps its first line's blanks."""
    return [BoardPart(text) for text in re.split(r"\n\s*\n", board.rstrip("\n")) if text.strip()]
