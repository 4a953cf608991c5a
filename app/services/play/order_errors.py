"""Errors in orders: their place in the typed text, and as plain data for a letter that tells them later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from engine.errors import OrderError, Unsure
from engine.speech import Later, NamedSeat, Speech

SHOWN_AROUND = 60  # characters that a letter shows on either side of the place


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


@dataclass(frozen=True)
class OrderMistake:
    """An error that waits in the database to be told."""

    why: str  # a text to translate
    values: dict[str, Any]
    text: str  # what was typed
    action: int = 0
    quoted: str = ""
    stood: int = 0
    place: Place | None = None
    is_plan: bool = False  # the text was to be a plan
    meant: str = ""  # the orders in a question or a doubt, which a click may still play
    is_orders: bool = True  # or a plan; not an absence, nor a word with nothing behind it

    @classmethod
    def of(cls, error: OrderError, text: str, *, is_plan: bool = False, is_orders: bool = True) -> Self:
        place = place_of(error, text, SHOWN_AROUND)
        line = place.on_its_line() if place else None
        meant = error.meant if isinstance(error, Unsure) else ""
        return cls(
            why=error.why,
            values=error.values,
            text=text,
            action=error.action,
            quoted=error.quoted,
            stood=error.stood,
            place=line,
            is_plan=is_plan,
            meant=meant,
            is_orders=is_orders,
        )

    def tell(self, speech: Speech, names: Sequence[str]) -> str:
        error = OrderError(self.why, **self.values)
        error.at(self.action, 0, 0, self.quoted).stood = self.stood
        return error.tell(speech, names)

    def to_json(self) -> dict[str, Any]:
        values = {name: _value_to_json(value) for name, value in self.values.items()}
        return {**vars(self), "values": values, "place": list(self.place) if self.place else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        place = Place(*data["place"]) if data["place"] else None
        values = {name: _value_from_json(value) for name, value in data["values"].items()}
        return cls(**{**data, "values": values, "place": place})


# A value that is told in the reader's words keeps its mark: {"later": "crown"}, {"seat": 2}.


def _value_to_json(value: Any) -> Any:
    if isinstance(value, Later):
        return {"later": str(value)}
    return {"seat": int(value)} if isinstance(value, NamedSeat) else value


def _value_from_json(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return NamedSeat(value["seat"]) if "seat" in value else Later(value["later"])
