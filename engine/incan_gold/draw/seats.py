"""A card for each seat: who it is, whether it is inside, what it holds, its tent and its artifacts."""

from collections.abc import Sequence

from engine.emblems import CARD, FAINT, INK, PALE, nameplate, panel, points, side_by_side
from engine.game import Event, View
from engine.incan_gold.draw.changes import stones_brought_home, stones_lost
from engine.incan_gold.draw.shapes import PREFIX
from engine.speech import Speech
from engine.svg import fitted, group, placed, use

_HEIGHT = 108


def cards(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> tuple[str, float]:
    shown = [_card(view, seat, names, speech, events) for seat in range(1, len(view["held"]) + 1)]
    return side_by_side(shown, _HEIGHT)


def _card(view: View, seat: int, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> str:
    """Framed thickly while it has to choose; darker in the camp."""
    inside = seat in view["inside"]
    asked = str(seat) in view["asked"]
    kept = _tent(view, seat, speech, stones_brought_home(events).get(seat, 0))
    kept += _artifacts_carried(view, seat) if view["artifacts"] else ""
    held = _stones_held(view, seat, speech, stones_lost(events).get(seat, 0))
    return group(
        panel(CARD, _HEIGHT, thick=asked, fill=PALE if inside or view["over"] else "#ebe3cd"),
        nameplate(PREFIX, view, seat, names, speech),
        _final_points(view, seat, speech) if view["result"] else _whereabouts(seat, inside, speech),
        placed(-144, 0, kept) if view["over"] else held + kept,
        data_seat=seat,
        data_inside=int(inside),
    )


def _final_points(view: View, seat: int, speech: Speech) -> str:
    return points(view["result"]["scores"][seat - 1], speech)


def _whereabouts(seat: int, inside: bool, speech: Speech) -> str:
    words = speech.gettext("inside") if inside else speech.gettext("in camp")
    torch, tent = (
        use(f"{PREFIX}-torch", CARD - 28, 27, 0.95),
        use(f"{PREFIX}-tent-{seat}", CARD - 28, 31, 0.6),
    )
    sign = torch if inside else tent
    return sign + fitted(CARD - 52, 36, 19, words, 90, text_anchor="end", fill=INK)


def _stones_held(view: View, seat: int, speech: Speech, lost: int) -> str:
    """At risk in this round; or what has just been lost."""
    held = view["held"][seat - 1]
    message = speech.gettext("lost {n}") if lost and not held else speech.gettext("holds {n}")
    said = _figure(50, message.format(n=held or lost), bool(held or lost), 104)
    return group(use(f"{PREFIX}-gem", 28, 82), said, data_held=held)


def _tent(view: View, seat: int, speech: Speech, brought: int) -> str:
    """What is in it, where it may be seen; and what has just been brought home."""
    stones = view["tents"][seat - 1]
    more = f"+{brought}" if brought else ""
    if stones is None:
        said = _figure(206, more or speech.gettext("closed"), bool(more), 68)
        return use(f"{PREFIX}-tent-closed", 180, 82, 0.9) + said
    said = _figure(206, f"{stones} ({more})" if more else f"{stones}", True, 68)
    return group(use(f"{PREFIX}-tent-{seat}", 180, 83, 0.66), said, data_tent=stones)


def _artifacts_carried(view: View, seat: int) -> str:
    """How many artifacts, and what they are worth."""
    count, worth = view["carried"][seat - 1], view["worth"][seat - 1]
    figures = f"{count} = {worth}" if count else "0"
    return group(
        use(f"{PREFIX}-idol", 292, 82, 0.6), _figure(309, figures, bool(count), 62), data_carried=count
    )


def _figure(x: float, words: str, strong: bool, room: float) -> str:
    weight, fill = ("bold", INK) if strong else ("normal", FAINT)
    return fitted(x, 89, 20, words, room, font_weight=weight, fill=fill)
