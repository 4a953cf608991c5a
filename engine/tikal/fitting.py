"""One clause as an action: each action says what must be said for it, and what may be said besides."""

from collections.abc import Callable, Mapping, Sequence

from engine.grammar import Misread
from engine.speech import later
from engine.tikal import off_board
from engine.tikal.checks import counted, nothing_else, only_heads
from engine.tikal.clauses import Clause, Unfit, check_hexes, need
from engine.tikal.memory import Memory
from engine.tikal.orders import (
    Action,
    Camp,
    Dig,
    Enter,
    Guard,
    Move,
    Take,
    Tile,
    write,
)
from engine.tikal.pieces import BASE
from engine.tikal.unfit import NOT_WHOLE
from engine.tikal.ways import way_of

NO_ROTATION = later("a rotation is one of r0 to r5: so many sixths of a turn, clockwise.")
AT_MOST_TWO = later("at most two on one hex in a turn: x2.")


def fitting(clause: Clause, memory: Memory) -> list[tuple[Action, ...]]:
    """All that the clause can be."""
    found: list[tuple[Action, ...]] = []
    for name, make in MAKERS.items():
        new_here = name == "enter" and "new" in clause.flags and clause.verbs and "move" in clause.verbs
        if clause.verbs is not None and name not in clause.verbs and not new_here:
            continue
        try:
            actions = make(clause, memory)
        except Unfit:
            continue
        found.append(actions)
    return different(found)


def different(found: Sequence[tuple[Action, ...]]) -> list[tuple[Action, ...]]:
    """Each once. Plain equality would take a guard on c4 for a camp there: both are but tuples."""
    return list({write(actions): actions for actions in found}.values())


def _places(clause: Clause, memory: Memory) -> list[str]:
    """The hexes of the clause, or the one that “there” is, also where a verb follows a move without a hex."""
    check_hexes(clause)
    if clause.hexes:
        return [hex.name for hex in clause.hexes]
    implied = memory.place == memory.there and clause.verbs and "again" not in clause.said
    return [memory.there] if memory.there and ("there" in clause.flags or implied) else []


def _one_place(clause: Clause, memory: Memory) -> str:
    places = _places(clause, memory)
    need(len(places) == 1)
    return places[0]


def _tile(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "tile", "terrain", "temple", "treasure")
    nothing_else(clause, "hexes", "rotation", "turned", "numbers", "times", "tile_ids")
    named = clause.heads & {"tile", "terrain"} or clause.turned
    need("free" not in clause.flags)  # German: lege ... frei
    need(named or (clause.verbs and clause.said & {"place", "again"}))
    need(len(clause.hexes) == 1 and "again" not in clause.said and "display" not in clause.flags)
    need(clause.verbs or clause.turned or clause.hexes[0].roles or "want" not in clause.flags)
    need(named or not clause.numbers)
    rotation = counted(clause, clause.rotation)
    if clause.turned and rotation is None:
        rotation = clause.times
        need(rotation is not None)
    else:
        need(clause.times is None)
    return (Tile(_one_place(clause, memory), checked_rotation(rotation or 0, clause)),)


def checked_rotation(sixths: int, clause: Clause) -> int:
    if not 0 <= sixths <= 5:
        raise Misread(clause.first, NO_ROTATION)
    return sixths


def _members(clause: Clause, memory: Memory) -> tuple[int, bool]:
    if clause.plural and clause.workers is None and not clause.numbers:
        raise Unfit
    workers = counted(clause, clause.workers)
    need(not (clause.leader and clause.numbers and clause.late))  # “leader a5 b4 (2)”
    if workers is not None or clause.leader:
        need(workers != 0)
        return workers or 0, clause.leader
    if "both" in clause.flags and memory.workers + memory.leader == 2:
        return memory.workers, memory.leader
    need(
        memory.place
        and (clause.flags & {"them"} or (clause.verbs and not clause.flags & {"both", "new", "more"}))
    )
    return memory.workers, memory.leader


def _enter(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "camp")
    nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
    need((clause.has_members or clause.numbers) and not clause.flags & {"them"})
    sure = clause.said & {"enter", "bring", "place", "again"}
    need(
        sure
        or clause.flags & {"new", "more"}
        or _is_base(clause)
        or (clause.verbs is None and "camp" in clause.heads)
    )
    for hex in clause.hexes:
        need(not hex.roles or hex.roles & {"to", "at"})
    need(not (clause.numbers and clause.late and "camp" in clause.heads))  # a camp 2
    need(clause.hexes or "there" in clause.flags)
    workers, leader = _members(clause, Memory())
    need(not (leader and memory.leader_in))
    return (Enter(workers, leader, _one_place(clause, memory)),)


def _is_base(clause: Clause) -> bool:
    """Whoever is said to be at the base camp, and not where they are from, comes from the supply."""
    return (
        clause.verbs is None and [hex.name for hex in clause.hexes] == [BASE] and bool(clause.hexes[0].roles)
    )


def _move(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "camp", "temple", "terrain")
    nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
    need("camp" not in clause.heads or clause.verbs or clause.has_members)
    own = clause.has_members or bool(clause.numbers) or "both" in clause.flags
    need(clause.said != {"take"} or own or "them" in clause.flags)
    workers, leader = _members(clause, memory)
    starts = any("from" in hex.roles for hex in clause.hexes)
    those = "them" in clause.flags
    need(clause.verbs is not None or starts or not those)  # the leader stays at a5
    need(clause.verbs is not None or own or those)
    return (Move(workers, leader, way_of(clause, memory, own)),)


def _several(clause: Clause, memory: Memory) -> tuple[list[str], int]:
    """“dig c4 and b5” is two actions; a number must belong to one hex."""
    times = counted(clause, clause.times)
    places = _places(clause, memory)
    need("both" not in clause.flags)  # both what?
    need(places and not (clause.numbers and clause.late))  # “take 2 from e2”, but not “dig c4 - 2”
    if times is not None and len(places) > 1:
        raise Misread(clause.first, NOT_WHOLE)
    if times not in (None, 1, 2):
        raise Misread(clause.first, AT_MOST_TWO)
    return places, times or 1


def _by_own_members(clause: Clause, memory: Memory) -> None:
    """“They dig c4”: only where it is said who they are."""
    need("them" not in clause.flags or memory.place)


def _stays_there(clause: Clause) -> None:
    """Nobody digs or takes “to c4” or “via c4”: that is a move."""
    for hex in clause.hexes:
        need(not hex.roles or hex.roles & {"from", "at"})


def _dig(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "level", "temple")
    nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    need(clause.said & {"dig", "again"} or "level" in clause.heads)
    need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    need(clause.workers in (None, 1))
    _by_own_members(clause, memory)
    _stays_there(clause)
    need("place" not in clause.said or clause.heads & {"level"} or "free" in clause.flags)
    places, times = _several(clause, memory)
    return tuple(Dig(place, times) for place in places)


def _take_treasure(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "treasure")
    nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    need(clause.workers in (None, 1) and "display" not in clause.flags)
    named = "treasure" in clause.heads
    need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    need(named or (clause.said & {"take", "again"} and not memory.bid and not clause.has_members))
    _by_own_members(clause, memory)
    _stays_there(clause)
    places, times = _several(clause, memory)
    return tuple(Take(place, times) for place in places)


def _camp(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "camp", "terrain")
    nothing_else(clause, "hexes", "leader", "plural")
    need("camp" in clause.heads or (clause.said & {"build", "again"} and not clause.heads))
    need("camp" in clause.heads or "place" not in clause.said)
    places = _places(clause, memory) if clause.hexes or "there" in clause.flags else []
    need(places and BASE not in places)
    need("in_camp" not in clause.flags or "build" in clause.said)  # I am in camp at d3
    return tuple(Camp(place) for place in places)


def _guard(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "guard", "temple")
    nothing_else(clause, "hexes", "workers", "leader", "plural", "numbers")
    need("guard" in clause.heads or ("again" in clause.said and not clause.has_members))
    need(clause.workers in (None, 1) and clause.numbers in ([], [1]))
    need(not (clause.workers and clause.leader))
    need(all(not hex.roles or hex.roles & {"at", "to"} for hex in clause.hexes))
    places = _places(clause, memory)
    need(places and (len(places) == 1 or not clause.leader))
    leader = clause.leader
    if "them" in clause.flags and memory.place and not clause.workers and not leader:
        need(not (memory.leader and memory.workers))
        leader = memory.leader
    return tuple(Guard(place, leader) for place in places)


MAKERS: Mapping[str, Callable[[Clause, Memory], tuple[Action, ...]]] = {
    "tile": _tile,
    "enter": _enter,
    "move": _move,
    "dig": _dig,
    "take": _take_treasure,
    "swap": off_board.swap,
    "camp": _camp,
    "guard": _guard,
    "bid": off_board.bid,
    "pass": off_board.pass_,
    "pick": off_board.pick,
    "end": off_board.end,
}
