"""Standing orders for Incan Gold: choices under conditions over what the seat sees.

    round 3: torch until hazards >= 2 or hold >= 12 and inside <= 2; else camp
    always: camp if path >= 5; else torch

The first part that applies is the answer. If none applies, the plan is disarmed and the person is asked.
"and" binds closer than "or". A plan without a scope is for the round in which it was made.
"""

import operator
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.game import Answer, View
from engine.incan_gold.orders import CHOICES
from engine.incan_gold.pieces import HAZARDS, ROUNDS
from engine.incan_gold.vocabulary import VOCABULARY
from engine.speech import ENGLISH, Speech, later
from engine.words import Reader

MOST_CLAUSES, MOST_CONDITIONS = 30, 10

QUANTITIES: Mapping[str, Callable[[View], int]] = {
    "hazards": lambda view: sum(card["card"] in HAZARDS for card in view["path"]),
    "hold": lambda view: int(view["held"][view["seat"] - 1]),
    "path": lambda view: sum(card["lying"] for card in view["path"]),
    "inside": lambda view: len(view["inside"]),
    "round": lambda view: int(view["round"]),
    "artifact": lambda view: int(view["on_path"]),
}
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


class Condition(NamedTuple):
    quantity: str
    comparison: str
    number: int

    def holds(self, view: View) -> bool:
        return COMPARISONS[self.comparison](QUANTITIES[self.quantity](view), self.number)

    def write(self) -> str:
        return f"{self.quantity} {self.comparison} {self.number}"


class Clause(NamedTuple):
    choice: str
    until: bool
    any_of: tuple[tuple[Condition, ...], ...]  # empty: always

    def applies(self, view: View) -> bool:
        met = any(all(condition.holds(view) for condition in group) for group in self.any_of)
        return not self.any_of or met != self.until

    def write(self) -> str:
        if not self.any_of:
            return f"else {self.choice}"
        groups = (" and ".join(condition.write() for condition in group) for group in self.any_of)
        return f"{self.choice} {'until' if self.until else 'if'} {' or '.join(groups)}"


class Plan(NamedTuple):
    round: int  # 0: the rest of the game
    clauses: tuple[Clause, ...]

    def write(self) -> str:
        scope = f"round {self.round}" if self.round else "always"
        clauses = "; ".join(clause.write() for clause in self.clauses)
        return f"{scope}: {clauses.removeprefix('else ')}"


def read_plan(text: str, view: View) -> Plan:
    """Reads a plan; raises Unreadable if the text is none."""
    reader = Reader(text, VOCABULARY)
    scope = _scope(reader, view)
    clauses: list[Clause] = []
    while reader.tokens[reader.at]:
        if reader.tokens[reader.at] in ";\n":
            reader.at += 1
            continue
        second_scope = _scope(reader, view)
        if second_scope is not None and scope is not None:
            reader.fail("a plan is for one round or for the rest of the game; say which only once.")
        if second_scope is not None:
            scope = second_scope
            continue
        if len(clauses) == MOST_CLAUSES:
            reader.fail("a plan can have at most {most} parts.", most=MOST_CLAUSES)
        if clauses and not clauses[-1].any_of:
            reader.fail("nothing can follow a choice that has no condition.")
        clauses.append(_clause(reader))
    if not clauses:
        reader.fail("a plan says what to choose and when, for example: torch until hazards >= 2; else camp.")
    return Plan(view["round"] if scope is None else scope, tuple(clauses))


def _scope(reader: Reader, view: View) -> int | None:
    """Reads "round 3", "this round" or "always"; None if the text names no scope."""
    reader.skip("small")
    if reader.meaning() == "always":
        reader.at += 1
        return 0
    if reader.meaning() != "round":
        return None
    reader.at += 1
    word = reader.tokens[reader.at]
    if not word.isdigit():
        return int(view["round"])
    if word not in map(str, range(1, ROUNDS + 1)):
        reader.fail("this match has rounds 1 to {rounds}.", rounds=ROUNDS)
    reader.at += 1
    return int(word)


def _clause(reader: Reader) -> Clause:
    reader.skip("small", "else")
    choice = reader.meaning()
    if choice not in CHOICES:
        reader.fail("here I expect torch or camp.")
    reader.at += 1
    reader.skip("small")
    kind = reader.meaning()
    if kind not in ("if", "until"):
        return Clause(choice, False, ())
    reader.at += 1
    groups = [[_condition(reader)]]
    while (joint := reader.meaning()) in ("and", "or"):
        if sum(map(len, groups)) == MOST_CONDITIONS:
            reader.fail("a part of a plan can have at most {most} conditions.", most=MOST_CONDITIONS)
        reader.at += 1
        if joint == "and":
            groups[-1].append(_condition(reader))
        else:
            groups.append([_condition(reader)])
    return Clause(choice, kind == "until", tuple(map(tuple, groups)))


def _condition(reader: Reader) -> Condition:
    """Reads "hold >= 12" or "at least 12 hold". For artifacts, "artifact" and "no artifact" are enough."""
    reader.skip("small")
    none = reader.meaning() == "not"
    reader.skip("not")
    comparison = _comparison(reader)
    if comparison:  # at least 12 held
        number = reader.number(A_NUMBER)
        reader.skip("small")
        return Condition(_quantity(reader), comparison, number)
    quantity = _quantity(reader)
    if none and (quantity != "artifact" or reader.meaning() in COMPARISONS):
        reader.fail("“not” only works with artifact, and without a comparison: no artifact.")
    comparison = _comparison(reader)
    if quantity == "artifact" and not comparison:
        return Condition(quantity, "=", 0) if none else Condition(quantity, ">=", 1)
    if not comparison:
        reader.fail("here I expect one of <, <=, =, >= and >.")
    return Condition(quantity, comparison, reader.number(A_NUMBER))


A_NUMBER = later("here I expect a whole number.")
# Two words that together mean something else than the second word alone.
AT_LEAST: Mapping[tuple[str, ...], str] = {("au", "moins"): ">=", ("au", "plus"): "<="}


def _comparison(reader: Reader) -> str:
    """Reads a comparison; empty if there is none here."""
    comparison = AT_LEAST.get(tuple(reader.tokens[reader.at : reader.at + 2]), "")
    if comparison:
        reader.at += 2
    else:
        reader.skip("small")
        comparison = reader.meaning()
        if comparison not in COMPARISONS:
            return ""
        reader.at += 1
    reader.skip("small", "until")  # Czech has one word, "než", for "than" and "until"
    return comparison


def _quantity(reader: Reader) -> str:
    quantity = reader.meaning()
    if quantity not in QUANTITIES:
        _unknown_quantity(reader)
    reader.at += 1
    return quantity


def _unknown_quantity(reader: Reader) -> None:
    near = reader.vocabulary.nearest(reader.tokens[reader.at], QUANTITIES)
    if near:
        reader.fail("a condition cannot be about this; did you mean “{nearest}”?", nearest=near)
    reader.fail("a condition must be about one of: {known}.", known=", ".join(QUANTITIES))


def decide(plan: Plan, view: View, speech: Speech = ENGLISH) -> Answer:
    """The plan's answer to this view, and why."""
    if view["over"]:
        return Answer("", speech.gettext("The match is over."), disarmed=True)
    if plan.round and view["round"] != plan.round:
        sentence = speech.gettext("It was for round {planned}; this is round {now}.")
        return Answer(
            "", sentence.format(planned=plan.round, now=view["round"]), disarmed=view["round"] > plan.round
        )
    if not view["asked"].get(str(view["seat"])):
        return Answer("", speech.gettext("It is not your turn now."))
    for clause in plan.clauses:
        if clause.applies(view):
            return Answer(clause.choice, _why(clause, view, speech))
    sentence = speech.gettext("No part of it applies now: {facts}.")
    return Answer("", sentence.format(facts=_facts(plan.clauses, view)), disarmed=True)


def _why(clause: Clause, view: View, speech: Speech) -> str:
    if not clause.any_of:
        return speech.gettext("Nothing before it applies.")
    sentence = speech.gettext("“{clause}” applies: {facts}.")
    return sentence.format(clause=clause.write(), facts=_facts((clause,), view))


def _facts(clauses: tuple[Clause, ...], view: View) -> str:
    """The present values of the quantities in these clauses."""
    quantities = dict.fromkeys(
        condition.quantity for clause in clauses for group in clause.any_of for condition in group
    )
    return ", ".join(f"{quantity} {QUANTITIES[quantity](view)}" for quantity in quantities)
