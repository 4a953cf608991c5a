"""Incan Gold's one choice: reading and writing side by side, and inverse."""

from collections.abc import Sequence

from engine.incan_gold.vocabulary import VOCABULARY
from engine.words import Reader

TORCH, CAMP = "torch", "camp"
CHOICES = {TORCH: lambda reader: TORCH, CAMP: lambda reader: CAMP}


def read(text: str, names: Sequence[str] = ()) -> str:
    """torch or camp, and only one of them."""
    if text in CHOICES:
        return text
    reader = Reader(text, VOCABULARY, names)
    said = reader.actions(CHOICES)
    if len(said.actions) > 1:
        reader.at = said.marks[1][0]
        reader.fail("say one of torch and camp, and only that.")
    return said.actions[0]


def write(choice: str) -> str:
    return choice
