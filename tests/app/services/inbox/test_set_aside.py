"""Mails to a match that is set aside: nothing is done, and their writers are told."""

from collections.abc import Iterator

import pytest

from app.problems import BeingLookedAt
from tests.world import World
from tests.world.editions import edition, look
from tests.world.mailer import Mailer


@pytest.fixture
def world(world_on_sqlite: World, undrawn: None) -> World:
    return world_on_sqlite


@pytest.fixture
def aside(incan: Mailer) -> Iterator[Mailer]:
    incan.choose("torch", "torch", "torch")
    with edition("newer", otherwise=True):
        look(incan.house)
        yield incan


@pytest.mark.parametrize(
    "text", ["torch", "plan: torch", "undo", "board", "what is that?", "away until 3 May"]
)
def test_a_mail_is_answered_without_asking_the_engine(aside: Mailer, text: str) -> None:
    head = aside.match.head

    told = aside.told(1, text)

    assert "set aside for now" in told
    assert "send it again when the match goes on" in told
    assert (aside.match.head, aside.ask(1).answered_at) == (head, None)


def test_a_mail_waits_while_the_match_is_looked_at(incan: Mailer) -> None:
    incan.choose("torch", "torch", "torch")

    with edition("newer", otherwise=True), pytest.raises(BeingLookedAt):
        incan.mail(1, "torch")

    assert incan.world.letters("reply") == []
