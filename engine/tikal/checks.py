"""What a clause must say for an action, and what it may say besides."""

from engine.tikal.clauses import Clause, need


def only_heads(clause: Clause, *heads: str) -> None:
    need(clause.heads <= set(heads))


def nothing_else(clause: Clause, *names: str) -> None:
    need(clause.only("verbs", "said", "heads", "flags", *names))


def counted(clause: Clause, value: int | None) -> int | None:
    """A number without a noun stands for the value, if that is not given otherwise."""
    if not clause.numbers:
        return value
    need(value is None and len(clause.numbers) == 1)
    return clause.numbers[0]
