"""The people of an expedition: a head with a hat, and the seat's shape and letter as the body."""

from engine.emblems import DARK
from engine.speech import seat_letter
from engine.svg import Attributes, circle, group, path, symbol, use
from engine.tikal.draw.ruins import PREFIX

_SKIN, _STRAW, _BAND = "#d9a06b", "#f3e3b4", "#8a5a30"
_BRIM = "M-8.5-6q3-1.2 4-2.2c0.6-4.6 2-5.8 4.5-5.8s3.9 1.2 4.5 5.8q1 1 4 2.2-8.5 2.4-17 0z"
_OUTLINE: Attributes = {"stroke": DARK, "stroke_width": 1.5, "stroke_linejoin": "round"}


def people(seats: int) -> list[str]:
    """The definitions `tk-{letter}-worker` and `-leader`, each about 24 wide, its middle at 0,0."""
    figures = [draw(seat) for seat in range(1, seats + 1) for draw in (_worker, _leader)]
    return [_hat(), *figures]


def figure(seat: int, leader: bool) -> str:
    return f"{PREFIX}-{seat_letter(seat)}-{'leader' if leader else 'worker'}"


def _hat() -> str:
    """A head with a hat; its chin is at 0,0."""
    head = circle(0, -4.5, 4.6, fill=_SKIN, **_OUTLINE)
    hat = path(
        "M-8.5-6q3-1.2 4-2.2c0.6-4.6 2-5.8 4.5-5.8s3.9 1.2 4.5 5.8q1 1 4 2.2-8.5 2.4-17 0z", fill=_STRAW
    )
    band = path("M-4.3-8.4q4.3 1.3 8.6 0", fill="none", stroke=_BAND, stroke_width=1.6)
    return symbol(f"{PREFIX}-hat", head, group(hat, **_OUTLINE), band)


def _worker(seat: int) -> str:
    body = use(f"{PREFIX}-{seat_letter(seat)}", 0, 3, 0.9)
    return symbol(figure(seat, False), use(f"{PREFIX}-hat", 0, -4, 1.2), body)


def _leader(seat: int) -> str:
    """Larger, with a crown."""
    head = circle(0, -10.5, 5.4, fill=_SKIN, **_OUTLINE)
    crown = use(f"{PREFIX}-crown", 0, -12.5, 0.85)
    return symbol(figure(seat, True), head, crown, use(f"{PREFIX}-{seat_letter(seat)}", 0, 3, 1.08))
