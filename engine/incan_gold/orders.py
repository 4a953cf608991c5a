"""Incan Gold's one choice, read from text and written as text."""

from collections.abc import Sequence

from engine.grammar import Grammar
from engine.incan_gold.pieces import CAMP, TORCH
from engine.incan_gold.sentences import interpret, known
from engine.sentences import SentenceReader
from engine.words import LANGUAGES

CHOICES = (TORCH, CAMP)
SOFT = frozenset({"go", "temple", "treasure"})
SENTENCES = SentenceReader(
    Grammar("engine.incan_gold", known, interpret, "; ".join, frozenset(), frozenset(), SOFT)
)


def read(text: str, names: Sequence[str] = (), languages: Sequence[str] = LANGUAGES) -> str:
    """Reads torch or camp, and only one of them."""
    return text if text in CHOICES else SENTENCES.read(text, names, languages=languages).actions[0]


def write(choice: str) -> str:
    return choice
