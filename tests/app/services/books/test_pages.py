"""How a book is laid out: no page but the last is less than half full; no heading or caption is alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from weasyprint.formatting_structure.boxes import ReplacedBox, TextBox  # type: ignore[import-untyped]

from app.printing.weasy import lay_out
from app.services.books.edition import Dedication
from app.services.books.report import to_print
from tests.app.services.books.printing import RECORDS, recorded, report
from tests.lengths import long

HEADINGS = ("h2", "h3")


def pages_of(name: str, language: str, paper: str) -> list[Any]:
    record = (RECORDS / f"{name}.jsonl").read_text() if "/" in name else recorded(name)
    made = report(record, language=language, paper=paper, dedications=(Dedication(1, "To us"),))
    facts = made.facts()
    pictures = {each: made.picture(each) for each in made.pictures(facts)}
    return [page._page_box for page in lay_out(to_print(made, facts, pictures)).pages]


def content(page: Any) -> Iterator[Any]:
    """What is seen on a page, without its margins."""
    for box in page.children[0].descendants():
        if isinstance(box, ReplacedBox) or (isinstance(box, TextBox) and box.text.strip()):
            yield box


def headings(page: Any) -> list[Any]:
    return [
        box
        for box in page.children[0].descendants()
        if box.element_tag in HEADINGS and hasattr(box, "children")
    ]


def filled(page: Any) -> float:
    top = page.content_box_y()
    return float((max(box.position_y + box.height for box in content(page)) - top) / page.height)


BOOKS = [
    ("tikal-0000", "en", "a4"),
    long("tikal-0000", "en", "booklet"),
    *(long(f"tikal-{n:04}", language, "booklet") for n, language in ((1, "de"), (5, "pl"), (7, "fr"))),
    *(long(f"incan-gold-{n:04}", language, "booklet") for n, language in ((3, "pl"), (4, "cs"))),
    long("tikal-0002", "de", "letter-booklet"),
    long("friends/tikal-0000", "de", "letter-booklet"),
    long("friends/incan-gold-0001", "fr", "booklet"),
    long("incan-gold-0003", "pl", "letter"),
    *(long(f"tikal-{n:04}", language, "a4") for n, language in ((1, "de"), (3, "fr"), (5, "pl"))),
    *(long(f"tikal-{n:04}", language, "letter") for n, language in ((2, "cs"), (7, "de"))),
    *(long(f"incan-gold-{n:04}", language, "a4") for n, language in ((0, "cs"), (4, "fr"), (7, "en"))),
    long("friends/tikal-0000", "en", "a4"),
    long("friends/incan-gold-0001", "de", "letter"),
]


def pictures_of_captions(page: Any) -> Iterator[int]:
    """How many pictures stand above each caption."""
    figures = [box for box in page.children[0].descendants() if box.element_tag == "figure"]
    for inside in (list(figure.descendants()) for figure in figures if hasattr(figure, "children")):
        if any(box.element_tag == "figcaption" for box in inside):
            yield sum(isinstance(box, ReplacedBox) for box in inside)


@pytest.mark.parametrize(("name", "language", "paper"), BOOKS)
def test_pages_are_full_and_headings_are_not_alone(name: str, language: str, paper: str) -> None:
    pages = pages_of(name, language, paper)

    for number, page in enumerate(pages[2:-1], 3):
        assert filled(page) > 0.5, f"page {number}: {filled(page):.2f}"
    for number, page in enumerate(pages, 1):
        own = {id(box) for heading in headings(page) for box in heading.descendants()}
        below = max((box.position_y for box in content(page) if id(box) not in own), default=0)
        assert all(heading.position_y < below for heading in headings(page)), f"page {number}"
        assert all(pictures_of_captions(page)), f"page {number}"


@pytest.mark.parametrize("name", ["incan-gold-0001", long("incan-gold-0004"), long("incan-gold-0006")])
@pytest.mark.parametrize("language", ["en", long("de")])
def test_short_rounds_follow_one_another_on_a_page(name: str, language: str) -> None:
    pages = pages_of(name, language, "a4")

    assert all(filled(page) > 0.65 for page in pages[2:-1])
