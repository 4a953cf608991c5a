"""The moments of a game: a treasure found, a temple that changes hands, a volcano, points. Shown large."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engine.emblems import CARD, moment_card, side_by_side, use_token
from engine.game import Event, View
from engine.speech import Speech, join_list, seat_name
from engine.svg import group, group_at, use
from engine.tikal.draw.ruins import PREFIX, guarded_temple, temple
from engine.tikal.holders import changes_of_hands
from engine.tikal.tell import treasure

MOST = 4
ROW = 2  # moments beside one another
HEIGHT = 84
LOW, LEAST = 74, 330  # a card beside tiles: how high it is, and how wide at least to have words


class Moment(NamedTuple):
    # Where there are too many, those with the least are left out. What no board shows has more.
    weight: float
    picture: str  # about 70 wide and high, its middle at 0,0
    words: str


def moments(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event], most: int = MOST
) -> list[Moment]:
    """In the order in which they happened; the temples last."""
    found = [
        *_of_events(view, names, speech, events),
        *_of_temples(view, names, speech, events),
    ]
    kept = sorted(found, key=lambda moment: moment.weight, reverse=True)[:most]
    return [moment for moment in found if moment in kept][:most]


def panel_of(found: Sequence[Moment]) -> tuple[str, float]:
    if not found:
        return "", 0
    cards = [moment_card(moment.picture, moment.words, HEIGHT) for moment in found]
    drawn, height = side_by_side(cards, HEIGHT)
    return group(drawn, data_moments=len(found)), height


def card_of(moment: Moment, room: float) -> str:
    """Where there is no room for words that can be read, the picture alone tells it."""
    words, wide = (moment.words, min(room, CARD)) if room >= LEAST else ("", 104)
    return group(moment_card(moment.picture, words, LOW, wide), data_moments=1)


def _of_events(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> Iterator[Moment]:
    for event in events:
        told = {**event, "name": seat_name(event["seat"], names, speech) if "seat" in event else ""}
        match event["event"]:
            case "took":
                yield _found(told, speech)
            case "guarded":
                words = speech.gettext("{name} guards the temple on {place} for good").format(**told)
                drawing = guarded_temple(event["value"], event["seat"], event["leader"])
                yield Moment(4, group_at(0, 0, drawing, scale=1.1), words)
            case "scoring":
                yield _scoring(event, speech)
            case "scored":
                yield _scored(told, speech)


def _found(told: dict[str, Any], speech: Speech) -> Moment:
    wafers = [treasure(motif, speech) for motif in told["wafers"]]
    words = speech.gettext("{name} finds a treasure: {found}").format(
        name=told["name"], found=join_list(wafers, speech)
    )
    apart = 15 if len(wafers) > 1 else 0
    discs = [
        use(f"{PREFIX}-motif-{motif}", apart * (2 * n - 1) if apart else 0, 0, 1.6 - 0.5 * bool(apart))
        for n, motif in enumerate(told["wafers"])
    ]
    return Moment(5, group(*discs, use_token(PREFIX, told["seat"], 24, 22)), words)


def _scoring(event: Event, speech: Speech) -> Moment:
    if event["volcano"]:
        words = speech.gettext("Volcano: a scoring round begins")
        return Moment(6, group_at(0, 0, use(f"{PREFIX}-volcano"), scale=0.75), words)
    return Moment(6, use(f"{PREFIX}-crown", 0, 10, 2), speech.gettext("The last scoring round begins"))


def _scored(told: dict[str, Any], speech: Speech) -> Moment:
    points = sum(told["temples"].values()) + told["treasures"]
    words = speech.ngettext("{name} scores {points} point", "{name} scores {points} points", points)
    star = use(f"{PREFIX}-star", 0, -2, 2.2)
    return Moment(
        3, star + use_token(PREFIX, told["seat"], 0, -2), words.format(name=told["name"], points=points)
    )


def _of_temples(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]
) -> Iterator[Moment]:
    for place, before, after in changes_of_hands(view, events):
        said = {
            "place": place,
            "name": seat_name(after, names, speech) if after else "",
            "other": seat_name(before, names, speech) if before else "",
        }
        if after and before:
            words = speech.gettext("{name} takes the temple on {place} from {other}")
        elif after:
            words = speech.gettext("{name} holds the temple on {place}")
        else:
            words = speech.gettext("{other} has lost the temple on {place}")
        value = view["board"][place]["value"]
        drawing = group_at(0, 0, temple(value, crowded=True), scale=1.15)
        token = use_token(PREFIX, after, 26, 20) if after else ""
        yield Moment(value / 100 + 2 + bool(before), drawing + token, words.format(**said))
