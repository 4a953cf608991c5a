"""Pebbles: title and seats."""

from engine.game import Meta
from engine.speech import later

META = Meta(
    id="pebbles",
    title="Pebbles",
    fewest=2,
    most=3,
    rules=2,
    changes={2: later("You may take up to four pebbles in a turn, and the heap is larger.")},
)
