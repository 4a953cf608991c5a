"""How often somebody may come."""


class Pace:
    """`most` times at once, and as often again over `seconds`. Who came longest ago is forgotten first."""

    def __init__(self, most: int, seconds: float, remembered: int = 10_000) -> None:
        self._most = most
        self._speed = most / seconds
        self._remembered = remembered
        self._left: dict[str, tuple[float, float]] = {}  # how many times more, as of when

    def allows(self, who: str, at: float) -> bool:
        left, since = self._left.pop(who, (float(self._most), at))
        left = min(self._most, left + (at - since) * self._speed)
        allowed = left >= 1
        self._left[who] = (left - allowed, at)
        if len(self._left) > self._remembered:
            del self._left[next(iter(self._left))]
        return allowed
