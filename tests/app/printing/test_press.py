"""The process that prints: it comes when there is something to print, and goes by itself."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.printing import press
from app.printing.document import PrintJob
from app.printing.film import film_of
from app.printing.frames import Frame
from app.printing.press import Press, PressFailed
from tests.servers import until

PAGE = PrintJob("<!doctype html><html lang='en'><head><title>A page</title></head><p>said", ("page.css",))
BROKEN = PrintJob(PAGE.html, ("no such style.css",))


@pytest.fixture
def pressing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Press]:
    monkeypatch.setattr(press, "IDLE_SECONDS", 0.2)
    pressing = Press()
    yield pressing
    pressing.end()


def square(colour: str) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
    return f'{head}<path d="M0 0H40V40Z" fill="{colour}"/></svg>'


def is_gone(pressing: Press) -> bool:
    return not Path(f"/proc/{pressing.number}").exists()


def test_it_ends_when_nothing_is_to_be_printed_and_comes_again(pressing: Press) -> None:
    first = pressing.print_first_that_fits([PAGE])

    assert until(lambda: is_gone(pressing))
    assert pressing.print_first_that_fits([PAGE]) == first
    assert first.startswith(b"%PDF")


def test_one_that_was_killed_is_replaced(pressing: Press) -> None:
    first = pressing.print_first_that_fits([PAGE])
    os.kill(pressing.number, signal.SIGKILL)

    assert pressing.print_first_that_fits([PAGE]) == first


def test_it_makes_the_same_film(pressing: Press) -> None:
    frames = [Frame((square(colour),), 500) for colour in ("#aa0000", "#00aa00")]

    assert pressing.film_of(frames) == film_of(frames)


def test_pages_and_films_have_a_process_each(pressing: Press) -> None:
    pressing.print_first_that_fits([PAGE])
    printing = pressing.number

    for _ in range(2):
        pressing.film_of([Frame((square("#aa0000"),), 500)])
        filming = pressing.number

    assert filming != printing
    assert not Path(f"/proc/{printing}").exists()


def test_what_goes_wrong_is_told_and_the_next_page_is_printed(pressing: Press) -> None:
    with pytest.raises(PressFailed, match="no such style"):
        pressing.print_first_that_fits([BROKEN])

    assert pressing.print_first_that_fits([PAGE]).startswith(b"%PDF")
