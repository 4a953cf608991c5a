"""Errors that a person is told about, in the person's language."""

from math import ceil
from typing import Any

from engine.speech import ENGLISH, Speech, fill_text, later


class Problem(ValueError):
    """Bad input, or something that cannot be done now: a text to translate, and the values to fill in."""

    status = 400

    def __init__(self, text: str, /, **values: Any) -> None:
        super().__init__(text)
        self.text = text
        self.values = values

    def tell(self, speech: Speech = ENGLISH) -> str:
        return fill_text(self.text, self.values, speech)

    def __str__(self) -> str:
        return self.tell()


class OutOfTime(BaseException):
    """The time for some work is over. It is no Exception, so that nothing takes it for the work's fault."""


class NotAllowed(Problem):
    status = 403


class Missing(Problem):
    status = 404


def no_such_match() -> Missing:
    return Missing("There is no such match; part of the address may have been cut off.")


class Stale(Problem):
    """Orders for a decision that has passed. `receipt`: that of what the seat played there, if it did."""

    status = 409

    def __init__(self, text: str, receipt: Any = None) -> None:
        super().__init__(text)
        self.receipt = receipt


class TooMuch(Problem):
    """`seconds`: after which it may be tried again."""

    status = 429

    def __init__(self, text: str, /, seconds: float = 3600, **values: Any) -> None:
        super().__init__(text, **values)
        self.seconds = ceil(seconds)


BEING_LOOKED_AT = later(
    "The service was updated, and this match is still being checked. Nothing was changed. Please send it "
    "again in a few minutes."
)
SET_ASIDE = later(
    "This match is set aside, because an updated service would not play it the same way as before. Nothing "
    "is lost and its clocks rest. A letter will tell you when it goes on; until then nothing can be changed "
    "in it."
)


class BeingLookedAt(Problem):
    """After an update, before this program knows whether it plays the match as it was played so far."""

    status = 503

    def __init__(self) -> None:
        super().__init__(BEING_LOOKED_AT)


class SetAside(Problem):
    """`facts`: of the match, for a page that tells of it."""

    status = 409

    def __init__(self, facts: Any = None) -> None:
        super().__init__(SET_ASIDE)
        self.facts = facts
