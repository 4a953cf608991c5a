"""Every label that names an order, in every language: what a player who writes it in a letter means by it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.i18n.languages import LANGUAGES
from app.i18n.order_words import PLAN, in_words, other_words
from app.i18n.render import speech
from engine.box import component
from engine.choices import examples, few_choices
from engine.examples import play_example
from engine.game import View
from engine.registry import GAMES, game, meta
from engine.taps import Tap
from tests.engine.guides import positions, told

TABLES = ("middle",)  # positions that a guide shows above a table of orders
NUMBERS = re.compile(r"\b[a-h][1-5]\b|\b[A-G][1-9]\b|[0-9]+")


# Labels that tell what a tap does, and that nobody would type: game, language, the label with # for hexes and
# numbers, and the order. They are refused.
LABELS_THAT_TELL = Path(__file__).with_name("labels_that_tell.txt")


class Label(NamedTuple):
    """A text that is shown, with the hex behind it where it needs one, and the order that it stands for."""

    game: str
    language: str
    text: str
    order: str

    def __str__(self) -> str:
        return f"{self.language} {self.text}"

    @property
    def kind(self) -> tuple[str, str, str]:
        """Labels that differ only in their hexes and numbers are of one kind."""
        return self.game, self.language, NUMBERS.sub("#", self.text)


def every_label() -> list[Label]:
    found: dict[tuple[str, str, str], Label] = {}
    for name in GAMES:
        for language in LANGUAGES:
            for source in SOURCES:
                for label in source(name, language):
                    found.setdefault(label.kind, label)
    return list(found.values())


@cache
def labels_that_tell() -> frozenset[tuple[str, str, str]]:
    lines = LABELS_THAT_TELL.read_text(encoding="utf-8").splitlines()
    return frozenset(
        (name, language, text) for name, language, text, _ in (line.split(" | ") for line in lines)
    )


def offered(name: str, language: str) -> Iterator[Label]:
    """Answers and examples in letters and on pages, and what a button says that gives them."""
    for view in views(name):
        choices = list(game(name).choices(view))
        for orders in few_choices(game(name), choices):
            yield Label(name, language, in_words(orders, name, language), orders)
            yield Label(name, language, game(name).label(orders, speech(language)), orders)
        for orders in examples(game(name), view, choices):
            yield Label(name, language, in_words(orders, name, language), orders)


def guide_lines(name: str, language: str) -> Iterator[Label]:
    for orders in told(game(name), language):
        if not orders.startswith(f"{PLAN}: "):
            yield Label(name, language, in_words(orders, name, language), orders)
            rest = orders.partition(" ")[2]
            for word in other_words(orders, name, language):
                yield Label(name, language, f"{word} {rest}".strip(), orders)


def sentences(name: str, language: str) -> Iterator[Label]:
    for sentence in meta(name).sentences:
        yield Label(name, language, speech(language).gettext(sentence), game(name).write(sentence))


def pictures(name: str, language: str) -> Iterator[Label]:
    """A picture that has the name of an order shows it."""
    shown = {one for section in game(name).guide() for one in section.pictures}
    for orders in told(game(name)):
        if orders in shown:
            yield Label(name, language, component(name, orders, speech(language)).title, orders)


def buttons(name: str, language: str) -> Iterator[Label]:
    """On the page where orders are tapped: beside the board, and on a hex."""
    for view in views(name):
        for tap in game(name).compose(view, "", (), speech(language)).taps:
            if text := text_of(tap, language):
                yield Label(name, language, text, tap.orders)


def text_of(tap: Tap, language: str) -> str:
    """Empty for a longer way, which the label does not tell."""
    if tap.start and len(tap.orders.split()) > 4:
        return ""
    if tap.group:
        return f"{tap.group}: {tap.words}"
    return f"{tap.words} {tap.at}" if tap.at and tap.at not in tap.words else tap.words


SOURCES = (offered, guide_lines, sentences, pictures, buttons)


@cache
def views(name: str) -> list[View]:
    """Of the guide's examples, step by step, and of what else a table of orders is about."""
    rules, known = game(name), positions(name)
    played = [example for section in rules.guide() for example in section.examples]
    states = [known[example.position] for example in played]
    states += [each.step.state for example in played for each in play_example(name, example)]
    states += [known[one] for one in TABLES if one in known]
    return [rules.view(state, seat) for state in states for seat in rules.asked(state)]
