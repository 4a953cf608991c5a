"""What a position is worth to the seat that is to move, in thousandths of a point.

A temple counts by how likely each seat holds it when it is scored: by the strength that stands there, and by
the strength that each could bring within one turn.
"""

from collections.abc import Mapping
from functools import cached_property

from engine.tikal.pieces import AP, BASE, COPIES, LEADER_STRENGTH, MOTIFS, TILES, WAFER_POINTS
from engine.tikal.rules.moving import camps_of, reach
from engine.tikal.state import GONE, SUPPLY, Expedition, State, by_name

POINT = 1000
LATER = (1000, 850, 700, 600)  # what a point of the next scoring round is worth, of the one after it, ...
GROWTH = 0.5  # levels by which a temple will grow until each further round
POWER = 0.3  # how much strength that could come counts beside strength that is there
DOUBT = (0.9, 0.12)  # a lead by one is safer where little strength can come
LOOSE, MOST_LOOSE = 150, 6  # a worker who waits in a camp
STANDING_BY = 350  # beside a wafer, for each round to come
DENIED = 1.6  # a wafer that is taken is one that others do not get
VOLCANOES = sum(tile.kind == "volcano" for tile in TILES.values())
FAR = 99

Ways = Mapping[str, tuple[int, tuple[str, ...]]]


class Outlook:
    """All that does not change while the seat spends its AP; most of it is worked out when it is needed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.to_move
        self.others = [seat for seat in range(1, len(state.seats) + 1) if seat != self.seat]
        self.to_come = rounds_to_come(state)
        self.rounds = self.to_come + state.scoring  # in which the seat still scores
        self.envy = 1.0 if len(self.others) == 1 else 1.2 / len(self.others)
        self.temples = [place for place, here in by_name(state.board) if here.kind == "temple"]
        self.treasures = [place for place, here in by_name(state.board) if here.wafers]
        self._ways: dict[tuple[str, tuple[str, ...]], Ways] = {}
        self._terms: dict[tuple[str, int, int, tuple[str, ...]], int] = {}
        self._powers: dict[tuple[str, tuple[str, ...]], float] = {}

    # --- Ways ---

    def ways(self, me: Expedition, start: str) -> Ways:
        key = start, me.camps
        if key not in self._ways:
            seats = self.state.seats_with(self.state.me._replace(camps=me.camps))
            self._ways[key] = reach(self.state._replace(seats=seats), start)
        return self._ways[key]

    def distance(self, me: Expedition, place: str) -> int:
        return 0 if place in camps_of(me) else min(self.ways(me, BASE).get(place, (FAR,))[0], FAR)

    @cached_property
    def rivals(self) -> dict[str, list[tuple[int, float]]]:
        """By temple: the strength of each other seat there, and the strength that it could bring."""
        found: dict[str, list[tuple[int, float]]] = {place: [] for place in self.temples}
        for seat in self.others:
            other = self.state.seats[seat - 1]
            near = reach(self.state._replace(to_move=seat), BASE)
            for place in self.temples:
                found[place].append((other.strength(place), power(other, near.get(place, (FAR,))[0])))
        return found

    # --- Worth ---

    def total(self, me: Expedition, state: State) -> int:
        temples = [
            self.temple(place, me.strength(place), state.board[place].value, me.camps)
            for place in self.temples
        ]
        return sum(temples) + self.waiting(me)

    def temple(self, place: str, strength: int, value: int, camps: tuple[str, ...]) -> int:
        key = place, strength, value, camps
        if key not in self._terms:
            self._terms[key] = self._temple(*key)
        return self._terms[key]

    def _temple(self, place: str, strength: int, value: int, camps: tuple[str, ...]) -> int:
        here = self.state.board[place]
        if here.guard:
            sign = POINT if here.guard == self.seat else -int(POINT * self.envy)
            return sign * value * self.rounds
        rivals = self.rivals[place]
        mine, theirs = self._chances(strength, self._power(place, camps), rivals)
        score = 0.0
        if self.state.scoring:
            score += value * (strength > max(there for there, _ in rivals))
            for seat, chance in zip(self.others, theirs, strict=True):
                score -= value * chance * self.envy * (seat in self.state.queue)
        edge = mine
        for chance in theirs:
            edge -= chance * self.envy
        for later in range(self.to_come):
            score += (value + GROWTH * later) * edge * LATER[later] / POINT
        return int(score * POINT)

    def _chances(
        self, strength: int, own: float, rivals: list[tuple[int, float]]
    ) -> tuple[float, list[float]]:
        weights = [there + POWER * more for there, more in rivals]
        mine = strength + POWER * own
        scale = DOUBT[0] + DOUBT[1] * max(own, *[more for _, more in rivals])
        theirs = []
        for index, weight in enumerate(weights):
            against = max([mine, *weights[:index], *weights[index + 1 :]])
            theirs.append(
                chance((weight - against - 0.5) / scale) if rivals[index][0] or rivals[index][1] else 0.0
            )
        return (chance((mine - max(weights) - 0.5) / scale) if strength or own else 0.0), theirs

    def _power(self, place: str, camps: tuple[str, ...]) -> float:
        key = place, camps
        if key not in self._powers:
            me = self.state.me._replace(camps=camps)
            self._powers[key] = power(me, self.distance(me, place))
        return self._powers[key]

    def waiting(self, me: Expedition) -> int:
        """Members who wait in a camp or beside wafers."""
        workers = me.workers
        loose = 0
        for camp in camps_of(me):
            loose += workers.get(camp, 0)
        beside = 0
        for place in self.treasures:
            beside += place in workers or place == me.leader
        worth = min(loose, MOST_LOOSE) * LOOSE + beside * STANDING_BY * self.to_come
        return worth if self.to_come else 0

    @cached_property
    def wafer(self) -> int:
        """One wafer more, of a motif that nobody knows yet."""
        me = self.state.me
        gain = unseen = 0
        for motif in MOTIFS:
            left = COPIES - sum(seat.wafers.get(motif, 0) for seat in self.state.seats)
            own = me.wafers.get(motif, 0)
            unseen += left
            gain += left * (WAFER_POINTS[min(own + 1, COPIES)] - WAFER_POINTS[own]) if left else 0
        return int(gain * POINT * self.rounds * DENIED / unseen) if unseen else 0

    def wafers(self, state: State) -> int:
        """The points of all known wafers, own and others'."""
        total = 0.0
        for seat, other in enumerate(state.seats, 1):
            points = sum(WAFER_POINTS[other.wafers.get(motif, 0)] for motif in MOTIFS)
            if seat == self.seat:
                total += points * self.rounds
            else:
                total -= points * self.envy * (self.to_come + (seat in self.state.queue))
        return int(total * POINT)


def rounds_to_come(state: State) -> int:
    """Scoring rounds that have not begun."""
    if state.scoring and not state.hand:
        return 0
    seen = sum(here.kind == "volcano" for here in state.board.values())
    return VOLCANOES - seen - (bool(state.hand) and TILES[state.hand].kind == "volcano") + 1


def power(seat: Expedition, distance: int) -> float:
    """The strength that a seat could bring to a hex from its supply with all its AP."""
    members = AP // (1 + distance)
    if not members:
        return 0.0
    leader = LEADER_STRENGTH - 1 if seat.leader == SUPPLY else 1 if seat.leader != GONE else 0
    return min(members, seat.supply + 1) + leader


def chance(lead: float) -> float:
    """From 0 to 1, a half for 0. It is no exponential function, which machines round in different ways."""
    return 0.5 + lead / (2 * (1 + abs(lead)))
