"""Two bots of different strength. Both decide from a view only, and always the same from the same view."""

from engine.game import Strength, View
from engine.tikal.modest import modest
from engine.tikal.strong import strong


def bot(view: View, strength: Strength = "modest") -> str:
    return strong(view) if strength == "strong" else modest(view)
