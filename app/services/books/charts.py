"""The charts of a book. Each is drawn twice: for a page, and narrow, for a phone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.printing.bars import chart_by_source
from app.printing.charts import NARROW, WIDE, Sheet, chart_over_time
from app.printing.lanes import chart_of_lanes
from engine.chronicle import Chronicle
from engine.speech import Speech

NAMES = ("over-time", "by-source", "held")
FOR_A_PHONE = "-narrow"


def is_chart(name: str) -> bool:
    return name.removesuffix(FOR_A_PHONE) in NAMES


def narrow_ones(facts: Mapping[str, Any]) -> dict[str, str]:
    """By the names of a book's charts, those that a phone is shown."""
    return {chart["name"]: f"{chart['name']}{FOR_A_PHONE}" for chart in facts["charts"]}


@dataclass(frozen=True)
class Charts:
    chronicle: Chronicle
    names: Sequence[str]
    speech: Speech

    def shown(self) -> list[dict[str, str]]:
        """Only the charts that have something to show."""
        gettext, charts = self.speech.gettext, []
        if len(self.chronicle.scores()) > 1 and any(map(any, self.chronicle.scores())):
            charts.append({"name": "over-time", "title": gettext("The points, step by step")})
        if any(points > 0 for source in self.chronicle.sources() for points in source.points):
            charts.append({"name": "by-source", "title": gettext("Where the points came from")})
        if self.chronicle.lanes():
            charts.append({"name": "held", "title": gettext("Who held which temple, and when")})
        return charts

    def picture(self, name: str) -> str:
        """KeyError if there is nothing that it could show."""
        bare = name.removesuffix(FOR_A_PHONE)
        title = {chart["name"]: chart["title"] for chart in self.shown()}[bare]
        sheet = WIDE if bare == name else NARROW
        if bare == "over-time":
            return self._over_time(title, sheet)
        return self._by_source(title, sheet) if bare == "by-source" else self._held(title, sheet)

    def _over_time(self, title: str, sheet: Sheet) -> str:
        scores, marks = self.chronicle.scores(), self.chronicle.marks()
        return chart_over_time(scores, marks, self.names, title, self._in_words(scores[-1]), sheet)

    def _by_source(self, title: str, sheet: Sheet) -> str:
        sources = self.chronicle.sources()
        words = " ".join(f"{source.name}: {self._in_words(source.points)}" for source in sources)
        return chart_by_source(sources, self.names, title, words, sheet)

    def _held(self, title: str, sheet: Sheet) -> str:
        at = {moment.step: number for number, moment in enumerate(self.chronicle.standing)}
        marks = [mark._replace(at=at[mark.at]) for mark in self.chronicle.marks() if mark.at in at]
        return chart_of_lanes(self.chronicle.lanes(), marks, self.names, title, sheet)

    def _in_words(self, points: Sequence[int]) -> str:
        return ", ".join(f"{name} {each}" for name, each in zip(self.names, points, strict=True)) + "."
