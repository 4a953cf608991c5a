"""Turning points of a match, each once and with a board: those of its game, and the longest pause."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from app.i18n.render import Reader, duration_in
from app.services.books.story import time_of
from engine.chronicle import Chronicle, TurningPoint

MOST = 6
WORTH_TELLING = 6 * 3600  # seconds: a shorter pause is none


class ToldMoment(NamedTuple):
    """One step, and all that makes it a turning point."""

    step: int
    board: int
    told: list[TurningPoint]


def turning_points(chronicle: Chronicle, reader: Reader) -> list[ToldMoment]:
    """In the order of the match. What the game tells first is left out last."""
    found: dict[int, ToldMoment] = {}
    for point in [*chronicle.turning_points(), *_longest_pause(chronicle, reader)]:
        moment = found.setdefault(point.board, ToldMoment(point.step, point.board, []))
        moment.told.append(point)
    return sorted([*found.values()][:MOST])


def _longest_pause(chronicle: Chronicle, reader: Reader) -> Iterator[TurningPoint]:
    pauses = [
        (int((time_of(after) - time_of(before)).total_seconds()), -after.step, before.step)
        for before, after in pairwise(chronicle.standing)
        if "orders" in after.line
    ]
    seconds, step, before = max(pauses, default=(0, 0, 0))
    if seconds < WORTH_TELLING:
        return
    gettext = chronicle.speech.gettext
    whole = seconds if seconds < 48 * 3600 else round(seconds / 86400) * 86400
    text = gettext("So long the board stays as it is here: {time}.").format(time=_time(whole, reader))
    seats = [int(seat) for seat in chronicle.moments[-step].line["orders"]]
    if len(seats) == 1:
        text += " " + gettext("Then it goes on: {name}.").format(name=_names(chronicle, seats)[0])
    yield TurningPoint(-step, gettext("The longest pause"), text, before)


def _time(seconds: int, reader: Reader) -> str:
    return duration_in(seconds // 3600 * 3600, reader.locale)


def _names(chronicle: Chronicle, seats: Sequence[int]) -> list[str]:
    return [chronicle.names[seat - 1] for seat in seats]
