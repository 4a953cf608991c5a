"""The panel of squares and tiles that are left, and the legend of the drawing's signs.

What is the same in many drawings is kept as text: a sign with its words, a square of which so many are left.
"""

from functools import lru_cache

from engine.emblems import DARK, FAINT, INK, WORDS, panel
from engine.game import View
from engine.speech import Speech
from engine.svg import fitted_text, group, group_at, middle, rect, two_lines, use
from engine.tikal.draw.members import plaque
from engine.tikal.draw.ruins import PREFIX, guarded_temple, temple
from engine.tikal.draw.shapes import GROUND
from engine.tikal.pieces import GROUPS, MOTIFS, SQUARES
from engine.tikal.tell import treasure


def stock(view: View, speech: Speech) -> tuple[str, float]:
    squares = [_square(n, value, view["squares"][str(value)]) for n, value in enumerate(SQUARES)]
    tiles = [_group(n, group, view["tiles_left"][group]) for n, group in enumerate(GROUPS)]
    heads = (speech.gettext("Temple tiles left"), speech.gettext("Tiles left"))
    words = [_heading(x, head) for x, head in zip((26, 474), heads, strict=True)]
    return group(group_at(12, 0, panel(776, 112)), *words, *squares, *tiles), 122


def _heading(x: float, words: str) -> str:
    return fitted_text(x, 27, 19, words, 300, font_weight="bold", fill=WORDS)


@lru_cache(128)
def _square(n: int, value: int, left: int) -> str:
    count = _count(left, 37)
    return group_at(
        46 + 47 * n,
        60,
        group_at(0, 0, temple(value, crowded=True), _strike_if_none(left), scale=0.88),
        count,
        data_square=value,
        data_left=left,
    )


def _strike_if_none(left: int) -> str:
    """A line through what is used up; nothing if some are left."""
    return "" if left else '<path d="M-20 20L20-20" stroke="#8c2f1b" stroke-width="4"/>'


@lru_cache(128)
def _group(n: int, letter: str, left: int) -> str:
    card = rect(-17, -22, 34, 44, rx=4, fill=GROUND["jungle"], stroke=DARK, stroke_width=1.6)
    name = middle(0, 9, 25, letter, font_weight="bold", fill=INK)
    return group_at(
        494 + 43 * n,
        60,
        card,
        name,
        _strike_if_none(left),
        _count(left, 37),
        data_group=letter,
        data_left=left,
    )


def _count(left: int, y: float) -> str:
    return middle(0, y + 6, 19, f"×{left}", fill=WORDS if left else FAINT)


def legend(speech: Speech) -> tuple[str, float]:
    motifs = [_motif(n, motif, treasure(motif, speech)) for n, motif in enumerate(MOTIFS)]
    signs = [group_at(26 + 255 * (n % 3), 100 + 50 * (n // 3), sign) for n, sign in enumerate(_signs(speech))]
    return group(group_at(12, 0, panel(776, 232)), *motifs, *signs), 242


@lru_cache(128)
def _motif(n: int, motif: str, words: str) -> str:
    label = fitted_text(0, 36, 18, words, 92, text_anchor="middle", fill=WORDS)
    return group_at(64 + 96 * n, 26, use(f"{PREFIX}-motif-{motif}"), label)


def _signs(speech: Speech) -> list[str]:
    changed = (use(f"{PREFIX}-on-temple-0"), use(f"{PREFIX}-changed"))
    return [
        _sign(group_at(0, 0, plaque(1, 3, False).svg, scale=0.9), speech.gettext("3 workers")),
        _sign(group_at(-4, 0, plaque(1, 2, True).svg, scale=0.9), speech.gettext("leader, 2 workers")),
        _sign(group_at(18, 46, use(f"{PREFIX}-stones-2")), speech.gettext("2 stones")),
        _sign(use(f"{PREFIX}-tent-1", 18, 1, 0.6), speech.gettext("camp")),
        _sign(group_at(16, 0, guarded_temple(4, 1, False), scale=0.58), speech.gettext("guarded temple")),
        _sign(group_at(18, 0, *changed, scale=0.3), speech.gettext("just changed")),
        _sign(use(f"{PREFIX}-wafer", 18, 0), speech.gettext("wafer, face down")),
        _sign(use(f"{PREFIX}-no-wafer", 18, 0), speech.gettext("wafer taken")),
        _sign(use(f"{PREFIX}-volcano", 18, 0, 0.4), speech.gettext("volcano")),
    ]


@lru_cache(128)
def _sign(picture: str, words: str) -> str:
    return picture + two_lines(56, 0, 19, words, 196, fill=WORDS)
