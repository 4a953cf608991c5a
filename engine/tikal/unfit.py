"""Why a clause is no action: what is missing, as far as its verb tells."""

from engine.grammar import Lacking, Misread
from engine.speech import later
from engine.tikal.clauses import NO_HEX, Clause
from engine.tikal.ways import NO_START

HOW_MANY = later("how many members? At least 1.")
WHO = later("which members? A number of workers, L for the leader, or both, like 2+L.")
NOT_WHOLE = later("I do not understand this part; say each action by itself.")


def why_unfit(clause: Clause) -> Misread:
    """Why the clause is no action: what is missing, as far as its verb tells."""
    if clause.plural and clause.workers is None:
        return Lacking(clause.first, HOW_MANY)
    verbs = clause.verbs or frozenset()
    if verbs & {"move", "enter"} and not clause.has_members and not clause.numbers:
        return Lacking(clause.after, WHO)
    if "move" in verbs and len(clause.hexes) == 1:
        return Lacking(clause.after, NO_START)
    if verbs and not clause.hexes and not verbs & {"bid", "pass", "end", "swap", "pick"}:
        return Lacking(clause.after, NO_HEX)
    return Misread(clause.first, NOT_WHOLE)
