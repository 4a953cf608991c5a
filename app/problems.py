"""What can go wrong between a person and the service, told to the person as it is."""

from typing import Any


class Problem(ValueError):
    """Bad input, or something that cannot be done now."""

    status = 400

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NotAllowed(Problem):
    status = 403


class Missing(Problem):
    status = 404


def no_match() -> Missing:
    return Missing("There is no such match; perhaps a part of the address was cut off.")


class Stale(Problem):
    """Orders for a decision that has passed; `receipt` is what that seat played then, if it did."""

    status = 409

    def __init__(self, message: str, receipt: Any = None) -> None:
        super().__init__(message)
        self.receipt = receipt


class TooMuch(Problem):
    status = 429
