"""Errors that a person is told about, in the person's language."""

from math import ceil
from typing import Any

from engine.speech import ENGLISH, Speech, fill_text


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
