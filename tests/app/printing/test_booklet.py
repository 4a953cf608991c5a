"""Pages in the order for folding: two on each side of a sheet, blank ones at the end."""

import shutil
import subprocess

import pytest

from app.printing.booklet import sides
from app.printing.document import PrintJob, print_pdf
from tests.app.services.books.printing import bookmarks, catalog, read
from tests.servers import program

A4 = [841.89, 595.276]  # points, landscape


def job(pages: int) -> PrintJob:
    page = '<section style="break-before: page"><h2 id="p{0}">{0}</h2><a href="#p1">back</a></section>'
    words = "".join(page.format(number) for number in range(1, pages + 1))
    html = f'<!doctype html><html lang="en"><head><title>Said</title></head><body>{words}</body></html>'
    return PrintJob(html, ("page.css", "report.css", "booklet.css"), booklet=True)


def half(made: bytes, side: int, left: int) -> str:
    """The heading on one half of a side, `left` points from the left."""
    reader = program(shutil.which("pdftotext"), "poppler-utils")
    where = ("-f", f"{side}", "-l", f"{side}", "-x", f"{left}", "-y", "0", "-W", "420", "-H", "500")
    said = subprocess.run([reader, *where, "-", "-"], input=made, capture_output=True, check=True).stdout
    return said.decode().partition("back")[0].strip()


@pytest.mark.parametrize("pages", range(1, 30))
def test_folded_sheets_lie_in_the_order_of_the_pages(pages: int) -> None:
    front, back = [*sides(pages)][::2], [*sides(pages)][1::2]

    leaves = [(right, turned_left) for (_, right), (turned_left, _) in zip(front, back, strict=True)]
    leaves += [(right, turned_left) for (turned_left, _), (_, right) in zip(front, back, strict=True)][::-1]

    assert [page for leaf in leaves for page in leaf] == [*range(-(-pages // 4) * 4)]


def test_each_page_stands_on_its_half_of_a_side() -> None:
    made = print_pdf(job(5))

    found = [[half(made, side, left) for left in (0, 421)] for side in (1, 2, 3, 4)]

    assert found == [["", "1"], ["2", ""], ["", "3"], ["4", "5"]]


def test_a_sheet_is_landscape_and_leads_nowhere() -> None:
    made = print_pdf(job(5))

    reader = read(made)
    sizes = [[float(end) for end in side.mediabox[2:]] for side in reader.pages]
    assert sizes == [pytest.approx(A4, abs=0.1)] * 4
    assert not any("/Annots" in side for side in reader.pages)
    assert not bookmarks(reader)
    assert not {"/StructTreeRoot", "/Dests"} & {*catalog(made), *catalog(made).get("/Names", {})}


def test_the_same_pages_are_the_same_booklet() -> None:
    assert print_pdf(job(9)) == print_pdf(job(9))
