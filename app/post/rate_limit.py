"""Limits how often a client may do something."""


class RateLimit:
    """A token bucket for each client: it may come `most` times at once, and as often again over `seconds`.

    Only so many clients are remembered; the one that has not come for the longest time is forgotten first.
    """

    def __init__(self, most: int, seconds: float, remembered: int = 10_000) -> None:
        self._most = most
        self._speed = most / seconds
        self._remembered = remembered
        self._tokens: dict[str, tuple[float, float]] = {}  # how many, at what time

    def allows(self, client: str, at: float) -> bool:
        tokens, since = self._tokens.pop(client, (float(self._most), at))
        tokens = min(self._most, tokens + (at - since) * self._speed)
        is_allowed = tokens >= 1
        self._tokens[client] = (tokens - is_allowed, at)
        if len(self._tokens) > self._remembered:
            del self._tokens[next(iter(self._tokens))]
        return is_allowed
