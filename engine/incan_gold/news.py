"""What a letter tells of Incan Gold since the last one: a turn is one short paragraph."""

from collections.abc import Iterable, Sequence

from engine.game import Event
from engine.incan_gold.tell import tell
from engine.speech import ENGLISH, Speech, join_list


def news(events: Iterable[Event], names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[str, ...]:
    """Paragraphs, in the order in which things happened. Each turn begins with what everybody chose."""
    turns: list[list[str]] = []
    for event in events:
        if not turns or event["event"] == "chose":
            turns.append([])
        turns[-1].append(tell(event, names, speech))
    return tuple(" ".join(turn) for turn in turns)


def brought(events: Iterable[Event], seat: int, speech: Speech = ENGLISH) -> str:
    """What the seat's own choice has brought it: a phrase with "you"."""
    parts, goes_on = [], False
    for event in events:
        if event["event"] == "chose":
            goes_on = event["choices"].get(str(seat)) == "torch"
        elif event["event"] == "left" and str(seat) in event["stored"]:
            told = speech.gettext("you are in the camp with {points}")
            parts.append(told.format(points=event["stored"][str(seat)]))
        elif event["event"] == "fled" and str(seat) in event["lost"]:
            parts.append(speech.gettext("you fled and lost {points}").format(points=event["lost"][str(seat)]))
        elif event["event"] == "treasure" and goes_on:
            parts.append(speech.gettext("you found {share}").format(share=event["share"]))
        goes_on = goes_on and event["event"] not in ("fled", "round_over", "round")
    return join_list(parts, speech)
