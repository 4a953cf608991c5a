"""The form of the lines between a record's first and its last: orders, back, seat and rules.

What a line may say depends on the lines before it, so `LinesSoFar` reads them in their order.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.record import FRIEND, NOT_THE_PERSON, is_valid_name
from engine.record_lines import is_time, quotable_value, wrong_keys
from engine.registry import meta

KINDS: Mapping[str, frozenset[str]] = {
    "orders": frozenset({"at", "hash", "orders", "step"}),
    "back": frozenset({"agreed", "at", "back", "hash", "step"}),
    "seat": frozenset({"at", "hash", "seat", "step"}),
    "rules": frozenset({"agreed", "at", "hash", "rules", "step"}),
}
MAY: Mapping[str, frozenset[str]] = {"orders": frozenset({"by"})}


class LinesSoFar:
    """What is in force after the lines that were read: names, rules, and how far back the match may go."""

    def __init__(self, first: Mapping[str, Any]) -> None:
        self.format: int = first["chasqui"]
        self.names: list[str] = list(first["seats"])
        self.seats = frozenset(str(number) for number, _ in enumerate(self.names, 1))  # as keys of orders
        self.rules: int = first["rules"]
        self.newest: int = meta(first["game"]).rules
        self.fixed = 0  # the last step that cannot be taken back

    def read(self, line: Mapping[str, Any], step: int) -> str:
        """What is wrong with a line, or an empty text; then the line is in force."""
        kinds = [kind for kind in KINDS if kind in line]
        if problem := self._wrong_kind(kinds):
            return f"is not a step: {problem}"
        kind = kinds[0]
        if problem := wrong_keys(line, KINDS[kind], MAY.get(kind, frozenset())):
            return f"is not a step: {problem}"
        if type(line["step"]) is not int or line["step"] != step:
            return f"is step {quotable_value(line['step'])}, and should be step {step}"
        if not is_time(line["at"]):
            return f"at is not a time like 2026-11-18T10:00:00Z: {quotable_value(line['at'])}"
        return self._read(kind, line, step)

    def _read(self, kind: str, line: Mapping[str, Any], step: int) -> str:
        if kind == "orders":
            return self._orders(line)
        if kind == "seat":
            return self._seat(line["seat"])
        if problem := self._agreed(line["agreed"]):
            return problem
        return self._back(line["back"], step) if kind == "back" else self._rules(line["rules"], step)

    def _wrong_kind(self, kinds: Sequence[str]) -> str:
        if kinds == ["orders"]:
            return ""  # as most lines, in every format
        known = list(KINDS) if self.format > 1 else ["orders"]
        if not kinds:
            return f"lacks {' or '.join(known)}"
        if unknown := [kind for kind in kinds if kind not in known]:
            return f"has the unknown key {unknown[0]!r}; a record of format 1 has only orders"
        if len(kinds) > 1:
            return f"has {' and '.join(kinds)}, of which a step has just one"
        return ""

    def _orders(self, line: Mapping[str, Any]) -> str:
        orders = line["orders"]
        if not isinstance(orders, dict) or not orders or not all(map(_is_text, orders.values())):
            return "the orders are not an object of texts by seat"
        if unknown := [seat for seat in orders if seat not in self.seats]:
            known = f"this match has seats 1 to {len(self.seats)}"
            return f"has orders for seat {quotable_value(unknown[0])}; {known}"
        return self._givers(line["by"], orders) if "by" in line else ""

    def _givers(self, by: Any, orders: Mapping[str, str]) -> str:
        givers = NOT_THE_PERSON if self.format == 1 else (*NOT_THE_PERSON, FRIEND)
        if not isinstance(by, dict) or not by or not all(giver in givers for giver in by.values()):
            return f"by is not an object of seats with one of {', '.join(givers)}"
        return "" if by.keys() <= orders.keys() else "by names a seat that has no orders in this step"

    def _agreed(self, agreed: Any) -> str:
        seats = range(1, len(self.names) + 1)
        right = isinstance(agreed, list) and agreed and all(type(n) is int and n in seats for n in agreed)
        if not right or agreed != sorted(set(agreed)):
            return (
                f"agreed is {quotable_value(agreed)}, and should be ascending numbers of seats "
                f"from 1 to {len(self.names)}, at least one, and none twice"
            )
        return ""

    def _back(self, back: Any, step: int) -> str:
        highest = step - 2
        if highest < self.fixed:
            since = f"step {self.fixed} changed the rules" if self.fixed else "the match began"
            return f"goes back, but there is nothing to take back since {since}"
        if type(back) is not int or not self.fixed <= back <= highest:
            right = f"a step from {self.fixed} to {highest}"
            return f"goes back to {quotable_value(back)}, and should go back to {right}"
        return ""

    def _seat(self, seat: Any) -> str:
        if not isinstance(seat, dict) or seat.keys() != {"name", "number"}:
            return "seat is not an object with just a name and a number"
        name, number = seat["name"], seat["number"]
        if type(number) is not int or not 1 <= number <= len(self.names):
            return f"the seat is {quotable_value(number)}; this match has seats 1 to {len(self.names)}"
        if not is_valid_name(name):
            return f"the name {quotable_value(name)} does not have 1 to 40 characters without controls"
        if name == self.names[number - 1]:
            return f"seat {number} has the name {quotable_value(name)} already; a new one is needed"
        self.names[number - 1] = name
        return ""

    def _rules(self, rules: Any, step: int) -> str:
        if type(rules) is not int or not self.rules < rules <= self.newest:
            known = f"{self.rules + 1} to {self.newest}" if self.rules < self.newest else "no newer ones"
            now = f"in force is version {self.rules}, and known here: {known}"
            return f"version {quotable_value(rules)} of the rules cannot follow; {now}"
        self.rules, self.fixed = rules, step
        return ""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
