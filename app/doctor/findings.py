"""What a look has found: right, a warning, or wrong; and what to type."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Grade = Literal["right", "warning", "wrong", "not seen"]
STATUS: dict[Grade, int] = {"right": 0, "not seen": 0, "warning": 1, "wrong": 2}


@dataclass(frozen=True)
class Finding:
    name: str
    grade: Grade
    words: str  # one sentence, or two
    to_type: tuple[str, ...] = ()  # commands, settings, or records of a domain


def right(name: str, words: str) -> Finding:
    return Finding(name, "right", words)


def warning(name: str, words: str, *to_type: str) -> Finding:
    return Finding(name, "warning", words, to_type)


def wrong(name: str, words: str, *to_type: str) -> Finding:
    return Finding(name, "wrong", words, to_type)


def not_seen(name: str, words: str) -> Finding:
    """Nothing is said about it, neither good nor bad: there is no way, or no need, to look."""
    return Finding(name, "not seen", words)


def is_told(found: Finding, others: Iterable[Finding]) -> bool:
    """Whether somebody who has looked for themselves has found what is at least as bad."""
    return any(STATUS[other.grade] >= STATUS[found.grade] for other in others)


def status(findings: Iterable[Finding]) -> int:
    """The exit status of the command: of the worst finding."""
    return max((STATUS[found.grade] for found in findings), default=0)
