"""Pictures that are put together from pieces look as if they were drawn as a whole."""

import subprocess
import sys

import pytest
from PIL import Image, ImageChops

from app.printing import resvg, sprites
from app.printing.extent import NotUnderstood
from app.printing.kept import Kept
from app.printing.pieces import Stencil, taken_apart
from app.printing.raster import PAPER, picture_of, pixels_of, whole
from app.printing.sprites import put_together
from tests.app.printing.boards import boards

WIDE = 840
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">'
DEFS = '<defs><g id="dot"><circle cx="0" cy="0" r="9"/></g></defs>'


def share_of_other_pixels(one: Image.Image, other: Image.Image, most: int) -> float:
    """Of those that differ by more than `most` of 255."""
    counts = ImageChops.difference(one, other).convert("L").histogram()
    return sum(counts[most + 1 :]) / sum(counts)


def test_boards_of_every_game_look_as_if_drawn_as_a_whole() -> None:
    for svg in boards():
        pieced, drawn = put_together(taken_apart(svg, WIDE), PAPER), whole(svg)

        assert pieced.size == drawn.size
        assert share_of_other_pixels(pieced, drawn, 64) < 0.012
        assert share_of_other_pixels(pieced.reduce(6), drawn.reduce(6), 24) < 0.01  # from a little farther


def test_a_piece_is_drawn_once_for_all_its_places(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings: list[str] = []
    sprites.forget()

    def drawn(svg: str) -> Image.Image:
        drawings.append(svg)
        return resvg.drawn(svg)

    monkeypatch.setattr("app.printing.sprites.drawn", drawn)
    dots = [f'<g transform="translate({x} 20)"><use href="#dot"/></g>' for x in range(9, 90, 10)]
    put_together(taken_apart(f"{HEAD}{DEFS}{''.join(dots)}</svg>", 800), PAPER)

    assert len(drawings) == 1


def test_what_was_drawn_before_changes_no_pixel() -> None:
    svgs = boards()
    sprites.forget()
    alone = pixels_of(svgs[1]).tobytes()

    for svg in svgs[2:4]:
        pixels_of(svg)

    assert pixels_of(svgs[1]).tobytes() == alone


def test_what_is_kept_stays_within_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Kept[tuple[Stencil, sprites.Where], tuple[sprites.Part, ...]](2_000_000)
    monkeypatch.setattr(sprites, "_sprites", small)

    for svg in boards()[:2]:
        pixels_of(svg)
        assert small.size <= 2_000_000


@pytest.mark.parametrize(
    "inside",
    [
        '<g opacity="0.5"><use href="#dot" x="30" y="30"/><use href="#dot" x="36" y="30"/></g>',
        '<g fill="#c43d22" stroke="#1d1a16"><g stroke-width="3"><use href="#dot" x="40" y="40"/></g></g>',
        '<g transform="translate(50 40) rotate(30) scale(2 1)"><use href="#dot"/></g>',
        '<g transform="matrix(1 0.5 -0.5 1 50 20)"><rect x="3" y="2" width="20" height="10" rx="3"/></g>',
        '<path d="M10 10c20-30 30 60 40 10s20 30 30-5t5 9q3 4 5-9a12 7 0 0 1-20 30z" fill="#0f8f68"/>',
        '<path d="M10 60H90L50 10.5z" fill="none" stroke="#c43d22" stroke-width="8"/>',
        '<text x="50" y="40" font-size="20" text-anchor="middle">WMłąka</text>',
        '<path d="M20 40A5 3 10 1 1 70 44" fill="none" stroke="#1d1a16" stroke-width="4"/>',
    ],
)
def test_each_kind_of_piece_is_in_its_place(inside: str) -> None:
    svg = f"{HEAD}{DEFS}{inside}</svg>"

    pieced = put_together(taken_apart(svg, WIDE), PAPER)

    assert share_of_other_pixels(pieced, whole(svg), 64) < 0.01
    assert pieced.getcolors() != Image.new("RGB", pieced.size, PAPER).getcolors()


@pytest.mark.parametrize(
    "inside",
    [
        "<style>circle { fill: red }</style>" + DEFS,
        DEFS + '<g style="fill: red"><use href="#dot"/></g>',
        DEFS + '<g filter="url(#dot)"><use href="#dot"/></g>',
        DEFS + '<rect width="50%" height="9"/>',
        DEFS + '<g transform="skewX(20)"><use href="#dot"/></g>',
        DEFS + '<use href="#other"/>',
        DEFS + '<text x="9" y="30">one <tspan fill="red">other</tspan></text>',
        DEFS + '<path d="M10 10 R 20 20"/>',
        DEFS + '<text x="9" y="30" font-size="2em">one</text>',
        DEFS + '<circle cx="9" cy="30" r="4" mask="none"/>',
        '<defs><g id="round"><use href="#round"/></g></defs><use href="#round"/>',
    ],
)
def test_what_is_not_understood_is_drawn_as_a_whole(inside: str) -> None:
    svg = f"{HEAD}{inside}</svg>"

    with pytest.raises(NotUnderstood):
        put_together(taken_apart(svg, WIDE), PAPER)
    assert pixels_of(svg).tobytes() == whole(svg).tobytes()


def test_a_process_that_was_forked_draws_the_same() -> None:
    code = """import os, sys, threading
from app.printing.raster import picture_of
svg = sys.stdin.read()
threads = [threading.Thread(target=picture_of, args=(f"{svg}<!-- {n} -->",)) for n in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()  # resvg has locks of its own: nothing is drawn during a fork
if not os.fork():
    sys.stdout.buffer.write(picture_of(svg).png)
    sys.stdout.flush()
    os._exit(0)
os.wait()
"""
    command = [sys.executable, "-W", "ignore", "-c", code]

    child = subprocess.run(command, input=boards()[0].encode(), capture_output=True, check=True, timeout=60)

    assert child.stdout == picture_of(boards()[0]).png
