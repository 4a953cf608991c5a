"""Larger pictures for the guide: all treasure cards, a card that is divided, and a way into the temple."""

from typing import NamedTuple

from engine.emblems import CLAY, INK, RIM, SAND
from engine.incan_gold.draw.emblems import NIGHT
from engine.incan_gold.draw.path import PITCH, depth, descent, face, place
from engine.incan_gold.draw.shapes import CARD_HEIGHT, CARD_WIDTH, PREFIX
from engine.incan_gold.pieces import TREASURES
from engine.incan_gold.positions import position
from engine.incan_gold.view import view
from engine.speech import Speech, seat_letter
from engine.svg import group, group_at, middle, path, rect, use

_EDGE = 12
_ACROSS = 5  # cards in a row
_VALUE, _INSIDE = 11, 4


class Diagram(NamedTuple):
    width: float
    height: float
    svg: str  # from 0,0


def treasures(speech: Speech) -> Diagram:
    """The cards side by side, from the lowest value to the highest."""
    across, down = CARD_WIDTH + _EDGE, CARD_HEIGHT + _EDGE
    cards = [
        group_at(
            _EDGE + CARD_WIDTH / 2 + across * (n % _ACROSS),
            _EDGE + CARD_HEIGHT / 2 + down * (n // _ACROSS),
            face(value, 0, speech),
        )
        for n, value in enumerate(TREASURES)
    ]
    rows = -(-len(TREASURES) // _ACROSS)
    return _framed(_EDGE + across * _ACROSS, _EDGE + down * rows, SAND, *cards)


def division(speech: Speech) -> Diagram:
    """A card, the players who share it with what each gets, and the card again with the rest."""
    share, rest = divmod(_VALUE, _INSIDE)
    y = CARD_HEIGHT / 2 + _EDGE
    whole = group_at(_EDGE + CARD_WIDTH / 2, y, face(_VALUE, 0, speech))
    first = 2 * _EDGE + CARD_WIDTH + 56
    seats = [_seat(first + 88 * n, y, seat, share) for n, seat in enumerate(range(1, _INSIDE + 1))]
    end = first + 88 * (_INSIDE - 1) + 44
    arrows = [_arrow(first - 56, y), _arrow(end + 6, y)]
    left = group_at(end + 38 + CARD_WIDTH / 2, y, face(_VALUE, rest, speech))
    return _framed(end + 38 + CARD_WIDTH + _EDGE, 2 * y, SAND, whole, *arrows, *seats, left)


def _seat(x: float, y: float, seat: int, share: int) -> str:
    token = use(f"{PREFIX}-{seat_letter(seat)}", x, y - 22, 1.4)
    gem = use(f"{PREFIX}-gem", x - 15, y + 26, 1.05)
    return token + gem + middle(x + 14, y + 36, 29, str(share), font_weight="bold", fill=INK)


def _arrow(x: float, y: float) -> str:
    return path(f"M{x} {y - 11}l16 11l-16 11z", fill=CLAY)


def way(name: str, speech: Speech) -> Diagram:
    """The way into the temple in the position of this name."""
    seen = view(position(name), None)
    height = depth(seen)
    width = place(len(seen["path"])).x + PITCH
    return _framed(width, height + _EDGE, NIGHT, group_at(0, _EDGE, descent(seen, speech, (), height)))


def _framed(width: float, height: float, fill: str, *inside: str) -> Diagram:
    size = (0.75, 0.75, width - 1.5, height - 1.5)
    frame = rect(*size, rx=12, fill="none", stroke=RIM, stroke_width=1.5)
    return Diagram(width, height, group(rect(*size, rx=12, fill=fill), *inside, frame))
