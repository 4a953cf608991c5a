"""Letters that come back: what the host of a match is told."""

from typing import Any

import pytest

from app.letters import NotNeeded
from app.services.matches import find
from app.services.outbox import bounces
from app.services.play import host_actions
from tests.app.services.outbox.returning import come_back, composed, is_alive, told
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    """Ana hosts; Bo and Cy play."""
    return world.match(ask_seconds=3600, policy="automatic")


def test_the_host_is_told_once(friends: Friends) -> None:
    come_back(friends.world, "Bo", 5)

    [letter] = told(friends.world)
    assert letter.player_id == friends.world.friend("Ana")
    assert letter.match_id == friends.match.id


def test_the_host_of_each_match_that_goes_on_is_told(friends: Friends) -> None:
    second = friends.world.match(title="Monday")
    over = friends.world.match(title="Tuesday")
    host = friends.world.friend("Ana")
    friends.house.db.write(lambda session: host_actions.give_up(session, friends.house, over.code, host))

    come_back(friends.world, "Bo", 3)

    assert {letter.match_id for letter in told(friends.world)} == {
        each.match.id for each in (friends, second)
    }


def test_a_host_whose_own_letters_come_back_is_not_written_to(friends: Friends) -> None:
    come_back(friends.world, "Ana", 3)
    assert told(friends.world) == []

    come_back(friends.world, "Bo", 3)
    with pytest.raises(NotNeeded, match=bounces.RESTING):
        composed(friends.house, told(friends.world)[0])


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"ask_seconds": None}, "no clock"),
        ({"policy": "wait"}, "everybody waits"),
        ({"policy": "automatic"}, "a simple order is played automatically"),
        ({"policy": "bot"}, "a bot plays until Bo is back"),
    ],
)
def test_the_letter_says_who_since_when_and_what_happens(
    world: World, clock: dict[str, Any], said: str
) -> None:
    more: dict[str, Any] = {"ask_seconds": 3600, **clock}
    friends = world.match(**more)
    come_back(world, "Bo", 3)

    letter = composed(world.house, told(world)[0])

    assert (letter.to, letter.subject) == ("ana@example.org", "Sunday: letters to Bo are not getting through")
    words = " ".join(letter.text.split())
    assert said in words
    assert "since" in words
    assert f"/m/{friends.code}" in words
    assert "bo@example.org" not in letter.text + letter.html


def test_the_letter_is_not_needed_when_things_have_moved_on(friends: Friends) -> None:
    come_back(friends.world, "Bo", 3)
    is_alive(friends.world, "Bo")

    with pytest.raises(NotNeeded, match="arrives again"):
        composed(friends.house, told(friends.world)[0])


def test_the_host_sees_whose_letters_rest(friends: Friends) -> None:
    come_back(friends.world, "Bo", 3)

    with friends.house.db.reading() as session:
        assert [
            who.name for who in bounces.resting_players(session, find.by_code(session, friends.code))
        ] == ["Bo"]
