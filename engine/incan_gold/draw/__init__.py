"""Incan Gold's picture: the way down into the temple, and below it the seats and the cards face down."""

from collections.abc import Sequence

from engine.emblems import WIDTH, panels_alone, poster, stack
from engine.game import Event, Size, View
from engine.incan_gold.board import describe
from engine.incan_gold.draw.bust import bust, words_of_bust
from engine.incan_gold.draw.camp import HORIZON, camp, head, status_words
from engine.incan_gold.draw.emblems import NIGHT
from engine.incan_gold.draw.path import depth, descent
from engine.incan_gold.draw.pictures import picture
from engine.incan_gold.draw.seats import cards
from engine.incan_gold.draw.shapes import PREFIX, definitions
from engine.incan_gold.draw.stock import stock
from engine.speech import ENGLISH, Speech
from engine.svg import document, group_at

__all__ = ["picture", "svg"]

_TOP = HORIZON + 26  # of the first flight of stairs


def svg(
    view: View,
    names: Sequence[str] = (),
    speech: Speech = ENGLISH,
    events: Sequence[Event] = (),
    size: Size = "whole",
    tall: float = 0,
) -> str:
    """`events` are those of the last step; marks show what they changed. Only `whole` has all panels."""
    if size in ("beside", "below"):
        return _drawn_beside(view, names, speech, events, size)
    shown = _panels(view, names, speech, events, size)
    deep = max(depth(view), tall - _TOP - stack(12, shown)[1])  # the temple goes on in the dark
    foot = _TOP + deep
    panels, height = stack(foot + 12, shown)
    way = group_at(0, _TOP, descent(view, speech, events, deep))
    return document(
        PREFIX,
        (WIDTH, height),
        speech.gettext("Incan Gold: {now}").format(now=status_words(view, names, speech)),
        "\n".join([*words_of_bust(speech, events), describe(view, names, speech)]),
        poster(height, foot, NIGHT, way + camp(view, events) + head(view, names, speech), panels),
        definitions(len(view["held"])),
    )


def _panels(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event], size: Size
) -> list[tuple[str, float]]:
    """Those that have nothing to show have no height."""
    told = [] if size in ("scene", "below") else [bust(speech, events)]
    rest = [cards(view, names, speech, events), stock(view, speech)] if size in ("whole", "below") else []
    return [*told, *rest]


def _drawn_beside(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event], size: Size
) -> str:
    words = [status_words(view, names, speech), *words_of_bust(speech, events)]
    panels = _panels(view, names, speech, events, size)
    return panels_alone(PREFIX, panels, words, speech, definitions(len(view["held"])), size)
