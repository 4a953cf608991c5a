"""The games: one line each, imported on first use."""

from importlib import import_module
from typing import cast

from engine.game import Game, Meta

GAMES = {
    "tikal": "engine.tikal",
    "incan-gold": "engine.incan_gold",
}


def game(name: str) -> Game:
    """The game of that name; KeyError where there is none."""
    return cast(Game, import_module(GAMES[name]))


def meta(name: str) -> Meta:
    """Its title, seats and options, without loading the rules."""
    return cast(Meta, import_module(GAMES[name] + ".meta").META)
