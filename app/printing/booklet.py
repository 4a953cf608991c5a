"""Imposing: two pages side by side on each side of a sheet, so that the folded sheets are a booklet.

By hand, as none of the libraries that the app runs with can do it: a page that is drawn becomes a form of the
PDF, and each side of a sheet draws two. Links, bookmarks and tags belong to pages: a booklet has none.
"""

from collections.abc import Iterator
from typing import Any

from pydyf import Array, Dictionary, Stream  # type: ignore[import-untyped]  # the library has no types

IN_A_SHEET = 4  # pages: two in front, two on the back


def sides(pages: int) -> Iterator[tuple[int, int]]:
    """The pages on the left and on the right, from 0; front and back of the outermost sheet come first.

    Numbers from `pages` on are blank pages, at the end.
    """
    last = -(-pages // IN_A_SHEET) * IN_A_SHEET - 1
    for first in range(0, last // 2 + 1, 2):
        yield last - first, first
        yield first + 1, last - first - 1


def impose(pdf: Any) -> None:
    """Turns a PDF of WeasyPrint, before it is written, into a booklet. All its pages are of one size."""
    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    streams = {stream.reference: stream for stream in pdf.objects if isinstance(stream, Stream)}
    _, _, width, height = pages[0]["MediaBox"]
    pdf.pages.update({"Kids": Array(), "Count": 0})
    pdf.catalog.get("Names", {}).pop("Dests", None)
    forms = [_form(streams[page["Contents"]], page) for page in pages]
    for left, right in sides(len(pages)):
        shown = {at: forms[page] for at, page in ((0, left), (width, right)) if page < len(forms)}
        _add_side(pdf, shown, 2 * width, height)
    for page in pages:
        page.clear()  # nothing names it any more


def _form(drawn: Stream, page: Dictionary) -> bytes:
    form = {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"], "Resources": page["Resources"]}
    drawn.extra = {**drawn.extra, **form}
    return bytes(drawn.reference)


def _add_side(pdf: Any, shown: dict[float, bytes], width: float, height: float) -> None:
    """`shown`: the forms, by how far from the left edge they begin."""
    content = Stream(compress=True)
    for number, at in enumerate(shown):
        content.push_state()
        content.set_matrix(1, 0, 0, 1, at, 0)
        content.draw_x_object(f"p{number}")
        content.pop_state()
    pdf.add_object(content)
    named = Dictionary({f"p{number}": form for number, form in enumerate(shown.values())})
    side = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": Array([0, 0, width, height])}
    more = {"Resources": Dictionary({"XObject": named}), "Contents": content.reference}
    pdf.add_page(Dictionary(side | more))
