"""An error in orders as plain data that can wait to be told, and its place in what was typed."""

from typing import Any, NamedTuple

from engine.errors import OrderError
from engine.speech import Speech

AROUND = 60  # characters shown on either side of the place


class Place(NamedTuple):
    """The line with the error in it, cut around its place."""

    before: str
    place: str
    after: str

    @property
    def line(self) -> str:
        return f"{self.before}{self.place}{self.after}"

    @property
    def caret(self) -> str:
        return " " * len(self.before) + "^" * max(1, len(self.place))


def place_of(error: OrderError, text: str) -> Place | None:
    """None where the error has no place of its own."""
    start, end = error.start, max(error.start, error.end)
    if not (error.quoted or start or end) or start > len(text):
        return None
    begin = text.rfind("\n", 0, start) + 1
    behind = text.find("\n", end) if "\n" in text[end:] else len(text)
    before, after = text[begin:start], text[end:behind]
    return Place(before[-AROUND:], text[start:end].replace("\n", " "), after[:AROUND])


def kept(error: OrderError, text: str) -> dict[str, Any]:
    place = place_of(error, text)
    more = {"action": error.action, "quoted": error.quoted, "stood": error.stood, "text": text}
    return {"why": error.why, "values": error.values, **more, "place": list(place) if place else None}


def told(mistake: dict[str, Any], speech: Speech) -> str:
    """In the language of whoever reads it now."""
    why, values = mistake["why"], mistake["values"]
    error = OrderError(why, **values)
    error.at(mistake["action"], 0, 0, mistake["quoted"]).stood = mistake["stood"]
    return error.tell(speech)
