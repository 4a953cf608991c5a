"""Clauses that name no hex: swaps, bids, passing, picking a tile, the end of a turn."""

from engine.tikal.checks import counted, nothing_else, only_heads
from engine.tikal.clauses import ALL_HEXES, HEADS, Clause, need
from engine.tikal.memory import Memory
from engine.tikal.orders import Action, Bid, End, Pass, Pick, Swap
from engine.tikal.pieces import TILES
from engine.tikal.swapping import given_and_got


def swap(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "treasure")
    nothing_else(clause, "motifs", "seat", "numbers", "times")
    need(len(clause.motifs) == 2 and clause.times in (None, 1))
    need(
        "subject" not in clause.flags or (clause.flags >= {"me"} and "give" in clause.said)
    )  # what others do
    need(clause.verbs or any("for" in markers for _, markers in clause.motifs))
    need(not (clause.seat and clause.numbers))
    seat = clause.seat or (clause.numbers[0] if len(clause.numbers) == 1 else 0)
    need(seat)
    give, get = given_and_got(clause)
    return (Swap(give, get, seat),)


def bid(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "points", "auction")
    nothing_else(clause, "numbers", "points")
    points = counted(clause, clause.points)
    told_more = "chat" in clause.flags or clause.parted == "and"  # “nice one”, “we are 4”, “and one more”
    asked = memory.asked == "bid" and not told_more
    need(asked or clause.verbs or clause.after - clause.first <= 2)  # nor “I have 4 points”
    need(not clause.flags & {"by", "limit", "more"})  # by how much, or how far, is no bid
    need(points is not None and (asked or clause.verbs or "points" in clause.heads))
    return (Bid(points or 0),)


def pass_(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "auction", "points")
    nothing_else(clause)
    need(clause.verbs)
    return (Pass(),)


def pick(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    only_heads(clause, "tile", "terrain")
    nothing_else(clause, "tile_ids", "hexes")
    ids = clause.tile_ids + [hex.name.upper() for hex in clause.hexes]
    need(len(ids) == 1 and ids[0] in TILES)
    need(all("at" in hex.roles or not hex.roles & {"to", "via"} for hex in clause.hexes))
    bare = not clause.verbs and clause.heads and not any(hex.roles for hex in clause.hexes)
    sure = clause.heads or memory.bid or "display" in clause.flags or ids[0].lower() not in ALL_HEXES
    taken = clause.said & {"take", "get"} and sure
    bare = bare or (not clause.verbs and "want" in clause.flags)
    need("pick" in clause.said or taken or bare)
    return (Pick(ids[0]),)


def end(clause: Clause, memory: Memory) -> tuple[Action, ...]:
    nothing_else(clause)
    need(clause.verbs and not clause.heads - HEADS)
    return (End(),)
