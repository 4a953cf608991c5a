"""A page is printed once; what is kept has a bound, and can be thrown away."""

import os
from pathlib import Path

import pytest

from app.services.books import kept_pages
from app.services.books.board_page import Pages
from app.services.books.kept_pages import KeptPages


def laid_out(words: str) -> Pages:
    return Pages((f"<p>{words}</p>",), "<svg/>")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Printing takes a third of a second; how often it is done is what these tests are about."""
    done: list[str] = []

    def print_quickly(jobs: list[object]) -> bytes:
        done.append("printed")
        return b"%PDF" + b"x" * 996

    monkeypatch.setattr(kept_pages, "print_on_one_page", print_quickly)
    return done


def test_a_page_that_was_printed_is_kept_for_all_processes(tmp_path: Path, printed: list[str]) -> None:
    made = KeptPages(tmp_path).make(laid_out("a"))

    assert KeptPages(tmp_path).find(laid_out("a")) == made
    assert KeptPages(tmp_path).find(laid_out("b")) is None
    assert len(printed) == 1


def test_the_pages_that_nobody_has_asked_for_longest_are_thrown_away(
    tmp_path: Path, printed: list[str]
) -> None:
    kept = KeptPages(tmp_path, most_bytes=5000)
    for number in range(5):
        kept.make(laid_out(f"{number}"))
        os.utime(tmp_path / "pages" / kept_pages.name_of(laid_out(f"{number}")), (number, number))
    assert kept.find(laid_out("0"))

    kept.make(laid_out("5"))

    found = [number for number in range(6) if kept.find(laid_out(f"{number}"))]
    assert found == [0, 3, 4, 5]


def test_a_page_is_printed_also_where_nothing_can_be_kept(tmp_path: Path, printed: list[str]) -> None:
    (tmp_path / "pages").write_text("a file where the folder should be")

    assert KeptPages(tmp_path).make(laid_out("a")).startswith(b"%PDF")
    assert KeptPages(tmp_path).find(laid_out("a")) is None


def test_what_is_kept_is_for_its_owner_only(tmp_path: Path, printed: list[str]) -> None:
    KeptPages(tmp_path).make(laid_out("a"))

    assert [path.stat().st_mode & 0o077 for path in (tmp_path / "pages").rglob("*")] == [0]
