"""An error in orders as plain data that can wait to be told, and its place in what was typed."""

from typing import Any, NamedTuple

from engine.errors import OrderError
from engine.speech import Speech

AROUND = 60  # characters that a letter shows on either side of the place


class Place(NamedTuple):
    """What was typed, cut around the place of an error."""

    before: str
    place: str
    after: str

    def on_its_line(self) -> "Place":
        """Without the lines above and below: a letter marks the place by a line of its own."""
        before, after = self.before.rpartition("\n")[2], self.after.partition("\n")[0]
        return Place(before, self.place.replace("\n", " "), after)

    @property
    def line(self) -> str:
        return f"{self.before}{self.place}{self.after}"

    @property
    def caret(self) -> str:
        return " " * len(self.before) + "^" * max(1, len(self.place))


def place_of(error: OrderError, text: str, around: int) -> Place | None:
    """With so many characters on either side of it. None where the error has no place of its own."""
    start, end = error.start, max(error.start, error.end)
    if not (error.quoted or start or end) or start > len(text):
        return None
    return Place(text[:start][-around:], text[start:end], text[end:][:around])


def kept(error: OrderError, text: str) -> dict[str, Any]:
    place = place_of(error, text, AROUND)
    line = list(place.on_its_line()) if place else None
    more = {"action": error.action, "quoted": error.quoted, "stood": error.stood, "text": text}
    return {"why": error.why, "values": error.values, **more, "place": line}


def told(mistake: dict[str, Any], speech: Speech) -> str:
    """In the language of whoever reads it now."""
    why, values = mistake["why"], mistake["values"]
    error = OrderError(why, **values)
    error.at(mistake["action"], 0, 0, mistake["quoted"]).stood = mistake["stood"]
    return error.tell(speech)
