"""A card for each seat: who it is, whether it is inside, what it holds, its tent and its artifacts."""

from collections.abc import Sequence

from engine.emblems import CARD, FAINT, INK, PALE, nameplate, panel, points, side_by_side
from engine.game import View
from engine.incan_gold.draw.shapes import PREFIX
from engine.speech import Speech
from engine.svg import group, shortened, text, use

_HEIGHT = 96


def cards(view: View, names: Sequence[str], speech: Speech) -> tuple[str, float]:
    shown = [_card(view, seat, names, speech) for seat in range(1, len(view["held"]) + 1)]
    return side_by_side(shown, _HEIGHT)


def _card(view: View, seat: int, names: Sequence[str], speech: Speech) -> str:
    """Framed thickly while it has to choose; darker in the camp."""
    inside = seat in view["inside"]
    asked = str(seat) in view["asked"]
    return group(
        panel(CARD, _HEIGHT, thick=asked, fill=PALE if inside or view["over"] else "#ebe3cd"),
        nameplate(PREFIX, view, seat, names, speech),
        _end(view, seat, speech) if view["result"] else _where(inside, speech),
        "" if view["over"] else _held(view, seat, speech),
        _tent(view, seat, speech),
        _carried(view, seat) if view["artifacts"] else "",
        data_seat=seat,
        data_inside=int(inside),
    )


def _end(view: View, seat: int, speech: Speech) -> str:
    return points(view["result"]["scores"][seat - 1], speech)


def _where(inside: bool, speech: Speech) -> str:
    words = speech.gettext("inside") if inside else speech.gettext("in camp")
    sign = use(f"{PREFIX}-{'torch' if inside else 'tent'}", CARD - 26, 29, 1.1 if inside else 0.8)
    return sign + text(CARD - 50, 36, 18, shortened(words, 90, 18), text_anchor="end", fill=INK)


def _held(view: View, seat: int, speech: Speech) -> str:
    """At risk in this round."""
    held = view["held"][seat - 1]
    words = speech.gettext("holds {n}").format(n=held)
    return group(use(f"{PREFIX}-gem", 26, 72), _said(46, words, bool(held)), data_held=held)


def _tent(view: View, seat: int, speech: Speech) -> str:
    stones = view["tents"][seat - 1]
    if stones is None:
        return group(use(f"{PREFIX}-tent-closed", 180, 72, 0.9), _said(206, speech.gettext("closed"), False))
    return group(use(f"{PREFIX}-tent", 180, 72, 0.9), _said(206, str(stones), True), data_tent=stones)


def _carried(view: View, seat: int) -> str:
    """How many artifacts, and what they are worth."""
    count, worth = view["carried"][seat - 1], view["worth"][seat - 1]
    figures = f"{count} = {worth}" if count else "0"
    return group(use(f"{PREFIX}-idol", 292, 72, 0.6), _said(309, figures, bool(count)), data_carried=count)


def _said(x: float, words: str, strong: bool) -> str:
    return text(x, 79, 19, words, font_weight="bold" if strong else "normal", fill=INK if strong else FAINT)
