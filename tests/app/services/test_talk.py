"""What players say to all at the table."""

from datetime import timedelta

import pytest
from sqlmodel import Session, select

from app.house import House
from app.models import Seat, Talk
from app.problems import NotAllowed, Problem, TooMuch
from app.services.lobby import opening
from app.services.lobby.opening import Wish
from app.services.matches import find, talk
from tests.app.services.houses import friend, opened, read, seat


@pytest.fixture
def code(house: House) -> str:
    return opened(house, "incan-gold", 3)


def say(house: House, code: str, number: int, text: str) -> Talk:
    return house.db.write(lambda session: talk.say(session, code, number, text))


def heard(house: House, code: str, number: int) -> list[str]:
    """What the next letter to a seat would tell."""
    with house.db.reading() as session:
        match = find.by_code(session, code)
        return [
            f"{row.letter} {row.name}: {row.text}"
            for row in talk.since(session, match, seat(house, code, number))
        ]


def test_the_next_letters_of_the_others_tell_it(house: House, code: str) -> None:
    say(house, code, 1, "Shall we?")
    say(house, code, 3, "  Let us. ")

    assert heard(house, code, 2) == ["A Ana: Shall we?", "C Cy: Let us."]
    assert heard(house, code, 1) == ["C Cy: Let us."]


def test_what_a_letter_has_told_is_not_told_again(house: House, code: str) -> None:
    first = say(house, code, 1, "Shall we?")

    def told(session: Session) -> None:
        mine = session.get(Seat, seat(house, code, 2).id)
        assert mine
        mine.heard = talk.heard_up_to(talk.since(session, find.by_code(session, code), mine))

    house.db.write(told)
    assert seat(house, code, 2).heard == first.id
    assert heard(house, code, 2) == []
    say(house, code, 1, "Now.")
    assert heard(house, code, 2) == ["A Ana: Now."]


def test_it_belongs_to_one_match(house: House, code: str) -> None:
    other = opened(house, "tikal", 2)

    say(house, other, 1, "Over here")

    assert heard(house, code, 2) == []


def test_what_could_do_harm_is_taken_out(house: House, code: str) -> None:
    said = say(house, code, 1, "left\x00 \u202eright\u2028 up\n\n  down  ")

    assert said.text == "left right up\n\ndown"


@pytest.mark.parametrize("text", ["", " \n ", "\u202e", "x" * 2001])
def test_nothing_and_too_much_cannot_be_said(house: House, code: str, text: str) -> None:
    with pytest.raises(Problem):
        say(house, code, 1, text)

    assert heard(house, code, 2) == []


def test_two_thousand_characters_can(house: House, code: str) -> None:
    assert len(say(house, code, 1, "x" * 2000).text) == 2000


def test_only_players_speak(house: House, code: str) -> None:
    with pytest.raises(NotAllowed):
        say(house, code, 4, "Hello")


def test_it_begins_with_the_match(house: House) -> None:
    host, wish = friend(house, "Ana"), Wish(game="tikal", title="Later", size=2, guests=[""])
    match = house.db.write(lambda session: opening.open_match(session, house, host, wish))

    with pytest.raises(Problem, match="begins when the match does"):
        say(house, match.code, 1, "Hello")


def test_thirty_things_an_hour_are_enough(house: House, code: str) -> None:
    for n in range(talk.MOST_AN_HOUR):
        say(house, code, 1, f"{n}")
    with pytest.raises(TooMuch):
        say(house, code, 1, "and another thing")

    say(house, code, 2, "I may still speak")

    def older(session: Session) -> None:
        for row in session.exec(select(Talk)):
            row.at -= timedelta(hours=2)

    house.db.write(older)
    say(house, code, 1, "So may I")


def test_the_page_has_the_last_of_it_in_its_order(house: House, code: str) -> None:
    for n in range(60):
        say(house, code, 1 + n % 3, f"{n}")

    with house.db.reading() as session:
        shown = talk.latest(session, find.by_code(session, code))

    assert [row.text for row in shown] == [f"{n}" for n in range(10, 60)]
    assert shown[0].at >= (read(house, code).started_at or shown[0].at)
