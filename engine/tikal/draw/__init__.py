"""Tikal's picture: the board, and below it everything else that a player needs to see."""

from collections.abc import Sequence

from engine.emblems import WIDTH, panels_alone, poster, stack
from engine.game import Event, Size, View
from engine.speech import ENGLISH, Speech
from engine.svg import document, group_at
from engine.tikal.board import describe
from engine.tikal.draw.hexes import BOARD_HEIGHT, BOARD_WIDTH, board
from engine.tikal.draw.moments import MOST, ROW, moments, panel_of
from engine.tikal.draw.pictures import picture
from engine.tikal.draw.ruins import PREFIX
from engine.tikal.draw.seats import cards
from engine.tikal.draw.shapes import NIGHT, definitions
from engine.tikal.draw.status import BAR, bar, status_words, tiles_panel
from engine.tikal.draw.stock import legend, stock
from engine.tikal.draw.track import track

__all__ = ["picture", "svg"]


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
    foot = BAR + BOARD_HEIGHT + 24
    panels, height = stack(foot + 12, _panels(view, names, speech, events, size))
    height = max(height, tall)
    scene = group_at((WIDTH - BOARD_WIDTH) / 2, BAR, board(view, events)) + bar(view, names, speech)
    return document(
        PREFIX,
        (WIDTH, height),
        speech.gettext("Tikal: {now}").format(now=status_words(view, names, speech)),
        _description(view, names, speech, events),
        poster(height, foot, NIGHT, scene, panels),
        definitions(len(view["seats"])),
    )


def _panels(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event], size: Size
) -> list[tuple[str, float]]:
    """Those that have nothing to show have no height."""
    if size == "letter" and view["display"]:
        # The first button belongs on the first screen of a phone, so there is no row beside the tiles.
        return [tiles_panel(view, speech, moments(view, names, speech, events, 1))]
    told = panel_of(moments(view, names, speech, events, ROW if size == "letter" else MOST))
    choice = [told, tiles_panel(view, speech)]
    if size == "scene":
        return []
    if size == "board":
        return [told]
    if size in ("letter", "beside"):
        return choice
    rest = [cards(view, names, speech, events), stock(view, speech), legend(speech)]
    score = track(view, events)
    return [score, *rest] if size == "below" else [told, score, choice[1], *rest]


def _drawn_beside(
    view: View, names: Sequence[str], speech: Speech, events: Sequence[Event], size: Size
) -> str:
    told = [moment.words for moment in moments(view, names, speech, events)]
    words = [status_words(view, names, speech), *(told if size == "beside" else [])]
    panels = _panels(view, names, speech, events, size)
    return panels_alone(PREFIX, panels, words, speech, definitions(len(view["seats"])), size)


def _description(view: View, names: Sequence[str], speech: Speech, events: Sequence[Event]) -> str:
    told = [moment.words for moment in moments(view, names, speech, events)]
    return "\n".join([*told, describe(view, names, speech)])
