"""Letters after the table has agreed on something: what is void is said once, and what stands is told."""

import pytest

from app.letters import NotNeeded
from tests.world import Friends, World

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def friends(world_on_sqlite: World) -> Friends:
    """Two steps are played and told to all, and a third one to nobody."""
    at_table = world_on_sqlite.match("tikal", 2)
    at_table.play(2)
    for seat in (1, 2):
        at_table.world.change(type(at_table.seat(seat)), at_table.seat(seat).id, told=at_table.match.steps)
    return at_table.play(1)


def test_the_next_letter_says_what_is_void(friends: Friends) -> None:
    friends.go_back(1)

    text = " ".join(friends.compose(friends.newest("your_turn")).text.split())

    assert "Agreed by Ana and Bo: what came after step 1 is taken back." in text
    assert "What earlier letters told of the steps after 1 does not" in text


def test_what_no_letter_had_told_is_not_told_when_it_is_void(friends: Friends) -> None:
    untold = friends.seen(1).history[-1].sentences[0]

    friends.go_back(2)

    text = friends.compose(friends.newest("your_turn")).text
    assert untold not in text
    assert "does not count any more" not in text


def test_a_player_who_is_not_asked_gets_a_letter_too(friends: Friends) -> None:
    friends.go_back(1)

    (letter,) = friends.letters("agreed")

    assert {letter.facts["seat"], *friends.waiting_for()} == {1, 2}
    assert "is taken back" in " ".join(friends.compose(letter).text.split())


def test_what_another_letter_has_told_needs_none(friends: Friends) -> None:
    friends.go_back(1)
    (letter,) = friends.letters("agreed")
    seat = friends.seat(letter.facts["seat"])
    friends.world.change(type(seat), seat.id, told=friends.match.steps)

    with pytest.raises(NotNeeded):
        friends.compose(letter)
