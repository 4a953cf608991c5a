"""A reply to the letter of the day, which goes to the address that letters are from."""

import pytest

from app.models import Ask
from tests.app.letters.digests import Ana, ask_of
from tests.app.services.inbox.mails import write
from tests.world import Friends, World


@pytest.fixture
def ana(world: World) -> Ana:
    return Ana(world)


@pytest.fixture
def both(ana: Ana) -> tuple[Friends, Friends]:
    """She is asked in two matches."""
    return ana.sits(title="Sunday"), ana.sits(title="Monday")


def answered(friends: Friends) -> bool:
    return ask_of(friends).answered_at is not None


def test_with_several_turns_open_it_plays_nothing_and_lists_them(
    ana: Ana, both: tuple[Friends, Friends]
) -> None:
    outcome = write(ana.world, "torch", ana.gets(), From="ana@example.org")

    assert outcome == "to no match; answered with the open turns"
    assert not any(map(answered, both))
    assert ana.world.newest("open_turns").player_id == 1


def test_with_one_turn_left_it_plays_that_one(ana: Ana, both: tuple[Friends, Friends]) -> None:
    digest = ana.gets()
    both[0].order(1, "camp")

    assert write(ana.world, "torch", digest, From="ana@example.org") == "receipt 1"
    assert answered(both[1])


def test_it_does_not_play_a_turn_that_came_after_it(ana: Ana, both: tuple[Friends, Friends]) -> None:
    digest = ana.gets()
    both[0].order(1, "camp")
    later = ask_of(both[1])
    ana.world.change(Ask, later.id, opened_at=later.opened_at.replace(year=later.opened_at.year + 1))

    assert write(ana.world, "torch", digest, From="ana@example.org").startswith("to no match")
    assert not answered(both[1])


def test_a_digest_with_one_turn_is_answered_like_a_letter_about_it(ana: Ana) -> None:
    friends = ana.sits()

    assert write(ana.world, "torch", ana.gets(), From="ana@example.org") == "receipt 1"
    assert answered(friends)
