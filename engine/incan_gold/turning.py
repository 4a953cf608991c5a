"""Turning points of Incan Gold, found in the record: losses, escapes, deep paths, artifacts."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from engine.chronicle import Chronicle, FactTable, Happening, TurningPoint
from engine.game import Event
from engine.incan_gold.tell import hazard

CARDS = ("treasure", "hazard", "artifact")
DEEP = 6  # cards: a path that is worth telling


def turning_points(chronicle: Chronicle) -> Iterator[TurningPoint]:
    """A bust is seen on the board before it: after it, the path of the next round lies there."""
    yield from _greatest_loss(chronicle)
    yield from _luckiest_escape(chronicle)
    yield from _deepest_path(chronicle)
    yield from _best_haul(chronicle)


def _greatest_loss(chronicle: Chronicle) -> Iterator[TurningPoint]:
    losses = [
        (points, -each.step, int(seat), each)
        for each in chronicle.of_kind("fled")
        for seat, points in each.event["lost"].items()
        if points
    ]
    if not losses:
        return
    points, _, seat, fled = max(losses, key=lambda loss: loss[:3])
    sentence = chronicle.speech.ngettext(
        "{name} holds {points} point when a hazard turns up for the second time ({kind}), and loses it.",
        "{name} holds {points} points when a hazard turns up for the second time ({kind}), and loses them.",
        points,
    )
    kind = hazard(fled.event["kind"], chronicle.speech)
    text = sentence.format(name=chronicle.names[seat - 1], points=points, kind=kind)
    title = chronicle.speech.gettext("The greatest loss")
    yield TurningPoint(fled.step, title, text, chronicle.before(fled.step))


def _luckiest_escape(chronicle: Chronicle) -> Iterator[TurningPoint]:
    """A player goes home, and the very next card is the end of the round."""
    escapes = [
        (stored, -left.step, -int(seat), left, fled)
        for left, fled in _just_in_time(chronicle)
        for seat, stored in left.event["stored"].items()
        if stored
    ]
    if not escapes:
        return
    stored, _, seat, left, fled = max(escapes, key=lambda escape: escape[:3])
    sentence = chronicle.speech.ngettext(
        "{name} goes home with {points} point. The very next card ({kind}) drives out everybody who stayed.",
        "{name} goes home with {points} points. The very next card ({kind}) drives out everybody who stayed.",
        stored,
    )
    kind = hazard(fled.event["kind"], chronicle.speech)
    text = sentence.format(name=chronicle.names[-seat - 1], points=stored, kind=kind)
    title = chronicle.speech.gettext("The luckiest escape")
    yield TurningPoint(left.step, title, text, chronicle.before(left.step))


def _just_in_time(chronicle: Chronicle) -> Iterator[tuple[Happening, Happening]]:
    told = [each for each in chronicle.happenings() if each.event["event"] != "hazard"]
    for left, fled in pairwise(told):
        if left.event["event"] == "left" and fled.event["event"] == "fled":
            yield left, fled


def _deepest_path(chronicle: Chronicle) -> Iterator[TurningPoint]:
    deepest, cards, number, most = 0, 0, 0, 0
    for each in chronicle.happenings():
        if each.event["event"] == "round":
            cards, number = 0, each.event["round"]
        cards += each.event["event"] in CARDS
        if cards > most:
            most, deepest, in_round = cards, each.step, number
    if most < DEEP:
        return
    sentence = chronicle.speech.ngettext(
        "In round {number} the path is {cards} card long. No other one leads deeper.",
        "In round {number} the path is {cards} cards long. No other one leads deeper.",
        most,
    )
    title = chronicle.speech.gettext("The deepest path")
    last = chronicle.before(deepest) if _ends_a_round(chronicle, deepest) else deepest
    yield TurningPoint(deepest, title, sentence.format(number=in_round, cards=most), last)


def _ends_a_round(chronicle: Chronicle, step: int) -> bool:
    return any(event["event"] == "round_over" for event in chronicle.moments[step].events)


def _best_haul(chronicle: Chronicle) -> Iterator[TurningPoint]:
    hauls = [
        (stored, -each.step, -int(seat), each)
        for each in chronicle.of_kind("left")
        for seat, stored in each.event["stored"].items()
        if stored
    ]
    if not hauls:
        return
    stored, _, seat, left = max(hauls, key=lambda haul: haul[:3])
    sentence = chronicle.speech.ngettext(
        "{name} carries {points} point into the tent at one go.",
        "{name} carries {points} points into the tent at one go.",
        stored,
    )
    text = sentence.format(name=chronicle.names[-seat - 1], points=stored)
    title = chronicle.speech.gettext("The best haul")
    yield TurningPoint(left.step, title, text, chronicle.before(left.step))


# --- Each player ---


def statistics(chronicle: Chronicle) -> FactTable:
    gettext, counts = chronicle.speech.gettext, [Counter[str]() for _ in chronicle.names]
    for happening in chronicle.happenings():
        for seat, key, count in _counted(happening.event):
            counts[seat - 1][key] += count
    rows = {
        "torch": gettext("Went on with the torch"),
        "camp": gettext("Went back to the camp"),
        "alone": gettext("Went back alone"),
        "stored": gettext("Carried into the tent"),
        "lost": gettext("Lost to hazards"),
        "fled": gettext("Times to flee"),
    }
    told = [[name, *(str(count[key]) for count in counts)] for key, name in rows.items()]
    return FactTable(gettext("What each player did"), [""], told, by_seat=True)


def _counted(event: Event) -> Iterator[tuple[int, str, int]]:
    for seat, choice in event.get("choices", {}).items():
        yield int(seat), choice, 1
    for seat, stored in event.get("stored", {}).items():
        yield int(seat), "stored", stored
        if len(event["stored"]) == 1:
            yield int(seat), "alone", 1
    for seat, points in event.get("lost", {}).items():
        yield int(seat), "lost", points
        yield int(seat), "fled", 1
