"""The way that stands through a record: which steps led to the newest state, and which were taken back."""

from collections.abc import Mapping, Sequence
from typing import Any


def taken_back(lines: Sequence[Mapping[str, Any]]) -> set[int]:
    """The numbers of the steps that were taken back. Hands change for good, so no `seat` line is among them.

    `lines` are a record's lines from the first one to any step.
    """
    gone: set[int] = set()
    number = len(lines) - 1
    while number > 0:
        before = lines[number].get("back", number - 1)
        gone.update(each for each in range(before + 1, number) if "seat" not in lines[each])
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
