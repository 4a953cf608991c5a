"""A game as an animated GIF: every frame as it was drawn, each as long as it should be, and small."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from app.printing import film
from app.printing.film import film_of
from app.printing.frames import Frame
from app.printing.scoreboard import scoreboard

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">{}</svg>'
RED, BLUE = "#cc2200", "#0033bb"


def frame(place: int, milliseconds: int = 700, high: int = 80) -> Frame:
    """A blue square on red ground, further right from frame to frame."""
    inside = f'<rect width="100" height="{high}" fill="{RED}"/>'
    inside += f'<rect x="{place}" y="10" width="20" height="20" fill="{BLUE}"/>'
    drawn = SQUARE.replace("80", str(high)).format(inside)
    return Frame((drawn, scoreboard(["Ana", "Bo"], [3, place], place / 80)), milliseconds)


def shown(gif: bytes) -> list[tuple[Image.Image, int]]:
    """What somebody sees, and for how long."""
    image, seen = Image.open(io.BytesIO(gif)), []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        seen.append((image.convert("RGB"), image.info["duration"]))
    return seen


def test_every_frame_is_seen_as_it_was_drawn() -> None:
    places = (0, 30, 80, 10)
    frames = [frame(place) for place in places]

    made = film_of(frames)

    for drawn, place, (seen, _) in zip(frames, places, shown(made.gif), strict=True):
        sheet = film.sheet_of(drawn, (made.width, made.height))
        differences = ImageStat.Stat(ImageChops.difference(sheet, seen)).extrema
        assert max(high for _, high in differences) < 80  # at the edges of letters
        assert seen.getpixel((round(5.6 * (place + 10)), 112)) == (0x00, 0x33, 0xBB)


def test_a_film_runs_for_ever_and_holds_what_it_is_told_to_hold() -> None:
    gif = film_of([frame(0, 1500), frame(40, 700), frame(80, 6000)]).gif

    assert [held for _, held in shown(gif)] == [1500, 700, 6000]
    assert Image.open(io.BytesIO(gif)).info["loop"] == 0


def test_a_frame_that_changes_nothing_costs_almost_nothing() -> None:
    moving, resting = [frame(0), frame(40)], [frame(0), frame(40), *[frame(40)] * 20]

    assert len(film_of(resting).gif) < len(film_of(moving).gif) + 20 * 40


def test_what_is_too_large_is_made_narrower() -> None:
    frames = [frame(place) for place in (0, 30, 60)]
    large = film_of(frames)

    small = film_of(frames, most_bytes=len(large.gif) - 1)

    assert (large.width, small.width) == film.WIDTHS[:2]
    assert len(small.gif) < len(large.gif)


def test_the_tallest_board_says_how_tall_all_are_and_the_points_stay_where_they_are() -> None:
    made = film_of([frame(0), frame(0, high=120), frame(0)])

    pictures = [seen.crop((0, made.height - 40, made.width, made.height)) for seen, _ in shown(made.gif)]

    assert {picture.tobytes() for picture in pictures} == {pictures[0].tobytes()}


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_points_of_all_seats_stand_in_a_row(seats: int) -> None:
    names = ["Ana", "Bo", "Wilhelmina von und zu", "Di", "Eve", "<F>", "Gus", "Hal"][:seats]

    drawn = scoreboard(names, [10 * seat for seat in range(seats)], 0.5)

    assert all(f">{10 * seat}</text>" in drawn for seat in range(seats))
    assert ("Ana" in drawn) == (seats < 8)  # with eight, there is no room for names
    assert "<F>" not in drawn
