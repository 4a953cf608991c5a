"""Drawing that all games share: how a seat looks, the frame of a picture, and the panels under the board.

A seat has a colour, a shape and a letter. Any one of the three is enough.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.game import Size, View
from engine.speech import Speech, seat_letter, seat_name
from engine.svg import (
    FONT,
    document,
    element,
    group,
    group_at,
    middle,
    number,
    path,
    rect,
    shorten,
    symbol,
    text,
    two_lines,
    use,
    with_own_ids,
)

_EDGE = 2
DARK = "#1d1a16"  # for outlines
INK = "#2b2620"  # for words on pieces
# Words and paper beside the board. These three colours and RIM are for nothing else: in the dark, pages find
# them by their values and show others (chasqui.css).
WORDS = "#2b2621"
FAINT = "#6f6655"
SHEET = "#fffdf7"
LIGHT = "#ffffff"
PALE = "#fffdf6"
SAND = "#f3ecd9"  # the paper under the panels
RIM = "#cdbf9c"
GOLD = "#ffcf4a"
CLAY = "#b3541e"
WIDTH = 800  # the width of a whole picture
_GABLE = "v-5h7v-5h7v-5h7v-5h10v5h7v5h7v5h7v5h14"  # 66 wide: 12 of them fill the picture's width
CARD = 383  # the width of a seat's panel: two stand side by side


class Look(NamedTuple):
    fill: str
    ink: str  # the letter's colour
    shape: str  # an SVG path with its middle at 0,0
    drop: float = 0  # so far below the middle stands the letter


# The first four differ in greyscale and for every common kind of colour-blindness: from light to dark,
# and no red beside a green. With more seats the shapes and letters do it.
LOOKS = (
    Look("#f7d43a", DARK, "M-11.5 0a11.5 11.5 0 1 0 23 0a11.5 11.5 0 1 0-23 0z"),
    Look("#5cb8ec", DARK, "M-10.5-10.5h21v21h-21z"),
    Look("#c43d22", LIGHT, "M0-14L13.5 10.5h-27z", 3.5),
    Look("#2b2150", LIGHT, "M0-14L14 0L0 14L-14 0z"),
    Look("#ffffff", DARK, "M-12.5 0L-6.5-11h13L12.5 0L6.5 11h-13z"),
    Look("#0f8f68", LIGHT, "M0 14L13.5-10.5h-27z", -3.5),
    Look("#eb9cc8", DARK, "M-6-12h12v6h6v12h-6v6h-12v-6h-6v-12h6z"),
    Look("#857a70", LIGHT, "M0-13L12.5-4L8 11h-16L-12.5-4z", 1),
)


def look(seat: int) -> Look:
    return LOOKS[seat - 1]


def token(prefix: str, seat: int) -> str:
    """The definition `{prefix}-{letter}`: a seat's shape with its letter, about 24 wide and high."""
    own = look(seat)
    edge = path(own.shape, stroke=PALE, stroke_width=5.6, stroke_linejoin="round")
    shape = path(own.shape, fill=own.fill, stroke=DARK, stroke_width=2, stroke_linejoin="round")
    mark = middle(0, 5.2 + own.drop, 15.5, seat_letter(seat), font_weight="bold", fill=own.ink)
    return symbol(f"{prefix}-{seat_letter(seat)}", edge, shape, mark)


def token_picture(seat: int) -> str:
    """A seat's token as a small picture by itself, beside words that say the same."""
    own = look(seat)
    shape = path(own.shape, fill=own.fill, stroke=DARK, stroke_width=2, stroke_linejoin="round")
    mark = middle(0, 5.2 + own.drop, 15.5, seat_letter(seat), font_weight="bold", fill=own.ink)
    return element(
        "svg", path(own.shape, stroke=PALE, stroke_width=5.6), shape, mark,
        viewBox="-16 -16 32 32", width=24, height=24, aria_hidden="true", font_family=FONT,
    )  # fmt: skip


def crown(prefix: str) -> str:
    """The definition `{prefix}-crown`, its foot at 0,0: for leaders and for winners."""
    band = path("M-9.5 0l-2.5-10.5 6.5 4.5L0-13l5.5 7L12-10.5 9.5 0z", fill=GOLD)
    return symbol(f"{prefix}-crown", band, stroke=DARK, stroke_width=1.8, stroke_linejoin="round")


def star(prefix: str) -> str:
    """The definition `{prefix}-star`: it stands beside whatever the last step has changed."""
    rays = path("M0-13L4-4 13 0 4 4 0 13-4 4-13 0-4-4z", fill=GOLD, stroke=DARK, stroke_width=2)
    return symbol(f"{prefix}-star", rays)


def crowned_token(prefix: str, seat: int) -> str:
    """The definition `{prefix}-{letter}-crowned`: the seat's token, larger and with a crown."""
    larger = group(f'<use href="#{prefix}-{seat_letter(seat)}"/>', transform="scale(1.25)")
    return symbol(f"{prefix}-{seat_letter(seat)}-crowned", larger, f'<use href="#{prefix}-crown" y="-10"/>')


def tent(prefix: str, seat: int) -> str:
    """The definition `{prefix}-tent-{seat}`. Seat 0 gives the outline of a tent that has been used."""
    cloth = "M0-22L29 20H-29z"
    if not seat:
        used = path(cloth, fill="none", stroke="#b3a98f", stroke_width=2, stroke_dasharray="4 3")
        return symbol(f"{prefix}-tent-0", used)
    poles = path("M-4-27L29 20M4-27L-29 20", stroke=DARK, stroke_width=2.4)
    coloured = path(cloth, fill=look(seat).fill, stroke=DARK, stroke_width=1.6, stroke_linejoin="round")
    light = path("M0-22L-13 20H-29z", fill=PALE, fill_opacity=0.45)
    return symbol(f"{prefix}-tent-{seat}", poles, coloured, light)


def shared_definitions(prefix: str, seats: int) -> list[str]:
    """The definitions that every game's picture has."""
    tokens = [draw(prefix, seat) for seat in range(1, seats + 1) for draw in (token, crowned_token)]
    tents = [tent(prefix, seat) for seat in range(seats + 1)]
    return [
        crown(prefix),
        star(prefix),
        *tokens,
        *tents,
        clip_path(prefix, "status", 770),
        clip_path(prefix, "name", 208),
    ]


def clip_path(prefix: str, kind: str, width: float) -> str:
    """A frame that cuts a name off: whatever signs it is made of, it stays in its place."""
    return element("clipPath", rect(-2, -30, width, 42), id=f"{prefix}-{kind}")


def panel(width: float, height: float, thick: bool = False, fill: str = SHEET) -> str:
    frame = {"stroke": CLAY if thick else RIM, "stroke_width": 4 if thick else 1.5}
    return rect(0, 0, width, height, rx=8, fill=fill, **frame)


def status(prefix: str, seats: Sequence[int], words: str, won: bool) -> str:
    """The topmost line: the tokens of the seats to move, or of the winners, and a sentence about it."""
    tokens = [use(f"{prefix}-{seat_letter(seat)}", 30 + 34 * n, 30, 1.2) for n, seat in enumerate(seats)]
    crowns = [use(f"{prefix}-crown", 30 + 34 * n, 17) for n in range(len(seats))] if won else []
    start = 20 + 34 * len(seats)
    line = text(0, 0, 25, shorten(words, 780 - start, 25), font_weight="bold", fill=PALE)
    return group(*tokens, *crowns, group_at(start, 38, line, clip_path=f"url(#{prefix}-status)"))


def poster(size: float, foot: float, fill: str, scene: str, panels: str) -> str:
    """The scene on its dark ground; below `foot` the paper with its stepped edge and the panels on it."""
    ground = rect(0.75, 0.75, WIDTH - 1.5, size - 1.5, rx=12, fill=fill)
    edge = f"M0.75 {number(foot)}h10.25{_GABLE * 12}H799.25V{number(size - 12)}"
    paper = path(f"{edge}a12 12 0 0 1-12 11.25H12.75a12 12 0 0 1-12-11.25z", fill=SAND)
    frame = rect(0.75, 0.75, WIDTH - 1.5, size - 1.5, rx=12, fill="none", stroke=RIM, stroke_width=1.5)
    return ground + scene + paper + panels + frame


def nameplate(prefix: str, view: View, seat: int, names: Sequence[str], speech: Speech) -> str:
    """The head of a seat's panel: its token and name, and a crown if it has won."""
    won = use(f"{prefix}-crown", 26, 14) if seat in (view["result"] or {}).get("winners", ()) else ""
    line = text(0, 0, 23, _name_of_seat(view, seat, names, speech), font_weight="bold", fill=WORDS)
    title = group_at(50, 36, line, clip_path=f"url(#{prefix}-name)")
    rule = rect(16, 51, CARD - 30, 3.6, fill=look(seat).fill, stroke=DARK, stroke_width=0.7)
    return group(rule, use(f"{prefix}-{seat_letter(seat)}", 26, 28, 1.35), won, title)


def _name_of_seat(view: View, seat: int, names: Sequence[str], speech: Speech) -> str:
    full = seat_name(seat, names, speech)
    if view["seat"] == seat:
        return speech.gettext("{name} (you)").format(name=shorten(full, 120, 23))
    return shorten(full, 205, 23)


def points(count: int, speech: Speech) -> str:
    words = speech.ngettext("{n} point", "{n} points", count).format(n=count)
    return text(CARD - 14, 37, 23, words, text_anchor="end", font_weight="bold", fill=WORDS)


def use_token(prefix: str, seat: int, x: float, y: float) -> str:
    return use(f"{prefix}-{seat_letter(seat)}", x, y)


def moment_card(picture: str, words: str, height: float, width: float = CARD) -> str:
    """Something that has just happened: a picture on dark ground, and a line or two about it."""
    ground = rect(0, 0, width, height, rx=8, fill="#3d2b1f", stroke=GOLD, stroke_width=3)
    told = two_lines(102, height / 2, 26, words, width - 113, fill=PALE) if words else ""
    return group(ground, group_at(52, height / 2, picture), told)


def side_by_side(cards: Sequence[str], height: float) -> tuple[str, float]:
    """The seats' panels, two to a row, and the height that they take."""
    placed_cards = [
        group_at(12 + (CARD + 10) * (n % 2), (height + 10) * (n // 2), card) for n, card in enumerate(cards)
    ]
    return group(*placed_cards), (height + 10) * ((len(cards) + 1) // 2)


def panels_alone(
    prefix: str,
    panels: Sequence[tuple[str, float]],
    words: Sequence[str],
    speech: Speech,
    definitions: Mapping[str, str],
    size: Size,
) -> str:
    """The panels without their board, for a page that shows both side by side; "" where there are none."""
    inside, height = stack(_EDGE, panels)
    if height <= 2 * _EDGE:
        return ""
    title = speech.gettext("Beside the board")
    return with_own_ids(document(prefix, (WIDTH, height), title, ". ".join(words), inside, definitions), size)


def stack(top: float, panels: Sequence[tuple[str, float]]) -> tuple[str, float]:
    """The panels one below the other, and the height at which they end."""
    placed_panels, y = [], top
    for panel_, height in panels:
        placed_panels.append(group_at(0, y, panel_))
        y += height
    return group(*placed_panels), y + _EDGE
