"""How to play: what the guides say can be ordered really can."""

from typing import Any

import pytest

from engine.errors import OrderError
from engine.game import Game
from engine.guide import Block, Example, Steps, Table
from engine.registry import GAMES, game
from tests.engine.guides import PLAN, Guide, guides, orders_within, played, positions, told, words_of
from tests.engine.matches import SETTINGS, Setting, moments

each_game = pytest.mark.parametrize("rules", [game(name) for name in GAMES], ids=list(GAMES))
each_guide = guides(*GAMES)


@each_guide
def test_every_order_of_a_guide_reads_as_itself(guide: Guide) -> None:
    inside = [orders for section in guide.sections for orders in orders_within(section)]
    shown = [orders for example in guide.examples for line in example.lines for orders in line.orders]

    for orders in [*guide.orders, *inside, *shown]:
        assert guide.rules.write(orders, ("Ana", "Bo", "Cy")) == orders


@each_guide
def test_every_order_of_a_guide_can_be_given_in_one_of_its_positions(guide: Guide) -> None:
    for orders in guide.orders:
        assert any(possible(guide.rules, state, orders) for state in positions(guide.game).values()), orders


def possible(rules: Game, state: Any, orders: str) -> bool:
    try:
        return not rules.apply(state, dict.fromkeys(rules.asked(state), orders)).refused
    except OrderError:
        return False


@each_guide
def test_every_example_of_a_guide_can_be_played(guide: Guide) -> None:
    assert guide.examples
    for example in guide.examples:
        steps = played(guide, example)
        assert [step.refused for step in steps] == [None] * len(steps)
        assert [tuple(step.canonical.values()) for step in steps] == [line.orders for line in example.lines]


@each_game
def test_every_plan_of_a_guide_is_understood_with_some_options(rules: Game) -> None:
    settings = [setting for setting in SETTINGS if setting.game is rules]
    for orders in told(rules):
        if orders.startswith(PLAN):
            assert any(understood(setting, orders.removeprefix(PLAN)) for setting in settings), orders


def understood(setting: Setting, plan: str) -> bool:
    try:
        return bool(setting.game.read_plan(plan, setting.game.view(moments(setting)[0].before, 1)).write())
    except OrderError:
        return False


@each_game
def test_every_kind_of_order_is_told(rules: Game) -> None:
    kinds = {orders.split()[0] for orders in told(rules)}

    for one in (moment for setting in SETTINGS if setting.game is rules for moment in moments(setting)):
        for orders in one.step.canonical.values():
            assert {action.split()[0] for action in orders.split("; ")} <= kinds


def shape(block: Block) -> object:
    """What must be the same in every language: all but the words."""
    if isinstance(block, Table):
        return block.kind, len(block.head), [orders for orders, _ in block.lines], len(block.rows)
    if isinstance(block, Example):
        return block.kind, block.position, [line.orders for line in block.lines]
    if isinstance(block, Steps):
        return block.kind, len(block.lines)
    names = getattr(block, "names", ())
    return block.kind, names, [orders for orders, _ in getattr(block, "lines", ())]


@each_guide
def test_a_guide_tells_the_same_in_every_language(guide: Guide) -> None:
    english = guide.rules.guide("en")

    assert len(guide.sections) == len(english)
    for mine, theirs in zip(guide.sections, english, strict=True):
        assert [shape(block) for block in mine.blocks] == [shape(block) for block in theirs.blocks], (
            mine.title
        )
        assert sorted(orders_within(mine)) == sorted(orders_within(theirs)), mine.title
        captions = [bool(words) for block in mine.blocks for words in words_of(block)]
        assert captions == [bool(words) for block in theirs.blocks for words in words_of(block)]


def test_what_is_no_order_is_no_line_of_orders() -> None:
    with pytest.raises(OrderError):
        game("tikal").write("dance c4")
