"""The first screen for somebody who comes for the first time."""

from pathlib import Path

import pytest
from PIL import Image

from app.i18n.languages import LANGUAGES
from app.web.home import BOARD_SIZE, PAGE_SIZE
from app.web.pages import STATIC
from engine.registry import GAMES
from tests.world import World
from tests.world.visitor import Visitor

MOST = 60_000  # bytes of a picture


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(file) as picture:
        return picture.size


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_shows_a_letter_a_board_and_a_page_of_a_book_in_the_readers_language(
    world: World, language: str
) -> None:
    stranger = Visitor(world)
    stranger.post("/language", {"language": language})

    page = stranger.get("/").text

    for name in (f"welcome-letter.{language}", "welcome-board", f"welcome-book.{language}"):
        assert page.count(f'src="/static/{name}.webp') == 1


def test_the_buttons_to_try_come_before_all_else_that_can_be_done(world: World) -> None:
    page = Visitor(world).get("/").text.partition("<main")[2]

    assert all(0 < page.index(f'action="/try/{game}"') < page.index("welcome-letter") for game in GAMES)


def test_the_pictures_are_small_and_have_the_sizes_that_the_page_keeps_free() -> None:
    files = sorted(STATIC.glob("welcome-*.webp"))
    sizes = {file.name.split(".")[0]: size_of(file) for file in files}

    assert len(files) == 2 * len(LANGUAGES) + 1
    assert sizes == {"welcome-board": BOARD_SIZE, "welcome-book": PAGE_SIZE, "welcome-letter": (375, 667)}
    assert max(file.stat().st_size for file in files) < MOST
