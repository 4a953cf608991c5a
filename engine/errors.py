"""What can be wrong with a submission: the closed list. Each says why, where, and what would be right.

The reason is an English template with values beside it, so that it can be told in any language
(the first argument of every error is a text to translate).
"""

from typing import Any

from engine.speech import ENGLISH, Speech


class OrderError(ValueError):
    """A submission that was not applied; where `stood` is above 0, its first `stood` actions were."""

    action: int = 0  # which action of the submission, from 1; 0: none in particular
    quoted: str = ""  # that place of the text as it was typed
    start: int = 0
    end: int = 0
    stood: int = 0

    def __init__(self, why: str, **values: Any) -> None:
        super().__init__(why)
        self.why = why
        self.values = values

    def at(self, action: int, start: int, end: int, quoted: str) -> "OrderError":
        self.action, self.start, self.end, self.quoted = action, start, end, quoted
        return self

    def reason(self, speech: Speech = ENGLISH) -> str:
        return speech.gettext(self.why).format(**self.values)

    def tell(self, speech: Speech = ENGLISH) -> str:
        parts = [self._place(speech), self.reason(speech), self._outcome(speech)]
        return " ".join(part for part in parts if part)

    def _place(self, speech: Speech) -> str:
        quoted = self.quoted if len(self.quoted) <= 60 else self.quoted[:59] + "…"
        if self.action:
            return speech.gettext("Action {number}, “{quoted}”:").format(number=self.action, quoted=quoted)
        return speech.gettext("At “{quoted}”:").format(quoted=quoted) if quoted else ""

    def _outcome(self, speech: Speech) -> str:
        if self.stood:
            return speech.gettext("What you said before it was done and stands; the rest was not done.")
        return speech.gettext("Nothing was changed.")

    def __str__(self) -> str:
        return self.tell()


class Unreadable(OrderError):
    """The text is not orders, or not orders of this game."""


class Illegal(OrderError):
    """The orders read well, but the rules do not allow them here."""


class NotToMove(OrderError):
    """Somebody else is asked now, or somebody who is asked has not answered yet."""


class Stale(OrderError):
    """Orders for a turn that has passed."""


class GameOver(OrderError):
    """The game has ended: no more orders."""
