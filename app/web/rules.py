"""The rules of a game, for people who do not know it: the engine's guide, with a board as an example."""

from functools import cache
from typing import NamedTuple

from flask import Blueprint, Response
from markupsafe import Markup

from app.i18n.order_words import words_beside
from app.i18n.render import speech
from app.problems import Missing
from app.web.boards import board_of
from app.web.pages import page, page_language, page_speech
from engine.box import component
from engine.examples import example_board, play_example
from engine.guide import Example, pieces
from engine.registry import GAMES, game, meta
from engine.speech import seat_letter

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules/<name>")
def rules(name: str) -> Response:
    if name not in GAMES:
        raise Missing("There is no game called “{name}” here.", name=name[:40])
    view, names = example_board(name)
    language = page_language()
    sections = game(name).guide(language)
    box = {one: component(name, one, page_speech()) for section in sections for one in section.pictures}
    facts = {
        "game": meta(name),
        "also": words_beside(name, language),
        "sections": sections,
        "box": box,
        "pieces": pieces,
        "letters": {example: letters(name, example) for section in sections for example in section.examples},
        "scene": introduction(name, language).scene,
    }
    return page("rules.html", **facts, board=board_of(name, names, view, page_speech()))


@cache
def letters(name: str, example: Example) -> list[list[str]]:
    """Whose order each order of an example is, line by line."""
    return [[seat_letter(seat) for seat in each.seats] for each in play_example(name, example)]


class Introduction(NamedTuple):
    """The example's board without the panels around it, and a sentence on what the game is about."""

    scene: Markup
    about: str


def introductions() -> dict[str, Introduction]:
    return {name: introduction(name, page_language()) for name in GAMES}


@cache
def introduction(name: str, language: str) -> Introduction:
    rules, (view, names) = game(name), example_board(name)
    scene = Markup(rules.svg(view, names, speech(language), size="board"))  # the engine escapes names
    return Introduction(scene, rules.guide(language)[0].text[0])
