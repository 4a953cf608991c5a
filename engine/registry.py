"""The list of games, one line each. A game is imported when it is first needed."""

from importlib import import_module
from typing import cast

from engine.game import Game, Meta

GAMES = {
    "tikal": "engine.tikal",
    "incan-gold": "engine.incan_gold",
}


def game(name: str) -> Game:
    """The game of that name. Raises KeyError if there is none."""
    return cast(Game, import_module(GAMES[name]))


def meta(name: str) -> Meta:
    """The game's title, seats and options, without importing its rules."""
    return cast(Meta, import_module(GAMES[name] + ".meta").META)
