"""How a match names people."""

from engine.speech import later

FORMER = later("a former player")  # who has left for good
