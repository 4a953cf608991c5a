"""A backup says exactly what it holds, and damage of any sort is seen before anything is written."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from app.archive import Damaged, Refused
from app.archive.form import Reader, Shape, Writer, line_of
from tests.lengths import long

PLAYERS = Shape("player", (("email", "text"), ("id", "int"), ("pdf", "bytes"), ("since", "time")))
ROWS = [[f"p{number}@example.org", number, "AAE=", "2026-05-31 12:00:00.000000"] for number in range(3000)]


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In several blocks."""
    monkeypatch.setattr("app.archive.form.BLOCK", 20_000)
    path = tmp_path / "made.gz"
    with path.open("wb") as file:
        writer = Writer(file)
        writer.begin("0019")
        writer.table(PLAYERS, map(line_of, ROWS))
        writer.table(Shape("step", (("id", "int"),)), map(line_of, [[1], [2]]))
        writer.end()
    return path


def changed(path: Path, change: Callable[[list[bytes]], list[bytes]]) -> Path:
    """With checksums of gzip that fit, as from a program that writes something else."""
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    path.write_bytes(gzip.compress(b"".join(change(lines))))
    return path


def test_what_was_written_is_read(made: Path) -> None:
    found = {shape: list(rows) for shape, rows in Reader(made).tables()}

    assert found[PLAYERS] == ROWS
    assert [shape.name for shape in found] == ["player", "step"]


def test_the_file_is_gzip_for_everybody(made: Path) -> None:
    lines = [json.loads(line) for line in gzip.decompress(made.read_bytes()).splitlines()]

    assert lines[0] == {"chasqui-backup": 1, "schema": "0019", "keys": None}
    assert lines[2] == ROWS[0]
    assert lines[-1]["end"]["player"][0] == 3000


def test_damage_is_named_with_its_place(made: Path) -> None:
    data = bytearray(made.read_bytes())
    data[len(data) // 2] ^= 0xFF
    made.write_bytes(data)

    with pytest.raises(Damaged, match=r"damaged near byte [\d,]+ of [\d,]+, table player, row [\d,]+: "):
        Reader(made).check()


@pytest.mark.parametrize("seed", [1, *(long(seed) for seed in range(2, 40))])
def test_no_changed_bit_goes_unseen(made: Path, seed: int) -> None:
    chance, whole = Random(seed), made.read_bytes()
    for _ in range(25):
        data = bytearray(whole)
        place, bit = chance.randrange(len(data)), chance.randrange(8)
        data[place] ^= 1 << bit
        made.write_bytes(data)
        if gzip_ignores(whole, bytes(data)):
            continue
        with pytest.raises(Refused):
            Reader(made).check()


def gzip_ignores(whole: bytes, data: bytes) -> bool:
    """Time, system and the like in the head of a block say nothing about its content."""
    try:
        return gzip.decompress(data) == gzip.decompress(whole)
    except (OSError, EOFError, ValueError):
        return False
    except Exception as error:  # zlib's own
        return "Error" not in str(type(error).__name__) and "error" not in str(type(error).__name__)


def test_a_file_that_is_cut_off_anywhere_is_refused(made: Path) -> None:
    whole = made.read_bytes()
    for length in {0, 1, 2, 10, *range(0, len(whole), len(whole) // 40), len(whole) - 1}:
        made.write_bytes(whole[:length])
        with pytest.raises(Refused):
            Reader(made).check()


CHANGES: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "a row less": lambda lines: [*lines[:5], *lines[6:]],
    "two rows in another order": lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
    "a row twice": lambda lines: [*lines[:5], lines[5], *lines[5:]],
    "another value": lambda lines: [line.replace(b"p7@", b"q7@") for line in lines],
    "a number for a text": lambda lines: [*lines[:2], b'[1,0,"AAE=",null]\n', *lines[3:]],
    "no base64": lambda lines: [*lines[:2], b'["a",0,"!",null]\n', *lines[3:]],
    "no table": lambda lines: [lines[0], *lines[2:]],
    "a table less": lambda lines: [*lines[:-5], lines[-1]],
    "another version of the tables": lambda lines: [lines[0].replace(b"0019", b"0018"), *lines[1:]],
    "no end": lambda lines: lines[:-1],
    "something behind the end": lambda lines: [*lines, b"[1]\n"],
    "the whole twice": lambda lines: lines * 2,
    "no JSON": lambda lines: [*lines[:9], b"[\n", *lines[9:]],
    "nesting without end": lambda lines: [*lines[:9], b"[" * 200_000 + b"\n", *lines[9:]],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_the_checksums_do_not_cover_is_refused(
    made: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    changed(made, change)

    with pytest.raises(Damaged):
        Reader(made).check()


@pytest.mark.parametrize(
    "content", [b"", b"hello", gzip.compress(b"hello\n", mtime=0), gzip.compress(b"{}\n", mtime=0)]
)
def test_another_file_is_no_backup(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)

    with pytest.raises(Refused):
        Reader(path).check()


def test_a_later_form_is_not_guessed_at(made: Path) -> None:
    changed(made, lambda lines: [b'{"chasqui-backup":2}\n', *lines[1:]])

    with pytest.raises(Refused, match="newer version"):
        Reader(made)


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("int", b"[9223372036854775808]\n"),
        ("int", b"[-1e3]\n"),
        ("text", b'["\\ud800"]\n'),
        ("json", b'["{"]\n'),
        ("json", b'["' + b"[" * 100_000 + b'"]\n'),
        ("time", b'["2026-13-01"]\n'),
        ("bytes", b'["!"]\n'),
    ],
)
def test_a_value_that_no_column_could_hold_is_damage(tmp_path: Path, kind: str, line: bytes) -> None:
    """Whatever made the file has made its checksums, too."""
    path = tmp_path / "made.gz"
    with path.open("wb") as file:
        writer = Writer(file)
        writer.begin("0019")
        writer.table(Shape("player", (("value", kind),)), [line])
        writer.end()

    with pytest.raises(Damaged, match="do not fit the columns"):
        Reader(path).check()
