"""The fonts of our pages: our own server gives each that a page names, and browsers keep it."""

import re
import sys

import pytest

from app.services.books import page_faces
from app.services.books.page_faces import PageFaces
from tests.world import World
from tests.world.visitor import Visitor

FONT = re.compile(r'href="(/fonts/[^"]+)"')
IN_SHEET = re.compile(r'url\("([^"]+)"\)')


def named(visitor: Visitor) -> list[str]:
    return FONT.findall(visitor.get("/").text)


def test_our_server_gives_every_font_that_a_page_names(world: World) -> None:
    visitor = Visitor(world)
    *preloaded, sheet = named(visitor)
    folder = sheet.rpartition("/")[0]

    in_sheet = [f"{folder}/{name}" for name in IN_SHEET.findall(visitor.get(sheet).text)]

    assert preloaded
    assert set(preloaded) < set(in_sheet)
    for address in in_sheet:
        answer = visitor.get(address)
        assert answer.mimetype == "font/woff2"
        assert answer.data.startswith(b"wOF2")


def test_browsers_keep_a_font_for_ever(world: World) -> None:
    visitor = Visitor(world)
    for address in named(visitor):
        answer = visitor.get(address)
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        assert "font-src 'self'" in answer.headers["Content-Security-Policy"]

        tag = {"If-None-Match": answer.headers["ETag"]}
        assert visitor.get(address, headers=tag).status_code == 304


def test_a_font_can_be_asked_for_without_its_bytes(world: World) -> None:
    visitor = Visitor(world)
    address = named(visitor)[0]
    whole = visitor.get(address)

    answer = visitor.client.head(address)

    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.content_length == len(whole.data)


@pytest.mark.parametrize("name", ["regular.woff2", "faces.css"])
def test_there_is_no_font_of_another_version(world: World, name: str) -> None:
    answer = Visitor(world).get(f"/fonts/0123456789abcdef/{name}")

    assert answer.status_code == 404
    assert "immutable" not in answer.headers["Cache-Control"]


def test_a_page_names_no_font_where_ours_is_missing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor(world)
    address = named(visitor)[0]
    monkeypatch.setitem(sys.modules, "font_source_sans_pro", None)
    monkeypatch.setattr(page_faces, "OURS", PageFaces())

    assert visitor.get("/").status_code == 200
    assert named(visitor) == []
    assert visitor.get(address).status_code == 404
