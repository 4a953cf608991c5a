"""The picture that a chat shows with a link to a match: the board, the title, and everybody's points."""

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from app.printing.raster import whole
from app.printing.scoreboard import PREFIX, picture
from engine.emblems import CLAY, DARK, FAINT, INK, PALE, RIM
from engine.speech import seat_letter
from engine.svg import fitted_text, group, rect, shorten, text, use, width

SIZE = 1200, 630  # pixels, as chats want it
BOARD_WIDE, MARGIN = 744, 18
PANEL = SIZE[0] - BOARD_WIDE - 3 * MARGIN
MOST_LINES = 3  # of a title
COLOURS = 256
_TITLE, _LINE = 38, 45
_ROW, _FOOT = 46, 12


class Row(NamedTuple):
    seat: int
    name: str
    told: str  # what the seat has


class Preview(NamedTuple):
    board: str  # SVG
    title: str
    game: str
    news: str  # who has won
    rows: tuple[Row, ...]


def png_of(preview: Preview) -> bytes:
    sheet = Image.new("RGB", SIZE, PALE)
    board = whole(preview.board, BOARD_WIDE)
    board.thumbnail((BOARD_WIDE, SIZE[1] - 2 * MARGIN))
    sheet.paste(board, (MARGIN + (BOARD_WIDE - board.width) // 2, (SIZE[1] - board.height) // 2))
    sheet.paste(whole(panel_of(preview), PANEL), (BOARD_WIDE + 2 * MARGIN, 0))
    flat, png = sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE), io.BytesIO()
    flat.save(png, "PNG", optimize=True)
    return png.getvalue()


def panel_of(preview: Preview) -> str:
    lines = _lines(preview.title)
    y = 88 + _LINE * len(lines)
    head = [text(0, 64, 26, "Chasqui", font_weight="bold", fill=CLAY)]
    head += [
        text(0, 118 + _LINE * n, _TITLE, line, font_weight="bold", fill=DARK) for n, line in enumerate(lines)
    ]
    head.append(fitted_text(0, y + 28, 28, preview.game, PANEL, fill=FAINT))
    if preview.news:
        y += 44
        head.append(fitted_text(0, y + 28, 30, preview.news, PANEL, font_weight="bold", fill=INK))
    high = min(_ROW, (SIZE[1] - _FOOT - y - 56) / len(preview.rows))
    rows = [_row(row, round(y + 56 + n * high, 1), high) for n, row in enumerate(preview.rows)]
    ground = rect(0, 0, PANEL, SIZE[1], fill=PALE)
    return picture(ground + group(*head) + group(*rows), PANEL, SIZE[1], len(preview.rows))


def _row(row: Row, top: float, high: float) -> str:
    y = round(top + (high - _ROW) / 2, 1)
    told = shorten(row.told, PANEL / 2, 26)
    room = PANEL - 56 - width(told, 26)
    points = text(PANEL - 6, y + 32, 26, told, text_anchor="end", font_weight="bold", fill=DARK)
    line = rect(0, round(top + high - 2, 1), PANEL, 1.5, fill=RIM)
    named = fitted_text(42, y + 32, 27, row.name, room, fill=INK)
    return line + use(f"{PREFIX}-{seat_letter(row.seat)}", 18, y + 22) + named + points


def _lines(title: str) -> list[str]:
    """As many words in a line as there is room for; the last line is cut."""
    return list(_broken(title.split() or [""]))


def _broken(words: Sequence[str]) -> Iterator[str]:
    line = ""
    done = 0
    for place, word in enumerate(words):
        longer = f"{line} {word}".strip()
        if line and width(longer, _TITLE) > PANEL:
            if done == MOST_LINES - 1:
                line = " ".join([line, *words[place:]])
                break
            yield shorten(line, PANEL, _TITLE)
            line, done = word, done + 1
        else:
            line = longer
    yield shorten(line, PANEL, _TITLE)
