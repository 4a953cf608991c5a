"""Tikal's picture: the board, and below it everything else a player needs to see."""

from collections.abc import Sequence

from engine.emblems import WIDTH, sheet
from engine.game import View
from engine.speech import ENGLISH, Speech
from engine.svg import document, placed
from engine.tikal.board import describe
from engine.tikal.draw.hexes import BOARD_HEIGHT, BOARD_WIDTH, board
from engine.tikal.draw.seats import cards
from engine.tikal.draw.shapes import PREFIX, definitions
from engine.tikal.draw.status import BAR, asked, bar, table
from engine.tikal.draw.stock import legend, stock

__all__ = ["svg"]


def svg(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> str:
    panels = (table(view, speech), cards(view, names, speech), stock(view, speech), legend(speech))
    shown, height = sheet(BAR + BOARD_HEIGHT + 16, panels)
    return document(
        PREFIX,
        (WIDTH, height),
        speech.gettext("Tikal: {now}").format(now=asked(view, names, speech)),
        describe(view, names, speech),
        definitions(len(view["seats"])),
        shown,
        bar(view, names, speech),
        placed((WIDTH - BOARD_WIDTH) / 2, BAR, board(view)),
    )
