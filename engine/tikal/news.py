"""What a letter tells of Tikal since the last one: an auction is one sentence, a turn one short paragraph."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from engine.game import Event
from engine.speech import ENGLISH, Speech, join_list, seat_name
from engine.tikal.tell import tell, treasure

AUCTION = ("bid", "passed", "won")
# The board shows whose move it is and what is turned up.
LEFT_OUT = ("turned_up", "ended")
ADDED_UP = ("entered", "dug")  # deeds of one turn that are told together when they are at the same place


def news(events: Iterable[Event], names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[str, ...]:
    """Paragraphs, in the order in which things happened."""
    told = [event for event in events if event["event"] not in LEFT_OUT]
    paragraphs = (
        _paragraph(kind, list(group), names, speech) for (kind, _), group in groupby(told, key=_subject)
    )
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def brought(events: Iterable[Event], seat: int, speech: Speech = ENGLISH) -> str:
    """What the seat's own orders have brought it that it could not know before: a phrase with "you"."""
    parts = []
    for event in events:
        if event.get("seat") == seat and event["event"] == "took":
            found = join_list([treasure(motif, speech) for motif in event["wafers"]], speech)
            parts.append(speech.gettext("you found: {found}").format(found=found))
        elif event.get("seat") == seat and event["event"] == "scored":
            points = sum(event["temples"].values()) + event["treasures"]
            told = speech.ngettext("you scored {points} point", "you scored {points} points", points)
            parts.append(told.format(points=points))
        elif event.get("seat") == seat and event["event"] == "won":
            parts.append(speech.gettext("you won the auction"))
    return join_list(parts, speech)


def _subject(event: Event) -> tuple[str, int]:
    """What an event belongs to: an auction, the turn of a seat, or nothing but itself."""
    kind = event["event"]
    if kind in AUCTION:
        return "auction", 0
    if kind in ("scoring", "over"):
        return kind, 0
    return "turn", event["seat"]


def _paragraph(kind: str, events: list[Event], names: Sequence[str], speech: Speech) -> str:
    if kind == "auction":
        return " ".join(_auction(events, names, speech))
    if kind == "turn":
        return _turn(events, names, speech)
    return " ".join(tell(event, names, speech) for event in events)


# --- An auction ---


def _auction(events: list[Event], names: Sequence[str], speech: Speech) -> Iterable[str]:
    """One sentence for each that is over, and one for the bids since then."""
    bids: list[Event] = []
    for event in events:
        if event["event"] == "won":
            yield _won(event, names, speech)
            bids = []
        else:
            bids.append(event)
    if bids:
        yield _going_on(bids, names, speech)


def _won(event: Event, names: Sequence[str], speech: Speech) -> str:
    name = seat_name(event["seat"], names, speech)
    if not event["points"]:
        return speech.gettext("Nobody bid: {name} has the first choice for free.").format(name=name)
    sentence = speech.ngettext(
        "{name} won the auction for {points} point.",
        "{name} won the auction for {points} points.",
        event["points"],
    )
    return sentence.format(name=name, points=event["points"])


def _going_on(bids: list[Event], names: Sequence[str], speech: Speech) -> str:
    last = {bid["seat"]: bid for bid in bids}
    said = [_said(seat, bid, names, speech) for seat, bid in last.items()]
    return speech.gettext("In the auction, {said}.").format(said=join_list(said, speech))


def _said(seat: int, bid: Event, names: Sequence[str], speech: Speech) -> str:
    name = seat_name(seat, names, speech)
    if bid["event"] == "passed":
        return speech.gettext("{name} passes").format(name=name)
    return speech.gettext("{name} bids {points}").format(name=name, points=bid["points"])


# --- A turn ---


def _turn(events: list[Event], names: Sequence[str], speech: Speech) -> str:
    deeds = deeds_of(events, names, speech)
    sentences = (
        [f"{seat_name(events[0]['seat'], names, speech)} {join_list(deeds, speech)}."] if deeds else []
    )
    sentences += [scored(event, names, speech) for event in events if event["event"] == "scored"]
    return " ".join(sentences)


def deeds_of(events: list[Event], names: Sequence[str], speech: Speech) -> list[str]:
    """What follows the player's name in sentences about a turn."""
    return [deed for event in _added_up(events) if (deed := _deed(event, names, speech))]


def _added_up(events: list[Event]) -> list[Event]:
    """Members who came in at one place are one deed, so are the levels of one temple, and a way in parts.

    Who has walked back to where the way began has done nothing that anybody can see.
    """
    deeds: list[dict[str, Any]] = []
    for event in events:
        earlier = deeds[-1:] if event["event"] == "moved" else deeds
        if deed := next((deed for deed in earlier if _are_one(deed, event)), None):
            _add(deed, event)
        else:
            deeds.append(dict(event))
    return [deed for deed in deeds if deed["event"] != "moved" or deed["way"][0] != deed["way"][-1]]


def _are_one(deed: Event, event: Event) -> bool:
    if deed["event"] != event["event"]:
        return False
    if event["event"] == "moved":
        same = all(deed[key] == event[key] for key in ("workers", "leader"))
        return same and bool(deed["way"][-1] == event["way"][0])
    return event["event"] in ADDED_UP and bool(deed["place"] == event["place"])


def _add(deed: dict[str, Any], event: Event) -> None:
    if event["event"] == "moved":
        deed["way"] = [deed["way"][0], event["way"][-1]]
    elif event["event"] == "dug":
        deed["value"] = event["value"]
    else:
        deed["workers"] += event["workers"]
        deed["leader"] = deed["leader"] or event["leader"]


def _deed(event: Event, names: Sequence[str], speech: Speech) -> str:
    """What follows the player's name in the sentence; nothing for the points, which have their own."""
    if event["event"] == "swapped":
        return _swapped(event, names, speech)
    phrase = PHRASES.get(event["event"])
    return phrase(event, speech) if phrase else ""


def _entered(event: Event, speech: Speech) -> str:
    workers = event["workers"]
    if not event["leader"]:
        phrase = speech.ngettext(
            "brings {workers} worker to {place}", "brings {workers} workers to {place}", workers
        )
    elif workers:
        phrase = speech.ngettext(
            "brings {workers} worker and the leader to {place}",
            "brings {workers} workers and the leader to {place}",
            workers,
        )
    else:
        phrase = speech.gettext("brings the leader to {place}")
    return phrase.format(**event)


def _moved(event: Event, speech: Speech) -> str:
    workers = event["workers"]
    if not event["leader"]:
        phrase = speech.ngettext(
            "moves {workers} worker from {start} to {end}",
            "moves {workers} workers from {start} to {end}",
            workers,
        )
    elif workers:
        phrase = speech.ngettext(
            "moves {workers} worker and the leader from {start} to {end}",
            "moves {workers} workers and the leader from {start} to {end}",
            workers,
        )
    else:
        phrase = speech.gettext("moves the leader from {start} to {end}")
    return phrase.format(workers=workers, start=event["way"][0], end=event["way"][-1])


def _found(event: Event, speech: Speech) -> str:
    found = join_list([treasure(motif, speech) for motif in event["wafers"]], speech)
    return speech.gettext("finds treasure on {place} ({found})").format(place=event["place"], found=found)


def _dug(event: Event, speech: Speech) -> str:
    return speech.gettext("digs on {place} (now worth {value})").format(**event)


def _camped(event: Event, speech: Speech) -> str:
    return speech.gettext("builds a camp on {place}").format(**event)


def _guarded(event: Event, speech: Speech) -> str:
    return speech.gettext("puts a guard on the temple on {place} ({value})").format(**event)


def _placed(event: Event, speech: Speech) -> str:
    phrase = {
        "temple": speech.gettext("places a temple worth {value} on {place}"),
        "treasure": speech.gettext("places a treasure of {wafers} on {place}"),
        "jungle": speech.gettext("places a jungle on {place}"),
        "volcano": speech.gettext("places a volcano on {place}"),
    }[event["kind"]]
    return phrase.format(**event)


def _swapped(event: Event, names: Sequence[str], speech: Speech) -> str:
    phrase = speech.gettext("swaps with {other} ({give} for {get})")
    give, get = (treasure(event[key], speech) for key in ("give", "get"))
    return phrase.format(other=seat_name(event["other"], names, speech), give=give, get=get)


def scored(event: Event, names: Sequence[str], speech: Speech) -> str:
    name, points = (
        seat_name(event["seat"], names, speech),
        sum(event["temples"].values()) + event["treasures"],
    )
    sentence = speech.ngettext(
        "{name} scores {points} point and has {score} now.",
        "{name} scores {points} points and has {score} now.",
        points,
    )
    return sentence.format(name=name, points=points, score=event["score"])


PHRASES: dict[str, Callable[[Event, Speech], str]] = {
    "placed": _placed,
    "entered": _entered,
    "moved": _moved,
    "dug": _dug,
    "took": _found,
    "camped": _camped,
    "guarded": _guarded,
}
