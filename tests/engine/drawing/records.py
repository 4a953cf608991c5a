"""What the tests of the drawings share: every step of the kept records, and reading a picture's marks."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.game import View
from engine.record import Moment, replay
from engine.registry import game
from tests.lengths import shortened

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*.jsonl"))
TIKAL = [record for record in RECORDS if record.stem.startswith("tikal")]
INCAN_GOLD = [record for record in RECORDS if record.stem.startswith("incan-gold")]
ONE_OF_EACH = [TIKAL[0], INCAN_GOLD[0]]
# With each option that changes the most, and without.
USUAL = [TIKAL[0], TIKAL[3], INCAN_GOLD[0], INCAN_GOLD[3]]


@cache
def lines(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text().splitlines()]


@cache
def moments(record: Path) -> list[Moment]:
    return list(replay(lines(record)))


def some(record: Path) -> list[Moment]:
    """Every ninth step, from the first, and the last."""
    return [*moments(record)[:-1:9], moments(record)[-1]]


def views(record: Path, seat: int | None = 1) -> Iterator[View]:
    rules = game(lines(record)[0]["game"])
    return (rules.view(moment.state, seat) for moment in some(record))


def last_view(record: Path) -> View:
    return list(views(record))[-1]


def drawn(view: View, names: Sequence[str] = (), **more: Any) -> str:
    """`more` is what the games of this house offer beyond the contract: `events`, `small`."""
    svg: Any = game(view["game"]).svg
    return str(svg(view, names, **more))


def parts(picture: str, mark: str) -> list[ElementTree.Element]:
    """What bears a mark such as `data-hex`."""
    return [part for part in ElementTree.fromstring(picture).iter() if mark in part.attrib]


def marked(picture: str, mark: str) -> list[str]:
    return [part.attrib[mark] for part in parts(picture, mark)]


def each(records: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("record", shortened(records, USUAL), ids=lambda record: record.stem)
