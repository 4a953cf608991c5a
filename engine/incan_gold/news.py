"""What a letter tells of Incan Gold since the last one: a turn is one short paragraph."""

from collections.abc import Iterable, Sequence

from engine.game import Event
from engine.incan_gold.tell import tell
from engine.speech import ENGLISH, Speech


def news(events: Iterable[Event], names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[str, ...]:
    """Paragraphs, in the order in which things happened. Each turn begins with what everybody chose."""
    turns: list[list[str]] = []
    for event in events:
        if not turns or event["event"] == "chose":
            turns.append([])
        turns[-1].append(tell(event, names, speech))
    return tuple(" ".join(turn) for turn in turns)
