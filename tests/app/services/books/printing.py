"""Records to print, and what a PDF says when it is read back."""

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import Destination

from app.services.books.edition import Edition
from app.services.books.report import Report, pdf_of
from engine.chance import commitment, match_seed
from engine.random_play import play
from engine.record import Opening, Record, replay
from engine.registry import game
from engine.verify import verify
from tests.servers import program

RECORDS = Path(__file__).parents[3] / "records"
SERVER_SEED = bytes(range(32))
CODE = "k7mh2pqd"


def recorded(name: str) -> str:
    return (RECORDS / f"{name}.jsonl").read_text()


def written(name: str, names: Sequence[str], most_steps: int = 1_000_000) -> str:
    """A match of bots; one that is cut short is given up."""
    salts = [f"salt {number}" for number in range(len(names))]
    rules, record = game(name), Record()
    opening = Opening(name, names, {}, salts, commitment(SERVER_SEED), "2026-11-01T10:00:00Z")
    record.begin(opening)
    seed = match_seed(SERVER_SEED, salts)
    result = None
    for number, played in enumerate(play(rules, len(names), {}, seed, rules.bot), 1):
        if number > most_steps:
            break
        record.step(number, f"2026-11-02T{number // 60:02}:{number % 60:02}:00Z", played.step.canonical)
        result = rules.result(played.step.state)
    record.end("2026-11-03T10:00:00Z", SERVER_SEED, result)
    return record.text()


def edition(record: str, **more: Any) -> Edition:
    names = tuple(verify(record.encode()).lines[0]["seats"])
    told = {"names": names, "title": "Sunday", "code": CODE, "address": f"https://x.example/m/{CODE}", **more}
    return Edition(record, **told)


def report(record: str, **more: Any) -> Report:
    return Report.of(edition(record, **more))


@cache
def book(name: str) -> bytes:
    """Of a recorded match: printing takes a second or two."""
    return pdf_of(report(recorded(name)))


def moments(name: str) -> list[Any]:
    return list(replay(verify(recorded(name).encode()).lines))


def read(made: bytes) -> PdfReader:
    return PdfReader(BytesIO(made))


@cache
def text(made: bytes) -> str:
    """As somebody reads it, whatever the lines. pypdf misreads a font in which a letter is missing."""
    reader = program(shutil.which("pdftotext"), "poppler-utils")
    said = subprocess.run([reader, "-raw", "-", "-"], input=made, capture_output=True, check=True).stdout
    return " ".join(said.decode().split())


@cache  # boards are long to read
def pages(made: bytes) -> list[str]:
    return [page.extract_text() for page in read(made).pages]


def catalog(made: bytes) -> Any:
    return read(made).trailer["/Root"]


def bookmarks(reader: PdfReader) -> list[str]:
    return [str(mark.title) for mark in _flat(reader.outline)]


def _flat(outline: Any) -> Iterator[Destination]:
    for mark in outline:
        if isinstance(mark, list):
            yield from _flat(mark)
        else:
            yield mark


def fonts(reader: PdfReader) -> dict[str, bool]:
    """By name, whether the letters are in the file."""
    found = {}
    for page in reader.pages:
        resources: Any = page["/Resources"].get_object()
        for font in resources.get("/Font", {}).values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            found[str(inner["/FontName"])] = bool({"/FontFile", "/FontFile2", "/FontFile3"} & inner.keys())
    return found
