"""How to play: what the guides say can be ordered really can."""

from pathlib import Path

import pytest

import engine
from engine.errors import OrderError
from engine.game import Game
from engine.guide import guide
from engine.registry import GAMES, game
from tests.engine.matches import SETTINGS, Setting, moments

each_game = pytest.mark.parametrize("rules", [game(name) for name in GAMES], ids=list(GAMES))
GUIDES = sorted(Path(engine.__file__).parent.glob("*/guide.*.txt"))


def told(rules: Game) -> list[str]:
    return [orders for section in rules.guide() for orders, _ in section.orders]


@each_game
def test_every_order_of_a_guide_reads_as_itself(rules: Game) -> None:
    for orders in told(rules):
        if not orders.startswith("plan: "):
            assert rules.write(orders, ("Ana", "Bo", "Cy")) == orders


@each_game
def test_every_plan_of_a_guide_is_understood_with_some_options(rules: Game) -> None:
    settings = [setting for setting in SETTINGS if setting.game is rules]
    for orders in told(rules):
        if orders.startswith("plan: "):
            assert any(understood(setting, orders.removeprefix("plan: ")) for setting in settings), orders


def understood(setting: Setting, plan: str) -> bool:
    try:
        return bool(setting.game.read_plan(plan, setting.game.view(moments(setting)[0].before, 1)).write())
    except OrderError:
        return False


@each_game
def test_every_kind_of_order_is_told(rules: Game) -> None:
    kinds = {orders.split()[0] for orders in told(rules)}

    for played in (moment for setting in SETTINGS if setting.game is rules for moment in moments(setting)):
        for orders in played.step.canonical.values():
            assert {action.split()[0] for action in orders.split("; ")} <= kinds


@pytest.mark.parametrize("file", GUIDES, ids=lambda file: f"{file.parent.name} {file.suffixes[0]}")
def test_a_guide_tells_the_same_in_every_language(file: Path) -> None:
    language = file.suffixes[0].removeprefix(".")
    mine, english = (guide(f"engine.{file.parent.name}", spoken) for spoken in (language, "en"))

    assert [len(section.text) for section in mine] == [len(section.text) for section in english]
    assert [[orders for orders, _ in section.orders] for section in mine] == [
        [orders for orders, _ in section.orders] for section in english
    ]
    assert all(section.title and all(does for _, does in section.orders) for section in mine)


def test_a_language_without_a_guide_gets_the_english_one() -> None:
    assert game("tikal").guide("tlh") == game("tikal").guide("en")


def test_what_is_no_order_is_no_line_of_orders() -> None:
    with pytest.raises(OrderError):
        game("tikal").write("dance c4")
