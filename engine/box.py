"""The components of a game's box, each drawn by itself, where the game draws them."""

from importlib import import_module
from typing import NamedTuple

from engine.registry import GAMES
from engine.speech import ENGLISH, Speech


class Component(NamedTuple):
    svg: str
    title: str


def component(game: str, name: str, speech: Speech = ENGLISH) -> Component:
    """KeyError: there is no such component."""
    pictures = import_module(GAMES[game] + ".draw.pictures")
    return Component(pictures.picture(name, speech), pictures.components()[name].title(speech))
