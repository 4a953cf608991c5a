"""A panel for each seat: its name, whether it is inside, what it holds, its tent and its artifacts."""

from collections.abc import Sequence

from engine.emblems import CARD, FAINT, SHEET, WORDS, nameplate, panel, points, side_by_side
from engine.game import Event, View
from engine.incan_gold.draw.changes import stones_brought_home, stones_lost
from engine.incan_gold.draw.shapes import PREFIX
from engine.speech import Speech
from engine.svg import fitted_text, group, group_at, use

_HEIGHT = 108


def cards(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> tuple[str, float]:
    panels = [_card(view, seat, names, speech, events) for seat in range(1, len(view["held"]) + 1)]
    return side_by_side(panels, _HEIGHT)


def _card(view: View, seat: int, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> str:
    """With a thick frame while the seat has to choose; darker while it is in the camp."""
    inside = seat in view["inside"]
    to_move = str(seat) in view["asked"]
    safe = _tent(view, seat, speech, stones_brought_home(events).get(seat, 0))
    safe += _artifacts_carried(view, seat) if view["artifacts"] else ""
    at_risk = _stones_held(view, seat, speech, stones_lost(events).get(seat, 0))
    return group(
        panel(CARD, _HEIGHT, thick=to_move, fill=SHEET if inside or view["over"] else "#ebe3cd"),
        nameplate(PREFIX, view, seat, names, speech),
        _final_points(view, seat, speech) if view["result"] else _whereabouts(seat, inside, speech),
        group_at(-144, 0, safe) if view["over"] else at_risk + safe,
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
    return sign + fitted_text(CARD - 52, 36, 19, words, 90, text_anchor="end", fill=WORDS)


def _stones_held(view: View, seat: int, speech: Speech, stones_lost: int) -> str:
    """What the seat holds, at risk in this round; or what it has just lost."""
    held = view["held"][seat - 1]
    message = speech.gettext("lost {n}") if stones_lost and not held else speech.gettext("holds {n}")
    figure = _figure(50, message.format(n=held or stones_lost), bool(held or stones_lost), 104)
    return group(use(f"{PREFIX}-gem", 28, 82), figure, data_held=held)


def _tent(view: View, seat: int, speech: Speech, brought: int) -> str:
    """What is in the tent, if the view shows it, and what has just come into it."""
    stones = view["tents"][seat - 1]
    more = f"+{brought}" if brought else ""
    room = 68 if view["artifacts"] else 150  # artifacts stand beside it
    if stones is None:
        figure = _figure(206, more or speech.gettext("closed"), bool(more), room)
        return use(f"{PREFIX}-tent-closed", 180, 82, 0.9) + figure
    figure = _figure(206, f"{stones} ({more})" if more else f"{stones}", True, room)
    return group(use(f"{PREFIX}-tent-{seat}", 180, 83, 0.66), figure, data_tent=stones)


def _artifacts_carried(view: View, seat: int) -> str:
    """How many artifacts, and what they are worth."""
    count, worth = view["carried"][seat - 1], view["worth"][seat - 1]
    figures = f"{count} = {worth}" if count else "0"
    return group(
        use(f"{PREFIX}-idol", 292, 82, 0.6), _figure(309, figures, bool(count), 62), data_carried=count
    )


def _figure(x: float, words: str, strong: bool, room: float) -> str:
    weight, fill = ("bold", WORDS) if strong else ("normal", FAINT)
    return fitted_text(x, 89, 20, words, room, font_weight=weight, fill=fill)
