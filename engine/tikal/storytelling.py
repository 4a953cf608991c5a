"""A turn of Tikal as the book tells it: a long one in two sentences, which do not always begin alike."""

from collections.abc import Sequence
from itertools import groupby

from engine.game import Event
from engine.speech import Speech, join_list
from engine.tikal.news import deeds_of, news, scored

LONG = 4  # deeds: so many are told in two sentences
NO_TURN = ("bid", "passed", "won", "turned_up", "ended", "scoring", "over")


def paragraphs(events: Sequence[Event], names: Sequence[str], number: int, speech: Speech) -> list[str]:
    told: list[str] = []
    for seat, group in groupby(events, key=_whose):
        part = list(group)
        told += [_turn(seat, part, names, number, speech)] if seat else news(part, names, speech)
    return [paragraph for paragraph in told if paragraph]


def _whose(event: Event) -> int:
    return 0 if event["event"] in NO_TURN else int(event["seat"])


def _turn(seat: int, events: list[Event], names: Sequence[str], number: int, speech: Speech) -> str:
    deeds = deeds_of(events, names, speech)
    half = (len(deeds) + 1) // 2 if len(deeds) >= LONG else len(deeds)
    parts = [part for part in (deeds[:half], deeds[half:]) if part]
    ways = ["{name} {deeds}.", _then(number, speech)]
    sentences = [
        way.format(name=names[seat - 1], deeds=join_list(part, speech))
        for way, part in zip(ways, parts, strict=False)
    ]
    sentences += [scored(event, names, speech) for event in events if event["event"] == "scored"]
    return " ".join(sentences)


def _then(number: int, speech: Speech) -> str:
    ways = (
        speech.gettext("Then {name} {deeds}."),
        speech.gettext("After that, {name} {deeds}."),
        speech.gettext("In the same turn, {name} {deeds}."),
    )
    return ways[number % len(ways)]
