"""A letter for what is said, to those who want one."""

import pytest

from app.models import Letter, Player
from app.services.matches import talk
from tests.world import Friends, World

SNAKES, SPIDERS = "Mind the snakes", "And the spiders"


@pytest.fixture
def friends(world: World) -> Friends:
    made = world.invite().sit()
    made.send()
    wish(made, 2)
    return made


def wish(friends: Friends, number: int) -> None:
    friends.world.change(Player, friends.seat(number).player_id, talk_letters=True)


def say(friends: Friends, seat: int, text: str) -> None:
    friends.house.db.write(lambda session: talk.say(session, friends.code, seat, text))


def told(friends: Friends) -> list[Letter]:
    friends.send()
    return [letter for letter in friends.letters() if letter.kind == "said" and letter.sent_at]


def test_a_player_who_wants_so_hears_at_once_and_others_with_the_next_letter(friends: Friends) -> None:
    say(friends, 1, SNAKES)

    (letter,) = told(friends)

    assert letter.facts["seat"] == 2
    assert SNAKES in letter.text
    assert SNAKES in letter.html


def test_several_things_go_in_one_letter(friends: Friends) -> None:
    say(friends, 1, SNAKES)
    say(friends, 3, SPIDERS)

    (letter,) = told(friends)

    assert SNAKES in letter.text
    assert SPIDERS in letter.text


def test_nobody_hears_of_what_they_have_said_themselves(friends: Friends) -> None:
    say(friends, 2, "Hello")

    assert not told(friends)


def test_what_a_letter_has_told_is_not_told_again_and_no_news_are_lost(friends: Friends) -> None:
    say(friends, 1, SNAKES)
    assert told(friends)

    friends.play(2).send()

    later = [
        letter for letter in friends.letters() if letter.kind == "your_turn" and letter.facts["seat"] == 2
    ]
    assert SNAKES not in later[-1].text
    assert "What has happened" in later[-1].text
