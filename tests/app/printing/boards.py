"""Boards for the tests of pictures."""

from collections.abc import Iterator
from functools import cache

from engine.game import Size
from tests.engine.matches import SETTINGS, Setting, played

NAMES = ("Ana", "Łukasz Źdźbło", "Žluťoučký kůň", "Éloïse Große", "Eve", "Fay", "Gus", "Hal")


@cache
def boards(size: Size = "letter") -> tuple[str, ...]:
    """Drawings of every game among as many as there can be: at its beginning, on its way, and at its end."""
    full = {one.name: one for one in SETTINGS if one.seats == one.game.META.most}
    return tuple(svg for setting in full.values() for svg in _drawings(setting, size))


def _drawings(setting: Setting, size: Size) -> Iterator[str]:
    rules = setting.game
    match = played(setting, rules.bot)
    for step in (match[0], match[len(match) // 2], match[-1]):
        yield rules.svg(rules.view(step.before, 1), NAMES[: setting.seats], size=size)
