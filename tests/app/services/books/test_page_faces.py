"""The typeface of pages is made once, and pages do without where it cannot be made."""

import fcntl
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from app.services.books import kept_pages
from app.services.books.kept_pages import KeptFiles
from app.services.books.page_faces import PageFaces

AT_ONCE = 6


@pytest.fixture
def pages_folder(tmp_path: Path) -> Iterator[int]:
    """Open, as another process would have it that makes a file there."""
    (tmp_path / kept_pages.FOLDER).mkdir()
    handle = os.open(tmp_path / kept_pages.FOLDER, os.O_RDONLY)
    yield handle
    os.close(handle)


def test_what_many_want_at_once_is_made_once(tmp_path: Path) -> None:
    all_ask, made = Barrier(AT_ONCE), []

    def make() -> bytes:
        made.append("made")
        return b"a face"

    def ask(_: int) -> bytes:
        all_ask.wait()
        return KeptFiles(tmp_path).find_or_make("a.woff2", make)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        assert set(threads.map(ask, range(AT_ONCE))) == {b"a face"}
    assert made == ["made"]


def test_nobody_waits_long_for_a_process_that_is_frozen(
    tmp_path: Path, pages_folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_pages, "FROZEN", 0.05)
    fcntl.flock(pages_folder, fcntl.LOCK_EX)

    assert KeptFiles(tmp_path).find_or_make("a.woff2", lambda: b"a face") == b"a face"


def test_a_face_that_is_kept_is_not_made_again(tmp_path: Path) -> None:
    ours = PageFaces()
    KeptFiles(tmp_path).keep(f"{ours.version}-bold.woff2", b"kept")

    assert ours.face(KeptFiles(tmp_path), "bold") == b"kept"


def test_a_face_is_made_also_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / kept_pages.FOLDER).write_text("a file where the folder should be")

    assert PageFaces().face(KeptFiles(tmp_path), "regular").startswith(b"wOF2")


def test_pages_do_without_where_the_font_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "font_source_sans_pro", None)
    ours = PageFaces()

    assert [ours.version, ours.version, ours.face(KeptFiles(tmp_path), "regular")] == ["", "", b""]
    assert len(caplog.records) == 1


def test_pages_do_without_when_the_making_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    ours = PageFaces()
    assert ours.version

    assert [ours.face(KeptFiles(tmp_path), name) for name in ("no such face", "regular")] == [b"", b""]

    assert ours.version == ""
    assert len(caplog.records) == 1
