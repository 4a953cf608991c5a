"""Which treasure is given: by “my” and “for”, by verbs of giving and taking, or by the order of words."""

from engine.grammar import TWO_WAYS, Misread
from engine.tikal.clauses import Clause


def given_and_got(clause: Clause) -> tuple[str, str]:
    (one, of_one), (other, of_other) = clause.motifs
    first, second = _hand_of(of_one, of_other), _hand_of(of_other, of_one)
    if first and first == second:
        raise Misread(clause.first, TWO_WAYS)
    return (other, one) if "got" in (first, _opposite(second)) else (one, other)


def _hand_of(markers: frozenset[str], of_other: frozenset[str]) -> str:
    """Whether a treasure is given or got; empty where nothing but the order of words tells."""
    if "my" in markers:
        return "given"
    if "theirs" in markers:
        return "got"
    if "for" in markers:
        return "given" if "taken" in of_other else "got"
    return "given" if "given" in markers else "got" if "taken" in markers else ""


def _opposite(hand: str) -> str:
    return {"given": "got", "got": "given"}.get(hand, "")


def turned_to_me(markers: frozenset[str]) -> frozenset[str]:
    """Bo gives me: then I take."""
    return markers - {"given"} | {"taken"} if "given" in markers else markers
