"""What players say to all at the table."""

from datetime import timedelta

import pytest
from sqlmodel import Session

from app.models import Seat, Talk
from app.problems import NotAllowed, Problem, TooMuch
from app.services.lobby import opening
from app.services.lobby.opening import Wish
from app.services.matches import find, talk
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match("incan-gold", 3)


def say(friends: Friends, number: int, text: str) -> Talk:
    return friends.house.db.write(lambda session: talk.say(session, friends.code, number, text))


def heard(friends: Friends, number: int) -> list[str]:
    """What the next letter to a seat would tell."""
    with friends.house.db.reading() as session:
        match = find.by_code(session, friends.code)
        return [
            f"{row.letter} {row.name}: {row.text}"
            for row in talk.unheard_remarks(session, match, friends.seat(number))
        ]


def test_the_next_letters_of_the_others_tell_it(friends: Friends) -> None:
    say(friends, 1, "Shall we?")
    say(friends, 3, "  Let us. ")

    assert heard(friends, 2) == ["A Ana: Shall we?", "C Cy: Let us."]
    assert heard(friends, 1) == ["C Cy: Let us."]


def test_what_a_letter_has_told_is_not_told_again(friends: Friends) -> None:
    first = say(friends, 1, "Shall we?")

    def told(session: Session) -> None:
        mine = session.get(Seat, friends.seat(2).id)
        assert mine
        mine.heard = talk.heard_up_to(
            talk.unheard_remarks(session, find.by_code(session, friends.code), mine)
        )

    friends.house.db.write(told)
    assert friends.seat(2).heard == first.id
    assert heard(friends, 2) == []
    say(friends, 1, "Now.")
    assert heard(friends, 2) == ["A Ana: Now."]


def test_it_belongs_to_one_match(friends: Friends) -> None:
    other = friends.world.match("tikal", 2)

    say(other, 1, "Over here")

    assert heard(friends, 2) == []


def test_what_could_do_harm_is_taken_out(friends: Friends) -> None:
    said = say(friends, 1, "left\x00 \u202eright\u2028 up\n\n  down  ")

    assert said.text == "left right up\n\ndown"


@pytest.mark.parametrize("text", ["", " \n ", "\u202e", "x" * 2001])
def test_nothing_and_too_much_cannot_be_said(friends: Friends, text: str) -> None:
    with pytest.raises(Problem):
        say(friends, 1, text)

    assert heard(friends, 2) == []


def test_two_thousand_characters_can(friends: Friends) -> None:
    assert len(say(friends, 1, "x" * 2000).text) == 2000


def test_only_players_speak(friends: Friends) -> None:
    with pytest.raises(NotAllowed):
        say(friends, 4, "Hello")


def test_it_begins_with_the_match(world: World) -> None:
    host, wish = world.friend("Ana"), Wish(game="tikal", title="Later", size=2, guests=[""])
    match = world.house.db.write(lambda session: opening.open_match(session, world.house, host, wish))

    with pytest.raises(Problem, match="once the match has started"):
        say(Friends(world, match.code), 1, "Hello")


def test_thirty_things_an_hour_are_enough(friends: Friends) -> None:
    for n in range(30):
        say(friends, 1, f"{n}")
    with pytest.raises(TooMuch, match=r"time to read them. You can go on in 2 min"):
        say(friends, 1, "and another thing")

    say(friends, 2, "I may still speak")
    friends.world.wait(timedelta(minutes=2))
    say(friends, 1, "So may I")


def test_the_page_has_the_last_of_it_in_its_order(friends: Friends) -> None:
    for n in range(60):
        say(friends, 1 + n % 3, f"{n}")

    with friends.house.db.reading() as session:
        shown = talk.latest_remarks(session, find.by_code(session, friends.code))

    assert [row.text for row in shown] == [f"{n}" for n in range(10, 60)]
    assert shown[0].at >= (friends.match.started_at or shown[0].at)
