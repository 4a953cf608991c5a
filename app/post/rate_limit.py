"""Limits how often a client may do something."""


class Pace:
    """A token bucket for each client: it may come `most` times at once, and as often again over `seconds`.

    Only so many clients are remembered; the one that has not come for the longest time is forgotten first.
    """

    def __init__(self, most: int, seconds: float, remembered: int = 10_000) -> None:
        self._most = most
        self._speed = most / seconds
        self._remembered = remembered
        self._left: dict[str, tuple[float, float]] = {}  # how many times more, at what time

    def allows(self, client: str, at: float) -> bool:
        left, since = self._left.pop(client, (float(self._most), at))
        left = min(self._most, left + (at - since) * self._speed)
        allowed = left >= 1
        self._left[client] = (left - allowed, at)
        if len(self._left) > self._remembered:
            del self._left[next(iter(self._left))]
        return allowed
