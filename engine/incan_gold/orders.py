"""Incan Gold's one choice, read from text and written as text."""

from collections.abc import Sequence

from engine.incan_gold.vocabulary import VOCABULARY
from engine.words import Reader

TORCH, CAMP = "torch", "camp"
CHOICES = {TORCH: lambda reader: TORCH, CAMP: lambda reader: CAMP}


def read(text: str, names: Sequence[str] = ()) -> str:
    """Reads torch or camp, and only one of them."""
    if text in CHOICES:
        return text
    reader = Reader(text, VOCABULARY, names)
    submission = reader.actions(CHOICES)
    if len(submission.actions) > 1:
        reader.at = submission.marks[1][0]
        reader.fail("say one of torch and camp, and only that.")
    return submission.actions[0]


def write(choice: str) -> str:
    return choice
