"""One clause as an action: each action says what must be said for it, and what may be said besides."""

from collections.abc import Callable, Mapping, Sequence

from engine.grammar import Misread
from engine.speech import later
from engine.tikal.clauses import ALL_HEXES, HEADS, Clause, Unfit, check_hexes, need
from engine.tikal.memory import Memory
from engine.tikal.orders import (
    Action,
    Bid,
    Camp,
    Dig,
    End,
    Enter,
    Guard,
    Move,
    Pass,
    Pick,
    Swap,
    Take,
    Tile,
    write,
)
from engine.tikal.pieces import BASE, TILES
from engine.tikal.swapping import given_and_got
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


def _only_heads(clause: Clause, *heads: str) -> None:
    need(clause.heads <= set(heads))


def _nothing_else(clause: Clause, *names: str) -> None:
    need(clause.only("verbs", "said", "heads", "flags", *names))


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


def _count(clause: Clause, value: int | None) -> int | None:
    """A number without a noun stands for the value, if that is not given otherwise."""
    if not clause.numbers:
        return value
    need(value is None and len(clause.numbers) == 1)
    return clause.numbers[0]


def _tile(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "tile", "terrain", "temple", "treasure")
    _nothing_else(clause, "hexes", "rotation", "turned", "numbers", "times", "tile_ids")
    named = clause.heads & {"tile", "terrain"} or clause.turned
    need("free" not in clause.flags)  # German: lege ... frei
    need(named or (clause.verbs and clause.said & {"place", "again"}))
    need(len(clause.hexes) == 1 and "again" not in clause.said and "display" not in clause.flags)
    need(clause.verbs or clause.turned or clause.hexes[0].roles or "want" not in clause.flags)
    need(named or not clause.numbers)
    rotation = _count(clause, clause.rotation)
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
    workers = _count(clause, clause.workers)
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
    _only_heads(clause, "camp")
    _nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
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
    workers, leader = _members(clause, Memory())
    need(not (leader and memory.leader_in))
    return (Enter(workers, leader, _one_place(clause, memory)),)


def _is_base(clause: Clause) -> bool:
    """Whoever is said to be at the base camp, and not where they are from, comes from the supply."""
    return (
        clause.verbs is None and [hex.name for hex in clause.hexes] == [BASE] and bool(clause.hexes[0].roles)
    )


def _move(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "camp", "temple", "terrain")
    _nothing_else(clause, "hexes", "numbers", "workers", "leader", "plural")
    own = clause.has_members or bool(clause.numbers) or "both" in clause.flags
    need(clause.said != {"take"} or own or "them" in clause.flags)
    workers, leader = _members(clause, memory)
    those = "them" in clause.flags and any("from" in hex.roles for hex in clause.hexes)
    need(clause.verbs is not None or own or those)
    return (Move(workers, leader, way_of(clause, memory, own)),)


def _several(clause: Clause, memory: Memory) -> tuple[list[str], int]:
    """“dig c4 and b5” is two actions; a number must belong to one hex."""
    times = _count(clause, clause.times)
    places = _places(clause, memory)
    need(places and not (clause.numbers and clause.late))  # “take 2 from e2”, but not “dig c4 - 2”
    if times is not None and len(places) > 1:
        raise Misread(clause.first, NOT_WHOLE)
    if times not in (None, 1, 2):
        raise Misread(clause.first, AT_MOST_TWO)
    return places, times or 1


def _stays_there(clause: Clause) -> None:
    """Nobody digs or takes “to c4” or “via c4”: that is a move."""
    for hex in clause.hexes:
        need(not hex.roles or hex.roles & {"from", "at"})


def _dig(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "level", "temple")
    _nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    need(clause.said & {"dig", "again"} or "level" in clause.heads)
    need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    need(clause.workers in (None, 1))
    _stays_there(clause)
    need("place" not in clause.said or clause.heads & {"level"} or "free" in clause.flags)
    places, times = _several(clause, memory)
    return tuple(Dig(place, times) for place in places)


def _take_treasure(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "treasure")
    _nothing_else(clause, "hexes", "numbers", "times", "leader", "plural", "workers")
    need(clause.workers in (None, 1) and "display" not in clause.flags)
    named = "treasure" in clause.heads
    need(not (clause.said & {"again"} and clause.has_members) and not clause.flags & {"new"})
    need(named or (clause.said & {"take", "again"} and not memory.bid and not clause.has_members))
    _stays_there(clause)
    places, times = _several(clause, memory)
    return tuple(Take(place, times) for place in places)


def _swap(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "treasure")
    _nothing_else(clause, "motifs", "seat", "numbers", "times")
    need(len(clause.motifs) == 2 and clause.times in (None, 1))
    need(
        "subject" not in clause.flags or (clause.flags >= {"me"} and "give" in clause.said)
    )  # what others do
    need(clause.verbs or any("for" in markers for _, markers in clause.motifs))
    seat = clause.seat or (clause.numbers[0] if len(clause.numbers) == 1 else 0)
    need(seat)
    give, get = given_and_got(clause)
    return (Swap(give, get, seat),)


def _camp(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "camp", "terrain")
    _nothing_else(clause, "hexes", "leader", "plural")
    need("camp" in clause.heads or (clause.said & {"build", "again"} and not clause.heads))
    need("camp" in clause.heads or "place" not in clause.said)
    places = _places(clause, memory) if clause.hexes or "there" in clause.flags else []
    need(places and BASE not in places)
    return tuple(Camp(place) for place in places)


def _guard(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "guard", "temple")
    _nothing_else(clause, "hexes", "workers", "leader", "plural", "numbers")
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


def _bid(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "points", "auction")
    _nothing_else(clause, "numbers", "points")
    points = _count(clause, clause.points)
    asked = memory.asked == "bid"
    need(asked or clause.verbs or clause.after - clause.first <= 2)  # but not “I have 4 points”
    need(not clause.flags & {"by", "limit", "more"})  # by how much, or how far, is no bid
    need(points is not None and (asked or clause.verbs or "points" in clause.heads))
    return (Bid(points or 0),)


def _pass(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "auction", "points")
    _nothing_else(clause)
    need(clause.verbs)
    return (Pass(),)


def _pick(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _only_heads(clause, "tile", "terrain")
    _nothing_else(clause, "tile_ids", "hexes")
    ids = clause.tile_ids + [hex.name.upper() for hex in clause.hexes]
    need(len(ids) == 1 and ids[0] in TILES)
    bare = not clause.verbs and clause.heads and not any(hex.roles for hex in clause.hexes)
    sure = clause.heads or memory.bid or "display" in clause.flags or ids[0].lower() not in ALL_HEXES
    taken = clause.said & {"take", "get"} and sure
    bare = bare or (not clause.verbs and "want" in clause.flags)
    need("pick" in clause.said or taken or bare)
    return (Pick(ids[0]),)


def _end(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    _nothing_else(clause)
    need(clause.verbs and not clause.heads - HEADS)
    return (End(),)


MAKERS: Mapping[str, Callable[[Clause, Memory], tuple[Action, ...]]] = {
    "tile": _tile,
    "enter": _enter,
    "move": _move,
    "dig": _dig,
    "take": _take_treasure,
    "swap": _swap,
    "camp": _camp,
    "guard": _guard,
    "bid": _bid,
    "pass": _pass,
    "pick": _pick,
    "end": _end,
}
