"""Clauses that are one action together, although a sign stands between them."""

from engine.grammar import Misread
from engine.tikal.clauses import Clause, Hex
from engine.tikal.unfit import why_unfit
from engine.tikal.ways import WAY_UNCLEAR


def joined(waiting: Clause, clause: Clause) -> Clause:
    """“two workers, move from a5 to b4”: what stood before the verb belongs to it, if the verb takes it."""
    verbs = clause.verbs
    if verbs is not None and (
        waiting.hexes or (waiting.has_members and not verbs & {"move", "enter", "guard"})
    ):
        raise why_unfit(waiting)
    if waiting.has_members and "them" in waiting.flags:
        raise why_unfit(waiting)  # the leader stays, 2 go to b4
    if clause.parted == "and" and waiting.hexes and _starts_too(waiting.hexes[-1], clause):
        raise Misread(clause.first, WAY_UNCLEAR)
    return waiting.joined(clause)


def _starts_too(start: Hex, clause: Clause) -> bool:
    """“2 from a5 and b4 to c4”: two ways in one."""
    return "from" in start.roles and bool(clause.hexes) and not clause.hexes[0].roles


def is_listed(following: Clause | None) -> bool:
    """Whether more members follow: the leader and 2 workers from ..."""
    if not following or following.parted == "then":
        return False
    return following.verbs is None and following.has_members


def waits(clause: Clause, following: Clause | None) -> bool:
    """A verb whose hex comes behind a comma or a colon."""
    if clause.verbs is None or clause.hexes or "there" in clause.flags or not following:
        return False
    return (
        following.verbs is None
        and bool(following.hexes)
        and not following.heads
        and following.parted != "then"
    )
