"""The aims of the benches: each is told beside its figure, and again in the table of all (everything.py)."""

import json
import os
from pathlib import Path
from typing import NamedTuple

TABLE = "BENCH_TABLE"  # in the environment: the file that gathers what came of all aims


class Outcome(NamedTuple):
    """What came of an aim, which is the least that is wanted, or the most that is allowed."""

    what: str
    figure: float
    unit: str
    aim: float
    is_most: bool

    @property
    def share(self) -> float:
        return self.figure / self.aim

    @property
    def is_met(self) -> bool:
        return self.share <= 1 if self.is_most else self.share >= 1

    @property
    def verdict(self) -> str:
        return "met" if self.is_met else "MISSED"

    def row(self) -> str:
        bound = "at most" if self.is_most else "at least"
        figures = f"{short(self.figure):>9} {self.unit:14}{bound:>8} {short(self.aim):>7}{self.share:8.2f}"
        return f"{self.what:52}{figures}  {self.verdict}"


HEAD = f"{'':52}{'figure':>9} {'':14}{'aim':>16}{'of it':>8}"


def short(figure: float) -> str:
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


def at_least(aim: float, figure: float, what: str, unit: str = "") -> str:
    return _told(Outcome(what, figure, unit, aim, is_most=False))


def at_most(aim: float, figure: float, what: str, unit: str = "") -> str:
    return _told(Outcome(what, figure, unit, aim, is_most=True))


def _told(outcome: Outcome) -> str:
    if place := os.environ.get(TABLE):
        with Path(place).open("a") as table:
            table.write(json.dumps(outcome) + "\n")
    return f"aim {short(outcome.aim)}: {outcome.verdict}"


def gathered(table: Path) -> list[Outcome]:
    return [Outcome(*json.loads(line)) for line in table.read_text().splitlines()] if table.exists() else []
