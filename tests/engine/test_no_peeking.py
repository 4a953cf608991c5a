"""Two states that differ only in what a seat may not see are the same to that seat, whatever it tries."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.chance import Stream
from engine.errors import OrderError
from engine.game import bot_of
from engine.tikal.pieces import MOTIFS
from tests.engine.matches import SETTINGS, Setting, moments, seats_of
from tests.engine.redealt import REDEALT
from tests.lengths import shortened

TRIES = 300  # submissions to a match


each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
# The tests below take long with many seats.
FEW = [setting for setting in SETTINGS if setting.seats == setting.game.META.fewest]
each_in_short = pytest.mark.parametrize("setting", shortened(SETTINGS, FEW), ids=str)


def pairs(setting: Setting) -> Iterator[tuple[Any, Any, int | None]]:
    for number, moment in enumerate(moments(setting)):
        for seat in seats_of(setting):
            yield moment.before, REDEALT[setting.name](moment.before, seat, str(number)), seat


@each_setting
def test_the_redealt_states_do_differ(setting: Setting) -> None:
    different = [one != other for one, other, _ in pairs(setting)]

    assert sum(different) > len(different) // 2


@each_setting
def test_views_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    rules = setting.game

    for one, other, seat in pairs(setting):
        view = rules.view(one, seat)
        assert view == rules.view(other, seat)
        assert rules.legal(view) == rules.legal(rules.view(other, seat))


@each_in_short
def test_pictures_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    rules = setting.game

    for one, other, seat in list(pairs(setting))[::17]:
        for picture in (rules.board, rules.describe, rules.svg):
            assert picture(rules.view(one, seat)) == picture(rules.view(other, seat))


@each_in_short
def test_errors_and_previews_do_not_depend_on_what_is_hidden(setting: Setting) -> None:
    stream = Stream(setting.seed, "probes")
    asked = [(one, other, seat) for one, other, seat in pairs(setting) if seat in setting.game.asked(one)]

    for number in range(TRIES):
        one, other, seat = asked[number * len(asked) // TRIES]
        probe = malicious(setting, one, seat, stream)
        assert tried(setting, one, seat, probe) == tried(setting, other, seat, probe), probe


def malicious(setting: Setting, state: Any, seat: int, stream: Stream) -> str:
    """Legal actions and nonsense in any order: what somebody would send who wants to learn something."""
    choices = list(setting.game.choices(setting.game.view(state, seat)))
    taking = [choice for choice in choices if choice.startswith("take")]
    parts = []
    for _ in range(1 + stream.below(4)):
        pool = (choices, taking or choices, NONSENSE, SWAPS)[stream.below(4)]
        parts.append(pool[stream.below(len(pool))])
    return "; ".join(parts)


NONSENSE = (
    "end",
    "dig z9",
    "enter 19 a5",
    "move 5 a5 h5",
    "tile a1",
    "take a5 x2",
    "guard a4 L",
    "bid 99",
    "pass",
    "pick A1",
    "camp a5",
    "torch",
    "camp",
    "swap bowl for bowl with 1",
    "take b2; take b2; end; end",
    "!",
)
SWAPS = tuple(f"swap {give} for {get} with {n}" for n in (1, 2) for give in MOTIFS for get in MOTIFS[::3])


def tried(setting: Setting, state: Any, seat: int, text: str) -> Any:
    """All that the seat can learn before anything is turned up."""
    rules = setting.game
    others = {other: rules.automatic(rules.view(state, other)) for other in rules.asked(state)}
    orders = {**others, seat: text}
    try:
        preview: Any = rules.preview(rules.view(state, seat), text)
    except OrderError as error:
        preview = learned(error)
    try:
        rules.apply(state, orders)
    except OrderError as error:
        return preview, learned(error)
    return preview, "applied"


def learned(error: OrderError) -> tuple[Any, ...]:
    return type(error), str(error), error.action, error.start, error.end, error.stood


@each_in_short
def test_what_a_bot_does_does_not_depend_on_what_is_hidden(setting: Setting) -> None:
    rules = setting.game
    asked = [(one, other, seat) for one, other, seat in pairs(setting) if seat in rules.asked(one)]

    for one, other, seat in asked[::9]:
        assert rules.bot(rules.view(one, seat)) == rules.bot(rules.view(other, seat))
    if "strong" in rules.META.strengths:
        strong = bot_of(rules, "strong")
        for one, other, seat in asked[::90]:
            assert strong(rules.view(one, seat)) == strong(rules.view(other, seat))
