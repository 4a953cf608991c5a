"""What pictures use several times is drawn once in a document, and looks the same."""

import re
import shutil
import subprocess
import zlib
from pathlib import Path

import pytest
from weasyprint.svg import SVG  # type: ignore[import-untyped]  # the library has no types

from app.printing import used_once, weasy
from app.printing.document import PrintJob, picture_address
from tests.app.printing.boards import boards
from tests.servers import program

TOKEN = '<g id="token"><path d="M1 1h8v8h-8z" stroke="#123456"/></g>'
THREE = "".join(f'<use href="#token" x="{x}" transform="translate({x} 0)"/>' for x in (0, 10, 20))


def picture(inside: str, definitions: str = TOKEN) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 10">'
    return f"{head}<defs>{definitions}</defs>{inside}</svg>"


def printed(*pictures: str) -> bytes:
    named = {f"picture-{number}": svg for number, svg in enumerate(pictures)}
    images = "".join(f'<p><img src="{picture_address(name)}" alt="{name}"></p>' for name in named)
    page = f"<title>x</title><body>{images}"
    return weasy.pdf_on_one_page([PrintJob(page, ("page.css",), named)])


def drawn(pdf: bytes, colour: bytes = b"0.0705") -> int:
    """How often the token is, by the red of its 18 of 255."""
    found = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    streams = [zlib.decompress(each) if each[:1] == b"x" else each for each in found]
    return sum(each.count(colour) for each in streams)


def test_it_is_in_the_file_once_whatever_the_picture_and_the_place() -> None:
    assert drawn(printed(picture(THREE), picture(f"<g>{THREE}</g>"))) == 1


def test_what_uses_another_is_once_too() -> None:
    pair = '<g id="pair"><use href="#token"/><use href="#token" y="3"/></g>'

    assert drawn(printed(picture(f'{THREE}<use href="#pair"/><use href="#pair" x="40"/>', TOKEN + pair))) == 1


def test_what_inherits_something_else_is_another_one() -> None:
    assert drawn(printed(picture(f'{THREE}<g fill="#fff">{THREE}</g><g data-hex="a1">{THREE}</g>'))) == 2


def test_another_thing_of_the_same_name_is_another_one() -> None:
    other = picture(THREE, TOKEN.replace("M1 1", "M2 2"))

    assert drawn(printed(picture(THREE), other, other)) == 2


@pytest.mark.parametrize(
    ("inside", "definitions"),
    [
        (THREE.replace("<use", '<use opacity="0.5"'), TOKEN),
        (THREE, TOKEN.replace("stroke", 'stroke-width="10%" stroke')),
        (f"<style>g {{ fill: #fff }}</style>{THREE}", TOKEN),
    ],
)
def test_what_depends_on_its_place_is_drawn_there(inside: str, definitions: str) -> None:
    assert drawn(printed(picture(inside, definitions))) == 3


def test_what_is_not_there_is_not_drawn() -> None:
    assert drawn(printed(picture('<use href="#nothing"/><use/>'))) == 0


def test_every_board_looks_as_if_it_were_drawn_anew(tmp_path: Path) -> None:
    once = pixels(tmp_path, printed(*boards("whole")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SVG, "draw_node", used_once._draw_anew)
        anew = pixels(tmp_path, printed(*boards("whole")))

    assert once == anew
    assert len(once) > 1


def pixels(folder: Path, pdf: bytes) -> list[bytes]:
    """Of each page."""
    rasteriser = program(shutil.which("pdftoppm"), "poppler-utils")
    subprocess.run([rasteriser, "-r", "80", "-", folder / "page"], input=pdf, check=True)
    pages = sorted(folder.glob("page*.ppm"))
    found = [page.read_bytes() for page in pages]
    for page in pages:
        page.unlink()
    return found
