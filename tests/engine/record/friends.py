"""Four recorded matches in which friends went back, gave seats to others, and lent them."""

import json
from collections.abc import Callable, Sequence

from tests.engine.record.recorded import FOLDER, Line, chained, first_problem

FRIENDS = sorted(path.stem for path in (FOLDER / "friends").glob("*.jsonl"))


def text(name: str) -> str:
    return (FOLDER / "friends" / f"{name}.jsonl").read_text(encoding="utf-8")


def lines(name: str) -> list[Line]:
    return [json.loads(line) for line in text(name).splitlines()]


def number_of(parsed: Sequence[Line], kind: str) -> int:
    """The step of the first line of a kind."""
    return next(int(line["step"]) for line in parsed if kind in line and "step" in line)


def said_of(name: str, kind: str, change: Callable[[Line], object]) -> str:
    """What is said of a changed line of this kind, which is the first that is wrong."""
    parsed = lines(name)
    number = number_of(parsed, kind)
    change(parsed[number])
    line, problem = first_problem(chained(parsed))

    assert line == number + 1, problem
    return problem
