"""Everybody's points in a row: what stands below each board of a film."""

from collections.abc import Sequence

from engine.emblems import DARK, GOLD, INK, PALE, RIM, token
from engine.speech import seat_letter
from engine.svg import element, fitted_text, group, number, rect, text, use, used_definitions, width

PREFIX = "points"
WIDTH, HEIGHT = 800, 66
FONT = "'Source Sans Pro', sans-serif"
_BAR = 6
_SIZE = 26
_LEAST = 40  # a name with less room than that is left out


def scoreboard(names: Sequence[str], points: Sequence[int], done: float) -> str:
    """`done`: how much of the match is over, from 0 to 1."""
    room = WIDTH / len(names)
    seats = [_seat(seat, name, points[seat - 1], room) for seat, name in enumerate(names, 1)]
    bar = rect(0, HEIGHT - _BAR, round(WIDTH * done, 1), _BAR, fill=GOLD)
    ground = rect(0, 0, WIDTH, HEIGHT, fill=PALE) + rect(0, HEIGHT - _BAR, WIDTH, _BAR, fill=RIM)
    return picture(ground + bar + group(*seats), WIDTH, HEIGHT, len(names))


def _seat(seat: int, name: str, points: int, room: float) -> str:
    left, told = (seat - 1) * room, str(points)
    for_name = room - 72 - width(told, _SIZE)
    named = fitted_text(left + 48, 39, 22, name, for_name, fill=INK) if for_name > _LEAST else ""
    at = left + room - 14 if named else left + 48
    anchor = {"text_anchor": "end"} if named else {}
    score = text(round(at, 1), 40, _SIZE, told, font_weight="bold", fill=DARK, **anchor)
    return use(f"{PREFIX}-{seat_letter(seat)}", round(left + 26, 1), 31) + named + score


def picture(inside: str, wide: float, high: float, seats: int) -> str:
    """With the tokens of so many seats, which `inside` may use."""
    tokens = {f"{PREFIX}-{seat_letter(seat)}": token(PREFIX, seat) for seat in range(1, seats + 1)}
    size = {"viewBox": f"0 0 {number(wide)} {number(high)}", "font_family": FONT}
    defined = used_definitions(inside, tokens)
    return element("svg", defined, inside, xmlns="http://www.w3.org/2000/svg", **size)
