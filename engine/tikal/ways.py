"""The way of a move, from the hexes of a clause and the words before them: from, via, to."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.grammar import Lacking, Misread
from engine.speech import later
from engine.tikal.clauses import Clause, Hex, check_hexes, need
from engine.tikal.memory import Memory
from engine.tikal.orders import Move

NO_START = later("from which hex, and to which?")
WAY_UNCLEAR = later("the way is not clear; name the hexes in the order in which they are walked.")


def way_of(clause: Clause, memory: Memory, own: bool) -> tuple[str, ...]:
    """`own` says that the clause names members of its own, and does not go on with those before."""
    check_hexes(clause)
    if "there" in clause.flags and memory.there and all("from" in hex.roles for hex in clause.hexes):
        there = Hex(memory.there, frozenset({"to"}), clause.after)
        clause = replace(clause, hexes=[*clause.hexes, there], flags=clause.flags - {"there"})
    start, rest = _start(clause, memory, own)
    need(rest)
    return real_way(_with_via(start, rest, clause), clause)


def real_way(way: tuple[str, ...], clause: Clause) -> tuple[str, ...]:
    if any(one == other for one, other in pairwise(way)):
        raise Misread(clause.first, WAY_UNCLEAR)
    return way


def _start(clause: Clause, memory: Memory, own: bool) -> tuple[str, list[Hex]]:
    """Where the way begins, and the other hexes of the clause."""
    starts = [hex for hex in clause.hexes if "from" in hex.roles and "via" not in hex.roles]
    if len(starts) > 1:
        raise Misread(clause.first, WAY_UNCLEAR)
    if starts:
        return starts[0].name, [hex for hex in clause.hexes if hex is not starts[0]]
    if said_before := _start_said_before(clause, memory, own):
        return said_before, clause.hexes
    need(len(clause.hexes) > 1)
    first = clause.hexes[0]
    if first.roles and "at" not in first.roles:
        raise Lacking(clause.first, NO_START)
    return first.name, clause.hexes[1:]


def _start_said_before(clause: Clause, memory: Memory, own: bool) -> str:
    if "thence" in clause.flags and memory.there:
        return memory.there
    some = clause.workers if clause.workers is not None else sum(clause.numbers)
    if own and not clause.leader and 0 < some <= memory.left and len(clause.hexes) == 1:
        return memory.pool  # of four that have come, two go to a4
    return memory.place if not own or clause.flags & {"them", "both"} else ""


def _with_via(start: str, rest: Sequence[Hex], clause: Clause) -> tuple[str, ...]:
    """“to c4 via b4” ends in c4: hexes on the way go before the one end, wherever it stands."""
    names = tuple(hex.name for hex in rest)
    ends = [hex for hex in rest if "via" not in hex.roles]
    need(ends)
    if len(ends) == len(rest) or rest[-1] is ends[-1]:
        return (start, *names)
    if any(hex.roles for hex in ends[1:]) or rest[0] is not ends[0]:
        raise Misread(clause.first, WAY_UNCLEAR)
    return (start, *names[1:], names[0])


def further(last: Move, clause: Clause, before: Clause | None) -> Move:
    """A move with the hexes of one more clause; after “via b4” they are on the way too."""
    on_the_way = bool(before and before.hexes and "via" in before.hexes[-1].roles)
    names = tuple(hex.name for hex in clause.hexes)
    if all("via" in hex.roles or (on_the_way and not hex.roles) for hex in clause.hexes):
        return last._replace(way=real_way((*last.way[:-1], *names, last.way[-1]), clause))
    if any("from" in hex.roles and not hex.roles & {"to", "at"} for hex in clause.hexes):
        raise Misread(clause.first, WAY_UNCLEAR)
    return last._replace(way=real_way(last.way + names, clause))
