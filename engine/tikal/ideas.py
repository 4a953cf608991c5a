"""What a strong player thinks of doing next: a few actions that belong together, each with gain and cost."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.tikal.orders import Action, Camp, Dig, Enter, Guard, Move, Swap, Take
from engine.tikal.pieces import BASE, CAMPS, GUARDS, LEADER_STRENGTH, MOTIFS
from engine.tikal.rules.moving import camps_of, change_workers
from engine.tikal.rules.temples import CAMP_COST, DIG_COST, GUARD_COST, MOST_A_TURN, ground_for_camp
from engine.tikal.rules.treasures import SWAP_COST, TAKE_COST
from engine.tikal.state import GONE, SUPPLY, State, by_name
from engine.tikal.worth import POINT, Outlook

LOST_WORKER, LOST_LEADER = 300, 2500  # for each round to come


class Idea(NamedTuple):
    gain: int  # in thousandths of a point
    cost: int  # in AP
    actions: tuple[Action, ...]


class Group(NamedTuple):
    """Members who can go somewhere: from the supply by way of a camp, or from a hex."""

    start: str
    workers: int
    leader: bool
    supply: bool


def ideas(outlook: Outlook, state: State) -> Iterator[Idea]:
    yield from _digs(outlook, state)
    yield from _guards(outlook, state)
    yield from _takes(outlook, state)
    yield from _walks(outlook, state)
    yield from _camps(outlook, state)
    yield from _swaps(outlook, state)
    yield from _waits(outlook, state)


def _digs(outlook: Outlook, state: State) -> Iterator[Idea]:
    me = state.me
    for place in outlook.temples:
        here = state.board[place]
        done = state.dug.get(place, 0)
        if here.guard or done >= MOST_A_TURN or me.members(place) <= done:
            continue
        if state.squares.get(here.value + 1):
            gain = _temple(outlook, state, place, 0, 1) - _temple(outlook, state, place)
            yield Idea(gain, DIG_COST, (Dig(place, 1),))


def _temple(outlook: Outlook, state: State, place: str, more: int = 0, levels: int = 0) -> int:
    me = state.me
    return outlook.temple(place, me.strength(place) + more, state.board[place].value + levels, me.camps)


def _guards(outlook: Outlook, state: State) -> Iterator[Idea]:
    me = state.me
    if len(me.guards) >= GUARDS:
        return
    for place in outlook.temples:
        here, strength = state.board[place], me.strength(place)
        if here.guard or strength <= max(there for there, _ in outlook.rivals[place]):
            continue
        by_leader = not me.workers.get(place, 0)
        lost = LOST_WORKER * (me.members(place) - 1) + LOST_LEADER * (me.leader == place)
        worth = here.value * outlook.rounds * POINT - lost * outlook.to_come
        yield Idea(worth - _temple(outlook, state, place), GUARD_COST, (Guard(place, by_leader),))


def _takes(outlook: Outlook, state: State) -> Iterator[Idea]:
    for place in outlook.treasures:
        done = state.taken.get(place, 0)
        left = state.board[place].wafers
        if left and done < MOST_A_TURN and state.me.members(place) > done:
            yield Idea(outlook.wafer, TAKE_COST, (Take(place, 1),))


def _walks(outlook: Outlook, state: State) -> Iterator[Idea]:
    """Members go to temples, and to wafers, which they take."""
    for group in _groups(state):
        lost: dict[tuple[int, bool], int] = {}
        for place, price, way in _goals(outlook, state, group):
            for size in _sizes(outlook, state, group, place):
                cost = price * (size[0] + size[1])
                if cost <= state.ap:
                    if size not in lost:
                        lost[size] = _lost(outlook, state, group, *size)
                    gain = _arriving(outlook, state, place, *size) - lost[size]
                    yield Idea(gain, cost, _actions(group, way, *size))
        yield from _fetches(outlook, state, group)


def _goals(outlook: Outlook, state: State, group: Group) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """The temples that one of them can reach, with the price and the way."""
    ways = outlook.ways(state.me, group.start)
    for place in outlook.temples:
        way = ways.get(place)
        if way and way[0] + group.supply <= state.ap and not state.board[place].guard:
            yield place, way[0] + group.supply, way[1]


def _groups(state: State) -> list[Group]:
    me = state.me
    groups = [Group(place, me.workers[place], me.leader == place, False) for place in sorted(me.workers)]
    if me.leader not in (SUPPLY, GONE) and me.leader not in me.workers:
        groups.append(Group(me.leader, 0, True, False))
    if me.supply or me.leader == SUPPLY:
        groups += [Group(camp, me.supply, me.leader == SUPPLY, True) for camp in camps_of(me)]
    return groups


def _sizes(outlook: Outlook, state: State, group: Group, place: str) -> list[tuple[int, bool]]:
    """How many could go: one or two, just enough to lead or to lead by two, all; and the leader."""
    missing = max(there for there, _ in outlook.rivals[place]) + 1 - state.me.strength(place)
    sizes = {1, 2, missing, missing + 1} | ({group.workers} if not group.supply else set())
    found = [(size, False) for size in sorted(sizes) if 0 < size <= group.workers]
    if group.leader:
        found.append((0, True))
        if 0 < missing - LEADER_STRENGTH <= group.workers:
            found.append((missing - LEADER_STRENGTH, True))
        if group.workers:
            found.append((1, True))
    return found


def _arriving(outlook: Outlook, state: State, place: str, workers: int, leader: bool) -> int:
    more = workers + LEADER_STRENGTH * leader
    return _temple(outlook, state, place, more) - _temple(outlook, state, place)


def _lost(outlook: Outlook, state: State, group: Group, workers: int, leader: bool) -> int:
    """What is lost where they come from."""
    start, me = group.start, state.me
    if group.supply:
        return 0
    if state.board[start].kind == "temple":
        less = workers + LEADER_STRENGTH * leader
        return _temple(outlook, state, start) - _temple(outlook, state, start, -less)
    left = change_workers(me.workers, start, -workers)
    after = me._replace(workers=left, leader=BEYOND if leader else me.leader)
    return outlook.waiting(me) - outlook.waiting(after)


BEYOND = "beyond"  # no hex
NEAR = 2  # a camp that is nearer to another one is of no use


def _actions(group: Group, way: tuple[str, ...], workers: int, leader: bool) -> tuple[Action, ...]:
    entering = (Enter(workers, leader, group.start),) if group.supply else ()
    moving = (Move(workers, leader, way),) if len(way) > 1 else ()
    return (*entering, *moving)


def _fetches(outlook: Outlook, state: State, group: Group) -> Iterator[Idea]:
    ways = outlook.ways(state.me, group.start)
    workers, leader = (1, False) if group.workers else (0, True)
    for place in outlook.treasures:
        taken = state.taken.get(place, 0)
        if taken >= MOST_A_TURN or state.me.members(place) < taken:
            continue
        cost, way = ways.get(place, (99, ()))
        price = cost + group.supply
        if state.board[place].wafers and way and price + TAKE_COST <= state.ap:
            gain = outlook.wafer - _lost(outlook, state, group, workers, leader)
            actions = _actions(group, way, workers, leader)
            yield Idea(gain, price + TAKE_COST, (*actions, Take(place, 1)))


def _camps(outlook: Outlook, state: State) -> Iterator[Idea]:
    me = state.me
    if len(me.camps) >= CAMPS or state.ap < CAMP_COST or not outlook.to_come:
        return
    now = outlook.total(me, state)
    for place, here in by_name(state.board):
        if state.options.camp_needs_member and not me.members(place):
            continue
        if ground_for_camp(here) and not here.camp and outlook.distance(me, place) >= NEAR:
            after = me._replace(camps=(*me.camps, place))
            yield Idea(outlook.total(after, state) - now, CAMP_COST, (Camp(place),))


def _swaps(outlook: Outlook, state: State) -> Iterator[Idea]:
    if state.ap < SWAP_COST:
        return
    own = state.me.wafers
    singles = [motif for motif in MOTIFS if own.get(motif) == 1]
    now = outlook.wafers(state)
    for seat in outlook.others:
        other = state.seats[seat - 1].wafers
        for get in MOTIFS:
            if other.get(get) == 1 and own.get(get):
                for give in singles:
                    if give != get:
                        yield Idea(
                            _swapped(outlook, state, give, get, seat) - now,
                            SWAP_COST,
                            (Swap(give, get, seat),),
                        )


def _swapped(outlook: Outlook, state: State, give: str, get: str, seat: int) -> int:
    seats = list(state.seats)
    for number, less, more in ((state.to_move, give, get), (seat, get, give)):
        wafers = {**seats[number - 1].wafers, less: 0}
        wafers[more] = wafers.get(more, 0) + 1
        seats[number - 1] = seats[number - 1]._replace(wafers=wafers)
    return outlook.wafers(state._replace(seats=tuple(seats)))


def _waits(outlook: Outlook, state: State) -> Iterator[Idea]:
    """Workers come in, for later."""
    if state.me.supply:
        after = state.me._replace(workers=change_workers(state.me.workers, BASE, 1))
        yield Idea(outlook.waiting(after) - outlook.waiting(state.me), 1, (Enter(1, False, BASE),))
