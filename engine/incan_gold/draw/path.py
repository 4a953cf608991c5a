"""The way down into the temple: this round's cards in the order in which they were turned up.

A flight of stairs has seven cards; the flights go down to the right and to the left by turns. The players
who are still inside stand with their torch where the next card will lie.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Event, View
from engine.incan_gold.board import cards_lying
from engine.incan_gold.draw.changes import count_turned_up
from engine.incan_gold.draw.emblems import BONE, NIGHT
from engine.incan_gold.draw.shapes import CARD_HEIGHT, EDGE, PREFIX
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, Card
from engine.incan_gold.tell import hazard
from engine.speech import Speech, seat_letter
from engine.svg import circle, fitted_text, group, group_at, middle, number, path, text, use

ACROSS, PITCH, DROP = 7, 107, 9
FLIGHT = CARD_HEIGHT + DROP * (ACROSS - 1) + 44  # from one flight to the next
_LEFT = 79
_GLOW = ((235, "#382231"), (160, "#543038"), (95, "#82492f"))
_STONE, _TREAD, _LIT = "#4a313c", "#8b6254", "#e9a04a"


class Place(NamedTuple):
    x: float
    y: float


def place(n: int) -> Place:
    """The middle of the n-th card, from the top of the first flight."""
    flight, along = divmod(n, ACROSS)
    column = along if flight % 2 == 0 else ACROSS - 1 - along
    return Place(_LEFT + PITCH * column, CARD_HEIGHT / 2 + FLIGHT * flight + DROP * along)


def depth(view: View) -> float:
    """How high the picture of this path is, down to the foot of its last flight."""
    return _depth_of((_count_places(view) - 1) // ACROSS + 1)


def _depth_of(flights: int) -> float:
    return place(flights * ACROSS - 1).y + CARD_HEIGHT / 2 + 46


def _flights(deep: float) -> int:
    """As many as there is room for."""
    return int((deep - _depth_of(1)) // FLIGHT) + 1


def _count_places(view: View) -> int:
    return len(view["path"]) + bool(view["inside"])


def descent(view: View, speech: Speech, events: Sequence[Event], deep: float) -> str:
    count = len(view["path"])
    new = count - count_turned_up(events)
    cards = [_card(n, card, lying, speech) for n, (card, lying) in enumerate(cards_lying(view))]
    marks = [group_at(*place(n), use(f"{PREFIX}-changed"), data_changed=n) for n in range(max(new, 0), count)]
    last = place(_count_places(view) - 1)
    return group(
        *_glow(last), _joints(deep), *_stairs(view, deep), *cards, *marks, _explorers(view, place(count))
    )


def _glow(at: Place) -> list[str]:
    return [circle(at.x, at.y, radius, fill=fill) for radius, fill in _GLOW]


def _joints(deep: float) -> str:
    """The joints of the wall, in the colour of the dark ground: they show only in the torchlight."""
    courses = range(-26, int(deep), 38)
    lines = "".join([f"M0 {y}H800" for y in courses])
    uprights = "".join(
        [f"M{x} {y}v38" for n, y in enumerate(courses) for x in range(40 + 48 * (n % 2), 800, 96)]
    )
    return path(lines + uprights, stroke=NIGHT, stroke_width=2.5, stroke_opacity=0.55)


def _stairs(view: View, deep: float) -> list[str]:
    """Every flight to its end, so that it is one block of stone; the treads near the torch are lit."""
    count = _count_places(view)
    end = max(count + -count % ACROSS, _flights(deep) * ACROSS)
    treads = [_tread(n, count - 1 - n) for n in range(count)] + [_dark_tread(n) for n in range(count, end)]
    ladders = [_ladder(n) for n in range(ACROSS, count, ACROSS)]
    return [*ladders, *treads]


def _tread(n: int, away: int) -> str:
    x, y = place(n)
    x, y = x - PITCH / 2, y + CARD_HEIGHT / 2 + 3
    stone = path(f"M{number(x)} {number(y)}h{PITCH}v22h-{PITCH}z", fill=_STONE)
    tread = path(f"M{number(x)} {number(y)}h{PITCH}v6h-{PITCH}z", fill=_LIT if away < 2 else _TREAD)
    return stone + tread


def _dark_tread(n: int) -> str:
    """A tread further down, in the dark."""
    x, y = place(n)
    return path(
        f"M{number(x - PITCH / 2)} {number(y + CARD_HEIGHT / 2 + 3)}h{PITCH}v22h-{PITCH}z", fill="#33212f"
    )


def _ladder(n: int) -> str:
    """A ladder from the end of one flight down to the next."""
    above, below = place(n - 1), place(n)
    x = 784 if below.x > 400 else 16
    top, bottom = above.y + CARD_HEIGHT / 2 + 3, below.y + CARD_HEIGHT / 2 + 3
    rungs = "".join([f"M{x - 7} {number(y)}h14" for y in range(int(top) + 12, int(bottom), 14)])
    rails = f"M{x - 7} {number(top)}V{number(bottom)}M{x + 7} {number(top)}V{number(bottom)}"
    return path(rails + rungs, stroke=_TREAD, stroke_width=3)


def _card(n: int, card: Card, lying: int, speech: Speech) -> str:
    ink = BONE if card in HAZARDS else EDGE[kind_of(card)]
    corner = text(-37, -40, 15, str(n + 1), fill=ink)
    return group_at(*place(n), face(card, lying, speech), corner, data_card=str(card))


def kind_of(card: Card) -> str:
    return "artifact" if card == ARTIFACT else "hazard" if card in HAZARDS else "treasure"


def face(card: Card, lying: int, speech: Speech) -> str:
    """A card with what lies on it, its middle at 0,0."""
    kind = kind_of(card)
    picture = {"artifact": _artifact, "hazard": _hazard, "treasure": _treasure}[kind](card, lying, speech)
    return use(f"{PREFIX}-on-{kind}") + picture


def _artifact(_: Card, there: int, speech: Speech) -> str:
    picture = use(f"{PREFIX}-idol", 0, -10, 1.15)
    words = speech.gettext("artifact") if there else speech.gettext("taken")
    return (picture if there else group(picture, opacity=0.25)) + _caption(words, NIGHT)


def _hazard(kind: Card, _: int, speech: Speech) -> str:
    return use(f"{PREFIX}-{kind}", 0, -6, 1.1) + _caption(hazard(str(kind), speech), BONE)


def _caption(words: str, fill: str) -> str:
    return fitted_text(0, 47, 18, words, 80, 0.6, text_anchor="middle", font_weight="bold", fill=fill)


def _treasure(value: Card, lying: int, speech: Speech) -> str:
    """The card's value, and below it the treasure left on it."""
    figure = middle(0, 0, 52, str(value), font_weight="bold", fill=EDGE["treasure"])
    line = path("M-36 12H36", stroke=EDGE["treasure"], stroke_width=1.8)
    if not lying:
        return figure + line + middle(0, 42, 24, "–", fill="#8d8468")
    count = text(3, 42.5, 29, str(lying), font_weight="bold", fill=NIGHT)
    return figure + line + group(use(f"{PREFIX}-gem", -16, 31, 1.05), count, data_lying=lying)


def _explorers(view: View, at: Place) -> str:
    """The seats inside, side by side under their torch."""
    inside = view["inside"]
    if not inside:
        return ""
    across, pitch, size = (2, 43, 1.4) if len(inside) <= 4 else (3, 33, 1.08)
    rows = [inside[n : n + across] for n in range(0, len(inside), across)]
    first = 60 - pitch / 2 - pitch * (len(rows) - 1)
    tokens = [
        group_at(
            pitch * (n - (len(row) - 1) / 2), first + pitch * r, _explorer(seat, size), data_explorer=seat
        )
        for r, row in enumerate(rows)
        for n, seat in enumerate(row)
    ]
    return group_at(*at, use(f"{PREFIX}-torch", 0, first - pitch / 2 - 28, 1.4), *tokens)


def _explorer(seat: int, size: float) -> str:
    return use(f"{PREFIX}-{seat_letter(seat)}", scale=size)
