"""How to play, on a page for everybody."""

import pytest

from engine.registry import GAMES, game
from tests.world import World
from tests.world.visitor import Evening, Visitor, read


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_are_told_with_a_board(world: World, name: str) -> None:
    page = Visitor(world).get(f"/rules/{name}")

    assert page.status_code == 200
    assert "<svg" in page.text
    for section in game(name).guide():
        assert section.title in read(page)
        assert all(
            orders.replace(">", "&gt;").replace("<", "&lt;") in page.text for orders, _ in section.orders
        )


def test_no_rules_of_a_game_that_is_not_here(world: World) -> None:
    assert Visitor(world).get("/rules/chess").status_code == 404
    assert Visitor(world).get("/rules/%3Cscript%3E").status_code == 404


def test_a_player_who_is_asked_is_led_to_the_rules(evening: Evening) -> None:
    assert 'href="/rules/incan-gold"' in evening.bo.get(f"/m/{evening.code}").text
    assert 'href="/rules/incan-gold"' in Visitor(evening.world).get("/").text
