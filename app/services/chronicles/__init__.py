"""What of a finished match is worth telling, game by game; a game without words of its own has plain ones."""

from collections.abc import Sequence

from app.services.chronicles.incan_gold import IncanGold
from app.services.chronicles.plain import Chronicle
from app.services.chronicles.tikal import Tikal
from engine.record import Moment
from engine.registry import game
from engine.speech import Speech

CHRONICLES: dict[str, type[Chronicle]] = {"tikal": Tikal, "incan-gold": IncanGold}


def chronicle(name: str, moments: Sequence[Moment], names: Sequence[str], speech: Speech) -> Chronicle:
    return CHRONICLES.get(name, Chronicle)(game(name), moments, names, speech)


__all__ = ["CHRONICLES", "Chronicle", "chronicle"]
