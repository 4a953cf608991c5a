"""The sixteen recorded matches, and what somebody with a text editor could do to them."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from engine.verify import verify
from tests.lengths import shortened

Line: TypeAlias = dict[str, Any]

FOLDER = Path(__file__).parents[2] / "records"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
TIKAL = [name for name in RECORDS if name.startswith("tikal")]
INCAN_GOLD = [name for name in RECORDS if name.startswith("incan-gold")]
# With each option that changes the most, and without.
USUAL = ("incan-gold-0000", "incan-gold-0003", "tikal-0000", "tikal-0003")

each_record = pytest.mark.parametrize("name", shortened(RECORDS, USUAL))
each_tikal = pytest.mark.parametrize("name", shortened(TIKAL, USUAL))
each_incan_gold = pytest.mark.parametrize("name", shortened(INCAN_GOLD, USUAL))

NO_TIMES = [
    *[
        "",
        "now",
        1,
        None,
        "2026-11-18",
        "2026-11-18T10:00:00",
        "2026-11-18 10:00:00Z",
        "2026-11-18t10:00:00z",
    ],
    *["2026-11-18T10:00:00+00:00", "2026-11-18T10:00:00.5Z", "2026-11-18T10:00Z", "2026-11-18T10:00:00Z\n"],
    *["2026-00-18T10:00:00Z", "2026-13-18T10:00:00Z", "2026-11-00T10:00:00Z", "2026-11-31T10:00:00Z"],
    *["2026-02-29T10:00:00Z", "2100-02-29T10:00:00Z", "2026-11-18T24:00:00Z", "2026-11-18T10:60:00Z"],
    *["2026-11-18T10:00:60Z", "２０２６-11-18T10:00:00Z", " 2026-11-18T10:00:00Z", "26-11-18T10:00:00Z"],
]


def text(name: str) -> str:
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")


def raw_lines(name: str) -> list[bytes]:
    return text(name).encode().splitlines(keepends=True)


def lines(name: str) -> list[Line]:
    return [json.loads(line) for line in raw_lines(name)]


def written(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(parsed: Sequence[Line]) -> bytes:
    """The record of these lines with all hashes made to fit, as a careful forger would."""
    head, out = "", []
    for line in parsed:
        bare = {key: value for key, value in line.items() if key != "hash"}
        head = hashlib.sha256((head + written(bare)).encode()).hexdigest()
        out.append(written({**bare, "hash": head}) + "\n")
    return "".join(out).encode()


def forged(name: str, change: Callable[[list[Line]], object]) -> bytes:
    parsed = lines(name)
    change(parsed)
    return chained(parsed)


def first_problem(data: bytes) -> tuple[int, str]:
    """The number of the first line that is wrong, and what is said of it."""
    verdict = verify(data)
    assert verdict.status == 1
    return min(verdict.problems)


def places(name: str) -> list[int]:
    """The first step, one in the middle, and the last; as line numbers."""
    return [2, len(lines(name)) // 2, len(lines(name)) - 1]


def refused(name: str, change: Callable[[Line], object], said: str) -> None:
    """At each place, the change is found in its own line."""
    for number in places(name):
        parsed = lines(name)
        change(parsed[number - 1])
        line, problem = first_problem(chained(parsed))

        assert line == number, problem
        assert said in problem
