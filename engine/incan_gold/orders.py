"""Incan Gold's one choice, read from text and written as text."""

from collections.abc import Sequence

from engine.incan_gold.sentences import CAMP, TORCH, interpret, known
from engine.sentences import SentenceReader

CHOICES = (TORCH, CAMP)
SOFT = frozenset({"go", "temple", "treasure"})
SENTENCES = SentenceReader("engine.incan_gold", known, interpret, frozenset(), SOFT)


def read(text: str, names: Sequence[str] = ()) -> str:
    """Reads torch or camp, and only one of them."""
    return text if text in CHOICES else SENTENCES.read(text, names).actions[0]


def write(choice: str) -> str:
    return choice
