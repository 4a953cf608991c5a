"""The faces of pages: small, always the same bytes, and with every character that our sentences have."""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # the library has no types

from app.i18n import catalogs
from app.i18n.languages import LANGUAGES
from app.printing import faces, subset
from app.printing.fonts import font_file

ROOT = Path(__file__).parents[3]
# Of our sentences and style sheets; a font of the reader's machine has them.
ELSEWHERE = set("▾●⌃✂❚⇤⇥↻")
MOST = 60_000  # bytes of the faces that every page loads


@cache
def made(name: str) -> bytes:
    return subset.woff2_of(name)


def sentences() -> str:
    told = [catalogs.read(language) for language in LANGUAGES if language != "en"]
    texts = [
        text
        for catalog in told
        for message in catalog
        for text in (*catalogs.strings(message.id), *catalogs.strings(message.string))
    ]
    return "".join(texts)


def shown_by_pages() -> str:
    static = ROOT / "app" / "static"
    files = [*(ROOT / "templates" / "web").iterdir(), *static.glob("*.css"), *static.glob("*.js")]
    return sentences() + "".join(path.read_text() for path in files)


@pytest.mark.parametrize("name", faces.FACES)
def test_a_face_has_every_character_of_our_sentences(name: str) -> None:
    known = set(TTFont(BytesIO(made(name))).getBestCmap())

    missing = {char for char in shown_by_pages() if char.isprintable() and ord(char) not in known}

    assert missing <= ELSEWHERE


def test_the_faces_of_every_page_are_small() -> None:
    assert sum(len(made(name)) for name in faces.AT_ONCE) <= MOST


def test_a_face_has_the_same_bytes_every_time() -> None:
    assert subset.woff2_of("regular") == made("regular")


def test_digits_are_equally_wide() -> None:
    font = TTFont(BytesIO(made("regular")))

    assert len({font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}) == 1


def test_the_style_sheet_names_each_face_and_shows_words_before_it_is_there() -> None:
    sheet = faces.style_sheet()

    assert all(f'url("{name}.woff2")' in sheet for name in faces.FACES)
    assert sheet.count("font-display:swap") == len(faces.FACES)


def test_the_lines_of_stand_ins_are_as_high_as_ours() -> None:
    with TTFont(font_file("")) as font:
        lines = font["hhea"]

    assert (lines.ascent, -lines.descent) == (10 * faces.ASCENT, 10 * faces.DESCENT)
