"""Incan Gold's picture: the path, and below it the players and what is still to come."""

from collections.abc import Sequence

from engine.emblems import WIDTH, sheet
from engine.game import View
from engine.incan_gold.board import describe
from engine.incan_gold.draw.path import HEAD, head, now, path
from engine.incan_gold.draw.seats import cards
from engine.incan_gold.draw.shapes import PREFIX, definitions
from engine.incan_gold.draw.stock import stock
from engine.speech import ENGLISH, Speech
from engine.svg import document

__all__ = ["svg"]


def svg(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    panels = (path(view, speech), cards(view, names, speech), stock(view, speech))
    shown, height = sheet(HEAD, panels)
    return document(
        PREFIX,
        (WIDTH, height),
        speech.gettext("Incan Gold: {now}").format(now=now(view, names, speech)),
        describe(view, names, speech),
        definitions(len(view["held"])),
        shown,
        head(view, names, speech),
    )
