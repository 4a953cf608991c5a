"""A panel for each seat: its name, its points, and what it has."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.emblems import CARD, FAINT, WORDS, nameplate, panel, points, side_by_side
from engine.game import Event, View
from engine.speech import Speech
from engine.svg import fitted_text, group, group_at, middle, text, use
from engine.tikal.draw.marks import gained_motifs
from engine.tikal.draw.ruins import PREFIX, member
from engine.tikal.pieces import CAMPS, GUARDS, MOTIFS
from engine.tikal.state import GONE, SUPPLY

_HEIGHT = 164


def cards(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> tuple[str, float]:
    seats = range(1, len(view["seats"]) + 1)
    panels = [_card(view, seat, names, speech, gained_motifs(seat, events)) for seat in seats]
    return side_by_side(panels, _HEIGHT)


def _card(view: View, seat: int, names: Sequence[str], speech: Speech, new: set[str]) -> str:
    """With a thick frame when it is this seat's move."""
    expedition = view["seats"][seat - 1]
    return group(
        panel(CARD, _HEIGHT, thick=view["to_move"] == seat),
        nameplate(PREFIX, view, seat, names, speech),
        points(expedition["score"], speech),
        fitted_text(16, 80, 19, _supply(expedition, speech), 224, fill=WORDS),
        fitted_text(16, 106, 19, _leader(view, seat, expedition, speech), 224, fill=WORDS),
        _camps_and_guards_left(seat, expedition),
        _wafers(expedition, speech, new),
        data_card=seat,
    )


def _supply(expedition: Mapping[str, Any], speech: Speech) -> str:
    message = speech.ngettext("{n} worker in supply", "{n} workers in supply", expedition["supply"])
    return message.format(n=expedition["supply"])


def _leader(view: View, seat: int, expedition: Mapping[str, Any], speech: Speech) -> str:
    if expedition["leader"] == SUPPLY:
        return speech.gettext("Leader in supply")
    if expedition["leader"] != GONE:
        return speech.gettext("Leader on {place}").format(place=expedition["leader"])
    for place in expedition["guards"]:
        if view["board"][place]["guard_leader"]:
            return speech.gettext("Leader guards {place}").format(place=place)
    return speech.gettext("Leader out of the game")


def _camps_and_guards_left(seat: int, expedition: Mapping[str, Any]) -> str:
    """The camps and guards that are left; those that have been used, in outline."""
    camps, guards = CAMPS - len(expedition["camps"]), GUARDS - len(expedition["guards"])
    tents = [use(f"{PREFIX}-tent-{seat if n < camps else 0}", 242 + 38 * n, 86, 0.6) for n in range(CAMPS)]
    shields = [_shield(seat, n < guards, 318 + 36 * n) for n in range(GUARDS)]
    return group(*tents, *shields, data_camps=camps, data_guards=guards)


def _shield(seat: int, left: bool, x: float) -> str:
    if not left:
        return group_at(x, 86, use(f"{PREFIX}-no-shield"), scale=0.75)
    return group_at(x, 86, use(f"{PREFIX}-shield"), use(member(seat, False), 0, -1, 0.85), scale=0.75)


def _wafers(expedition: Mapping[str, Any], speech: Speech, new: set[str]) -> str:
    wafers = expedition["wafers"]
    counts = [(motif, wafers[motif]) for motif in MOTIFS if wafers.get(motif)]
    if not counts:
        return text(16, 146, 19, speech.gettext("No wafers"), fill=FAINT)
    apart = min(58, 364 / len(counts))
    return group(*[_wafer(*kind, 32 + apart * n, kind[0] in new) for n, kind in enumerate(counts)])


def _wafer(motif: str, count: int, x: float, new: bool) -> str:
    """A motif with its count, even if that is 1, because single wafers can be swapped."""
    figure = middle(24, 8, 19, str(count), font_weight="bold", fill=WORDS)
    star = group_at(14, -13, use(f"{PREFIX}-star"), scale=0.75, data_new=motif) if new else ""
    disc = use(f"{PREFIX}-motif-{motif}")
    return group_at(x, 139, disc, figure, star, data_motif=motif, data_count=count)
