"""A card for each seat: who it is, its points, and what it has."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.emblems import CARD, FAINT, INK, nameplate, panel, points, side_by_side
from engine.game import Event, View
from engine.speech import Speech
from engine.svg import group, middle, placed, text, use
from engine.tikal.draw.marks import gained_motifs
from engine.tikal.draw.ruins import PREFIX, member
from engine.tikal.pieces import CAMPS, GUARDS, MOTIFS
from engine.tikal.state import GONE, SUPPLY

_HEIGHT = 164


def cards(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> tuple[str, float]:
    seats = range(1, len(view["seats"]) + 1)
    shown = [_card(view, seat, names, speech, gained_motifs(seat, events)) for seat in seats]
    return side_by_side(shown, _HEIGHT)


def _card(view: View, seat: int, names: Sequence[str], speech: Speech, new: set[str]) -> str:
    """Framed thickly when it is this seat's move."""
    own = view["seats"][seat - 1]
    return group(
        panel(CARD, _HEIGHT, thick=view["to_move"] == seat),
        nameplate(PREFIX, view, seat, names, speech),
        points(own["score"], speech),
        text(16, 80, 19, _supply(own, speech), fill=INK),
        text(16, 106, 19, _leader(view, seat, own, speech), fill=INK),
        _camps_and_guards_left(seat, own),
        _wafers(own, speech, new),
        data_card=seat,
    )


def _supply(own: Mapping[str, Any], speech: Speech) -> str:
    message = speech.ngettext("{n} worker in supply", "{n} workers in supply", own["supply"])
    return message.format(n=own["supply"])


def _leader(view: View, seat: int, own: Mapping[str, Any], speech: Speech) -> str:
    if own["leader"] == SUPPLY:
        return speech.gettext("Leader in supply")
    if own["leader"] != GONE:
        return speech.gettext("Leader on {place}").format(place=own["leader"])
    for place in own["guards"]:
        if view["board"][place]["guard_leader"]:
            return speech.gettext("Leader guards {place}").format(place=place)
    return speech.gettext("Leader is gone")


def _camps_and_guards_left(seat: int, own: Mapping[str, Any]) -> str:
    """Camps and guards not yet used; those used, in outline."""
    camps, guards = CAMPS - len(own["camps"]), GUARDS - len(own["guards"])
    tents = [use(f"{PREFIX}-tent-{seat if n < camps else 0}", 242 + 38 * n, 86, 0.6) for n in range(CAMPS)]
    shields = [_shield(seat, n < guards, 318 + 36 * n) for n in range(GUARDS)]
    return group(*tents, *shields, data_camps=camps, data_guards=guards)


def _shield(seat: int, left: bool, x: float) -> str:
    if not left:
        return placed(x, 86, use(f"{PREFIX}-no-shield"), scale=0.75)
    return placed(x, 86, use(f"{PREFIX}-shield"), use(member(seat, False), 0, -1, 0.85), scale=0.75)


def _wafers(own: Mapping[str, Any], speech: Speech, new: set[str]) -> str:
    held = [(motif, own["wafers"].get(motif, 0)) for motif in MOTIFS if own["wafers"].get(motif)]
    if not held:
        return text(16, 146, 19, speech.gettext("No wafers"), fill=FAINT)
    apart = min(58, 364 / len(held))
    return group(*[_wafer(*kind, 32 + apart * n, kind[0] in new) for n, kind in enumerate(held)])


def _wafer(motif: str, count: int, x: float, new: bool) -> str:
    """With its count, also where it is a single: singles can be swapped."""
    figure = middle(24, 8, 19, str(count), font_weight="bold", fill=INK)
    star = placed(14, -13, use(f"{PREFIX}-star"), scale=0.75, data_new=motif) if new else ""
    disc = use(f"{PREFIX}-motif-{motif}")
    return placed(x, 139, disc, figure, star, data_motif=motif, data_count=count)
