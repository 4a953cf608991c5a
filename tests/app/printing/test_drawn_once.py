"""A picture that a document shows several times is drawn once."""

import re
import zlib

from app.printing.document import PrintJob, picture_address, print_pdf

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<path d="M1 1h8v8h-8z" fill="#123456"/></svg>'
)


def streams(pdf: bytes) -> list[bytes]:
    found = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    return [zlib.decompress(each) if each[:1] == b"x" else each for each in found]


def test_it_is_in_the_file_once_whatever_its_size_and_page() -> None:
    image = f'<img src="{picture_address("square")}" alt="square" style="width: {{}}mm">'
    pages = "".join(f"<p style='break-after: page'>{image.format(size)}</p>" for size in (10, 40, 10))

    pdf = print_pdf(PrintJob(f"<title>x</title><body>{pages}", ("page.css",), {"square": SQUARE}))

    drawn = [each for each in streams(pdf) if b"0.0705" in each]  # 0x12 of 255, the red of the square
    assert len(drawn) == 1
    assert sum(each.count(b" Do") for each in streams(pdf)) == 3
