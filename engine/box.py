"""Pictures of a game's components, one by one. Each game draws its own in `draw/pictures.py`."""

from importlib import import_module
from typing import NamedTuple

from engine.registry import GAMES
from engine.speech import ENGLISH, Speech


class ComponentPicture(NamedTuple):
    svg: str
    title: str
    large: bool  # as wide as there is room, instead of beside others


def component(game: str, name: str, speech: Speech = ENGLISH) -> ComponentPicture:
    """Raises KeyError if the game has no such component."""
    pictures = import_module(GAMES[game] + ".draw.pictures")
    described = pictures.components()[name]
    return ComponentPicture(pictures.picture(name, speech), described.title(speech), described.large)
