"""All the errors that orders can lead to. Each says why, where, and what would be right.

The first argument of every error is an English text with named places; the values for these places are kept
beside it. So the error can be told in any language, and `./chasqui catalogs` finds the text to translate.
A value marked with `later` is translated too, and a `NamedSeat` becomes the player's name.
"""

from collections.abc import Sequence
from typing import Any

from engine.speech import ENGLISH, Speech, fill_text

LONGEST_QUOTE = 60


def quotable_text(text: str, longest: int = LONGEST_QUOTE) -> str:
    """A person's words, safe to quote: not too long, and with no control characters that a terminal obeys."""
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in short)


class OrderError(ValueError):
    """A submission was not applied. If `stood` is above 0, its first `stood` actions were done and stand."""

    action: int = 0  # the number of the wrong action, from 1; 0: none in particular
    quoted: str = ""  # the wrong words, as they were typed
    start: int = 0  # where these words stand in the submission
    end: int = 0
    stood: int = 0
    seat: int = 0  # the seat whose orders are wrong, where several seats answer at once

    def __init__(self, why: str, **values: Any) -> None:
        super().__init__(why)
        self.why = why
        self.values = values

    def at(self, action: int, start: int, end: int, quoted: str) -> "OrderError":
        self.action, self.start, self.end, self.quoted = action, start, end, quoted
        return self

    def reason(self, speech: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        return fill_text(self.why, self.values, speech, names)

    def tell(self, speech: Speech = ENGLISH, names: Sequence[str] = ()) -> str:
        place, reason = self._place(speech), self.reason(speech, names)
        if not place:  # then the reason begins the sentence
            reason = reason[:1].upper() + reason[1:]
        return " ".join(part for part in (place, reason, self._outcome(speech)) if part)

    def _place(self, speech: Speech) -> str:
        quoted = quotable_text(self.quoted)
        if self.action:
            return speech.gettext("Action {number}, “{quoted}”:").format(number=self.action, quoted=quoted)
        return speech.gettext("At “{quoted}”:").format(quoted=quoted) if quoted else ""

    def _outcome(self, speech: Speech) -> str:
        if self.stood:
            sentence = speech.ngettext(
                "Action 1 was done and stands; nothing after it was done.",
                "Actions 1 to {stood} were done and stand; nothing after them was done.",
                self.stood,
            )
            return sentence.format(stood=self.stood)
        return speech.gettext("Nothing was changed.")

    def __str__(self) -> str:
        return self.tell()


class Unreadable(OrderError):
    """The text is not orders, or not orders of this game."""


class Incomplete(Unreadable):
    """An order from which a part is missing: “dig”, without a hex."""


class Unsure(Unreadable):
    """The text names orders, but asks, doubts or denies them."""

    meant: str = ""  # the orders without the doubt, where they can be offered
    is_whole: bool = False  # whether there are whole orders in it, but for the doubt


class Illegal(OrderError):
    """The orders read well, but the rules do not allow them here."""


class NotToMove(OrderError):
    """Another seat is asked now, or a seat that is asked has not answered yet."""


class Stale(OrderError):
    """Orders for a turn that has passed."""


class GameOver(OrderError):
    """The game has ended: no more orders."""
