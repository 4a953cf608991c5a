"""`engine/RECORD.md`: its worked values, its record and its checker do what it says."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.chance import Stream, commitment, match_seed, shuffle
from engine.record import FRIEND, NOT_THE_PERSON
from engine.record_lines import FIRST_LINE_KEYS, LAST_LINE_KEYS
from engine.record_steps import KINDS
from engine.registry import GAMES, meta
from engine.verify import RIGHT, verify
from tests.engine.record import independent
from tests.engine.record.recorded import RECORDS, lines, text

DOCUMENT = (Path(engine.__file__).parent / "RECORD.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+) \| `(.+)` \|$", re.MULTILINE)
KEY = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
SALTS = ("e3b7", "żółw", "9a41c0de77f20b58")
ZEROS = bytes(32)


def values() -> dict[str, str]:
    return {what.strip("`"): value for what, value in ROW.findall(part("## Worked values"))}


def part(heading: str) -> str:
    """What stands below a heading, to the next one."""
    return re.split(r"^##+ ", DOCUMENT.split(f"\n{heading}\n")[1], flags=re.MULTILINE)[0]


def block(kind: str) -> str:
    return blocks(kind)[0]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)


def checker() -> Mapping[str, Any]:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return names


def seed() -> bytes:
    return match_seed(bytes.fromhex(values()["server seed"]), SALTS)


def test_the_salts_are_named_above_the_values() -> None:
    assert all(f"`{salt}`" in part("## Worked values") for salt in SALTS)


def test_the_commitment_and_the_match_seed_follow_from_seed_and_salts() -> None:
    assert commitment(bytes.fromhex(values()["server seed"])) == values()["commitment"]
    assert seed().hex() == values()["match seed"]


@pytest.mark.parametrize(
    ("label", "before"),
    [
        ("tikal/tiles/A", [f"A{number}" for number in range(1, 7)]),
        ("tikal/treasures", [motif for motif in independent.MOTIFS for _ in range(3)]),
        (
            "incan-gold/round/1",
            [
                *map(str, independent.TREASURES),
                *[kind for kind in independent.HAZARDS for _ in range(3)],
                "artifact",
            ],
        ),
    ],
)
def test_the_shuffles_are_what_seed_and_label_give(label: str, before: list[str]) -> None:
    assert " ".join(shuffle(before, label, seed())) == values()[label]


def test_the_demo_is_shown_from_its_blocks_to_its_shuffle() -> None:
    told = values()
    stream, drawn = Stream(ZEROS, "demo"), Stream(ZEROS, "demo")
    words = b"".join(stream.below(1 << 32).to_bytes(4, "big") for _ in range(16))

    assert words.hex() == told["block 0"] + told["block 1"]
    assert " ".join(str(drawn.below(n)) for n in range(10, 1, -1)) == told["below(10), below(9) ... below(2)"]
    assert " ".join(map(str, shuffle(range(10), "demo", ZEROS))) == told["shuffle of 0 1 2 3 4 5 6 7 8 9"]


@pytest.mark.parametrize("number", [1, 2])
def test_a_record_verifies_and_is_of_the_seed_and_salts_of_the_values(number: int) -> None:
    verdict = verify(blocks("jsonl")[number - 1].encode())

    assert verdict.lines[0]["chasqui"] == number
    assert (verdict.status, verdict.problems) == (RIGHT, [])
    assert tuple(verdict.lines[0]["salts"]) == SALTS
    assert verdict.lines[-1]["server_seed"] == values()["server seed"]


@pytest.mark.parametrize("name", RECORDS)
def test_the_checker_finds_a_record_right_and_a_changed_one_wrong(name: str) -> None:
    record, check = text(name).encode(), checker()["check"]
    first, *_, last = lines(name)

    assert check(record) == independent.match_seed(first, last)
    with pytest.raises(AssertionError):
        check(record.replace(b'"step":2}', b'"step":3}', 1))


def test_the_checkers_seed_and_shuffles_are_the_worked_ones() -> None:
    names = checker()

    assert names["check"](block("jsonl").encode()).hex() == values()["match seed"]
    assert names["shuffle"](range(10), "demo", ZEROS) == [9, 0, 3, 4, 5, 1, 8, 6, 2, 7]


def test_the_checker_takes_no_more_than_fifty_lines() -> None:
    assert len(block("python").splitlines()) <= 50


@pytest.mark.parametrize(
    ("heading", "keys"),
    [
        ("### The first line", FIRST_LINE_KEYS),
        ("### A step with orders", KINDS["orders"] | {"by"}),
        ("### A step back", KINDS["back"]),
        ("### A new person on a seat", KINDS["seat"]),
        ("### New rules", KINDS["rules"]),
        ("### The last line", LAST_LINE_KEYS | {"result", "abandoned"}),
    ],
)
def test_the_keys_of_a_line_are_those_that_are_read(heading: str, keys: set[str]) -> None:
    assert set(KEY.findall(part(heading))) == keys


def test_every_game_with_its_options_and_all_who_answer_for_a_person_are_named() -> None:
    options = [option for game in GAMES for option in meta(game).options]

    assert not [name for name in (*GAMES, *options) if f"`{name}`" not in part("### The first line")]
    assert not [who for who in (*NOT_THE_PERSON, FRIEND) if f"`{who}`" not in part("### A step with orders")]
