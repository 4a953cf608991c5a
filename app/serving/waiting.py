"""Requests that wait for a thread, and which of them is next.

Networks take turns, and in a network its visitors, so that somebody who asks a thousand times waits behind
their own requests. Pages that cost much get some of the threads only: there is always one for an order. And
no visitor gets most of them, nor a network all: their requests may do nothing but wait, for the database.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

DEAR_SECONDS, HEAVY_SECONDS = 0.003, 0.05  # of a core
MOST_SHAPES = 2000


class Asked(NamedTuple):
    """What is known of a request before anybody has read it."""

    network: str
    visitor: str
    shape: str


class Begun(NamedTuple):
    """What has a thread, until it is done."""

    kind: str
    asked: Asked


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


class Shares:
    """The threads that each network has, and each visitor for one kind, and how many they may have."""

    def __init__(self, threads: int, most: Mapping[str, int]) -> None:
        self._of_network = max(1, threads - 2)
        self._of_visitor = {kind: max(1, min(threads // 4, some // 2)) for kind, some in most.items()}
        self._taken: Counter[tuple[str, ...]] = Counter()

    def network_may(self, network: str) -> bool:
        return self._taken[network,] < self._of_network

    def visitor_may(self, network: str, visitor: str, kind: str) -> bool:
        return self._taken[network, visitor, kind] < self._of_visitor[kind]

    def count(self, begun: Begun, more: int) -> None:
        network, visitor = begun.asked.network, begun.asked.visitor
        for whose in ((network,), (network, visitor, begun.kind)):
            self._taken[whose] += more
            if not self._taken[whose]:
                del self._taken[whose]


class Turns(Generic[T]):
    """By network, and in it by visitor, first come, first served."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self.amount = 0

    def put(self, asked: Asked, item: T) -> None:
        visitors = self._networks.setdefault(asked.network, OrderedDict())
        visitors.setdefault(asked.visitor, deque()).append(item)
        self.amount += 1

    def take(self, shares: Shares, kind: str) -> T | None:
        """None while all who wait have their share of the threads."""
        for network, visitors in self._networks.items():
            if shares.network_may(network):
                for visitor in visitors:
                    if shares.visitor_may(network, visitor, kind):
                        return self._take(network, visitor)
        return None

    def _take(self, network: str, visitor: str) -> T:
        self.amount -= 1
        visitors = self._networks.pop(network)
        items = visitors.pop(visitor)
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
        self._turns: dict[str, Turns[tuple[Begun, T]]] = {kind: Turns() for kind in self._most}
        self._shares = Shares(threads, self._most)
        self.costs = Costs()

    def put(self, asked: Asked, item: T) -> None:
        kind = self._kind(asked.shape)
        self._turns[kind].put(asked, (Begun(kind, asked), item))

    def _kind(self, shape: str) -> str:
        cost = self.costs.of(shape)
        if shape.endswith(".pdf") or cost > HEAVY_SECONDS:
            return "heavy"
        return "dear" if cost > DEAR_SECONDS else "quick"

    def ready(self) -> Iterator[tuple[Begun, T]]:
        """All that may begin now, the quick ones first."""
        for kind, turns in self._turns.items():
            while self._is_free(kind) and (taken := turns.take(self._shares, kind)):
                self._count(taken[0], 1)
                yield taken

    def _is_free(self, kind: str) -> bool:
        return self._running[kind] < self._most[kind] and sum(self._running.values()) < self._threads

    def done(self, begun: Begun) -> None:
        self._count(begun, -1)

    def _count(self, begun: Begun, more: int) -> None:
        self._running[begun.kind] += more
        self._shares.count(begun, more)

    @property
    def amount(self) -> int:
        return sum(turns.amount for turns in self._turns.values())
