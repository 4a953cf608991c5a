"""Draws where points came from: a bar for each seat."""

from collections.abc import Sequence

from app.printing.charts import PREFIX, WIDE, Sheet, picture_of
from engine.chronicle import PointSource
from engine.emblems import DARK, INK, PALE
from engine.speech import seat_letter
from engine.svg import fitted_text, group, group_at, middle, number, path, rect, text, use

# Light and dark ones, and each with a hatching of its own.
_FILLS = ("#f0c75e", "#7fb7a3", "#b3541e", "#d9d2bf", "#5b6f9c")
_BAR = 24
_NAME = 160  # beside a bar
_SUM = 70  # room for it behind the longest bar
_LEGEND_ROW = 28


def chart_by_source(
    sources: Sequence[PointSource], names: Sequence[str], title: str, words: str, sheet: Sheet = WIDE
) -> str:
    """Each source has a shade and a hatching of its own, and its number of points."""
    gains = [[max(0, source.points[n]) for source in sources] for n in range(len(names))]
    legend, top = _legend(sheet, sources)
    begin, row = (4, 62) if sheet.narrow else (45 + _NAME, 42)
    per_point = (sheet.width - begin - _SUM) / max(1, *map(sum, gains))
    pieces = []
    for n, name in enumerate(names):
        bar = _bar(begin, gains[n], per_point, sum(source.points[n] for source in sources))
        room = sheet.width - 40 if sheet.narrow else _NAME
        named = _name(n + 1, name, room) + group_at(0, 27 if sheet.narrow else 0, bar)
        pieces.append(group_at(0, top + row * n, named))
    return picture_of(sheet, top + 6 + row * len(names), title, words, legend + group(*pieces), len(names))


def _legend(sheet: Sheet, sources: Sequence[PointSource]) -> tuple[str, float]:
    """In as many rows as it needs; and where the bars begin."""
    pieces, x, y = [], 4.0, 4.0
    for n, source in enumerate(sources):
        if max(source.points) > 0:
            wide = 34 + 8.6 * len(source.name)
            if x + wide > sheet.width and x > 4:
                x, y = 4.0, y + _LEGEND_ROW
            pieces.append(_shade(x, y, 26, 20, n))
            pieces.append(fitted_text(x + 34, y + 16, 17, source.name, sheet.width - x - 36, fill=INK))
            x += wide + _LEGEND_ROW
    return group(*pieces), y + 40


def _name(seat: int, name: str, room: float) -> str:
    return use(f"{PREFIX}-{seat_letter(seat)}", 16, 15, 0.9) + fitted_text(36, 21, 17, name, room, fill=INK)


def _bar(begin: float, gains: Sequence[int], per_point: float, total: int) -> str:
    pieces, x = [], float(begin)
    for n, gain in enumerate(gains):
        wide = gain * per_point
        if gain:
            pieces.append(_shade(x, 3, wide, _BAR, n))
        if wide > 12 + 9 * len(str(gain)):
            pieces.append(_number_on_bar(x + wide / 2, gain))
        x += wide
    pieces.append(text(x + 8, 21, 18, str(total), font_weight="bold", fill=INK))
    return group(*pieces)


def _number_on_bar(x: float, gain: int) -> str:
    """The number on a light ground, so that it can be read on every shade."""
    wide = 10 + 9 * len(str(gain))
    ground = rect(round(x - wide / 2, 1), 6.5, wide, 17, rx=3, fill=PALE)
    return ground + middle(round(x, 1), 20.5, 15.5, str(gain), font_weight="bold", fill=INK)


def _shade(x: float, y: float, wide: float, high: float, source: int) -> str:
    fill = _FILLS[source % len(_FILLS)]
    ground = rect(round(x, 1), y, round(wide, 1), high, fill=fill, stroke=DARK, stroke_width=1)
    return ground + _hatching(x, y, wide, high, source)


def _hatching(x: float, y: float, wide: float, high: float, source: int) -> str:
    """No lines, upright, level or both, to be told apart where all is grey."""
    lines = []
    if source % 4 in (1, 3):
        lines += [
            f"M{number(round(x + 6 * n, 1))} {number(y)}v{number(high)}" for n in range(1, -(-int(wide) // 6))
        ]
    if source % 4 in (2, 3):
        lines += [
            f"M{number(round(x, 1))} {number(y + 6 * n)}h{number(round(wide, 1))}"
            for n in range(1, int(high // 6) + 1)
        ]
    return path("".join(lines), stroke=DARK, stroke_width=0.7, stroke_opacity=0.45) if lines else ""
