"""The way that stands through a record: which steps led to the newest state, and which were taken back."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Line: TypeAlias = Mapping[str, Any]


def changes_of(lines: Sequence[Line]) -> dict[int, Line]:
    """By step, the lines that are no orders: all that is needed to find the way."""
    return {line["step"]: line for line in lines if "step" in line and "orders" not in line}


def taken_back(last: int, changes: Mapping[int, Line]) -> set[int]:
    """The steps that no longer stand after step `last`.

    Hands change for good, so no `seat` line is among them.
    """
    gone: set[int] = set()
    number = last
    while number > 0:
        before = changes.get(number, {}).get("back", number - 1)
        gone.update(each for each in range(before + 1, number) if "seat" not in changes.get(each, ()))
        number = before
    return gone


def names_after(lines: Sequence[Mapping[str, Any]]) -> list[str]:
    """The names of the people who have the seats after the last of these lines."""
    names = list(lines[0]["seats"])
    for line in lines:
        if "seat" in line:
            names[line["seat"]["number"] - 1] = line["seat"]["name"]
    return names


def rules_after(lines: Sequence[Mapping[str, Any]]) -> int:
    """The version of the rules that is in force after the last of these lines."""
    return max(int(line.get("rules", 0)) for line in lines)
