"""The verdict on a chaos run: what is lost is found, and what the table has agreed on is no loss."""

import pytest

from app.models import Receipt
from tests.chaos.verdict import orders_doubled
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    """Two of three have answered, and nobody sees it yet."""
    friends = world.match("incan-gold", 3, needs={})
    for seat in (1, 2, 3, 1, 2):
        friends.order(seat, "torch")
    return friends


def wrong(friends: Friends) -> list[str]:
    with friends.house.reading() as session:
        return list(orders_doubled(session))


def test_answers_that_wait_are_not_lost(friends: Friends) -> None:
    assert wrong(friends) == []


def test_answers_that_a_step_back_has_made_void_are_not_lost(friends: Friends) -> None:
    friends.go_back(0)
    friends.play(3)

    assert wrong(friends) == []


def test_an_answer_that_is_not_played_is_found_whatever_is_agreed_on_later(friends: Friends) -> None:
    sealed = friends.receipts()[-1]
    friends.order(3, "torch")
    friends.go_back(0)
    assert wrong(friends) == []

    friends.world.change(Receipt, sealed.id, orders="camp")

    assert len(wrong(friends)) == 1
