"""Requests that wait for a thread, and which of them is next.

Networks take turns, and in a network its visitors, so that somebody who asks a thousand times waits behind
their own requests. Pages that cost much get some of the threads only: there is always one for an order.
"""

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

DEAR_SECONDS, HEAVY_SECONDS = 0.004, 0.05  # of a core
MOST_SHAPES = 2000


class Asked(NamedTuple):
    """What is known of a request before anybody has read it."""

    network: str
    visitor: str
    shape: str


class Costs:
    """What requests like this one have cost, as a running mean."""

    def __init__(self) -> None:
        self._seconds: OrderedDict[str, float] = OrderedDict()

    def of(self, shape: str) -> float:
        return self._seconds.get(shape, 0.0)

    def learn(self, shape: str, seconds: float) -> None:
        before = self._seconds.get(shape, seconds)
        self._seconds[shape] = before + (seconds - before) / 8
        self._seconds.move_to_end(shape)
        if len(self._seconds) > MOST_SHAPES:
            self._seconds.popitem(last=False)


class Turns(Generic[T]):
    """By network, and in it by visitor, first come, first served."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self.amount = 0

    def put(self, asked: Asked, item: T) -> None:
        visitors = self._networks.setdefault(asked.network, OrderedDict())
        visitors.setdefault(asked.visitor, deque()).append(item)
        self.amount += 1

    def take(self) -> T:
        self.amount -= 1
        network, visitors = self._networks.popitem(last=False)
        visitor, items = visitors.popitem(last=False)
        item = items.popleft()
        if items:
            visitors[visitor] = items
        if visitors:
            self._networks[network] = visitors
        return item


class Waiting(Generic[T]):
    """`threads` in all; dear requests have at most `dear` of them, and heavy ones, like printing, `heavy`."""

    def __init__(self, threads: int, dear: int = 2, heavy: int = 1) -> None:
        self._most = {"quick": threads, "dear": dear, "heavy": heavy}
        self._threads = threads
        self._running = dict.fromkeys(self._most, 0)
        self._turns: dict[str, Turns[tuple[str, T]]] = {kind: Turns() for kind in self._most}
        self.costs = Costs()

    def put(self, asked: Asked, item: T) -> None:
        self._turns[self._kind(asked.shape)].put(asked, (self._kind(asked.shape), item))

    def _kind(self, shape: str) -> str:
        cost = self.costs.of(shape)
        if shape.endswith(".pdf") or cost > HEAVY_SECONDS:
            return "heavy"
        return "dear" if cost > DEAR_SECONDS else "quick"

    def ready(self) -> Iterator[tuple[str, T]]:
        """All that may begin now, the quick ones first."""
        for kind, turns in self._turns.items():
            while turns.amount and self._is_free(kind):
                self._running[kind] += 1
                yield turns.take()

    def _is_free(self, kind: str) -> bool:
        return self._running[kind] < self._most[kind] and sum(self._running.values()) < self._threads

    def done(self, kind: str) -> None:
        self._running[kind] -= 1

    @property
    def amount(self) -> int:
        return sum(turns.amount for turns in self._turns.values())
