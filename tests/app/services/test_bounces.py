"""Letters that come back: who is not reached any more, and how they come back themselves."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from sqlmodel import Session, select

from app.house import House
from app.letters import ComposedLetter, NotNeeded, compose
from app.mail.addresses import Addresses
from app.mail.read.incoming import Bounce, Incoming
from app.models import Letter, Match, Player, now
from app.services import outbox
from app.services.inbox import intake
from app.services.matches import find
from app.services.outbox import bounces
from app.services.outbox.facts import SeatFacts
from app.services.people import accounts
from app.services.play import host_actions
from tests.app.services.houses import friend, letters, opened, read
from tests.servers import until

HARD, SOFT = Bounce(True, "no such user"), Bounce(False, "mailbox full")


@pytest.fixture
def code(house: House) -> str:
    """Ana hosts; Bo and Cy play."""
    return opened(house, ask_seconds=3600, policy="automatic")


def player(house: House, name: str) -> Player:
    with house.db.reading() as session:
        return session.get_one(Player, friend(house, name))


def letter_to(house: House, name: str) -> Letter:
    """A new one that has left."""

    def put(session: Session) -> Letter:
        key = f"letter {len(session.exec(select(Letter.id)).all())}"
        player, match = session.get(Player, friend_id), session.exec(select(Match)).first()
        outbox.put(session, "paused", key, SeatFacts(2), player, match=match)
        session.flush()
        letter = session.exec(select(Letter).where(Letter.key == key)).one()
        letter.sent_at, letter.due_at = now(), None
        return letter

    friend_id = friend(house, name)
    return house.db.write(put)


def comes_back(house: House, letter: Letter, bounce: Bounce | None = HARD, **more: str) -> str:
    address = Addresses(house.settings).read(Addresses(house.settings).bounce(letter.id or 0))
    assert address
    incoming = Incoming(bounce=bounce, **more)  # type: ignore[arg-type]
    return house.db.write(partial(bounces.handle_bounce, house=house, address=address, incoming=incoming))


def come_back(house: House, name: str, times: int, bounce: Bounce = HARD) -> None:
    for _ in range(times):
        comes_back(house, letter_to(house, name), bounce)


def is_alive(house: House, name: str) -> None:
    person = friend(house, name)
    house.db.write(partial(bounces.try_again, player_id=person))


def told(house: House) -> list[Letter]:
    return letters(house, "resting")


def composed(house: House, letter: Letter) -> ComposedLetter:
    with house.db.reading() as session:
        return compose(session, house, letter)


# --- Counting ---


def test_three_hard_bounces_in_a_row_and_letters_rest(house: House, code: str) -> None:
    come_back(house, "Bo", 2)
    assert (player(house, "Bo").hard_bounces, player(house, "Bo").resting_at) == (2, None)

    come_back(house, "Bo", 1)

    assert player(house, "Bo").resting_at is not None
    assert player(house, "Cy").resting_at is None


def test_soft_ones_are_noted_and_not_counted(house: House, code: str) -> None:
    outcome = comes_back(house, letter_to(house, "Bo"), SOFT)
    come_back(house, "Bo", 9, SOFT)

    assert outcome == "soft: mailbox full"
    assert player(house, "Bo").hard_bounces == 0


def test_one_letter_counts_once(house: House, code: str) -> None:
    letter = letter_to(house, "Bo")

    for _ in range(4):
        outcome = comes_back(house, letter)

    assert outcome == "this letter has come back before"
    assert player(house, "Bo").hard_bounces == 1


def test_what_is_no_bounce_is_none(house: House, code: str) -> None:
    outcome = comes_back(house, letter_to(house, "Bo"), None, automatic="vacation notice")

    assert outcome == "no bounce: vacation notice"
    assert player(house, "Bo").hard_bounces == 0


def test_a_sign_of_life_begins_the_count_anew(house: House, code: str) -> None:
    come_back(house, "Bo", 2)
    is_alive(house, "Bo")
    come_back(house, "Bo", 2)

    assert (player(house, "Bo").hard_bounces, player(house, "Bo").resting_at) == (2, None)


def test_who_has_left_for_good_has_nothing_to_count(house: House, code: str) -> None:
    letter, person = letter_to(house, "Bo"), friend(house, "Bo")
    house.db.write(lambda session: accounts.forget(session, house, person))

    comes_back(house, letter)

    with house.db.reading() as session:
        assert session.get_one(Player, person).hard_bounces == 0


def test_a_mail_server_that_refuses_at_once_counts_alike(house: House, code: str) -> None:
    for _ in range(3):
        letter = letter_to(house, "Bo")
        house.db.write(partial(bounces.refused, letter=letter, why="550 5.1.1 no such user"))

    assert player(house, "Bo").resting_at is not None


@pytest.mark.parametrize("why", ["550 5.7.1 your network is blocked", "550-5.7.26 not authenticated"])
def test_what_a_server_has_against_us_is_not_counted(house: House, code: str, why: str) -> None:
    for _ in range(3):
        house.db.write(partial(bounces.refused, letter=letter_to(house, "Bo"), why=why))

    assert player(house, "Bo").hard_bounces == 0


def test_an_invitation_that_comes_back_is_told_to_the_host(house: House) -> None:
    code = opened(house, guests=["zoe@example.org", ""])
    [letter] = letters(house, "invitation")

    comes_back(house, letter, Bounce(True, "550 no Zoe@example.org here"))

    with house.db.reading() as session:
        [lost] = outbox.lost(session, find.by_code(session, code).id or 0)
    assert lost.error == "came back: 550 no … here"


def test_bounces_come_in_as_mail(house: House, code: str) -> None:
    """Of a real mail server: who it is about is in the address, not in what it says."""
    report = (
        b"From: MAILER-DAEMON@example.org\r\nSubject: Undelivered Mail\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nI could not deliver.\r\n"
        b"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.org\r\n\r\n"
        b"Final-Recipient: rfc822; somebody.else@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        b"Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--b--\r\n"
    )
    for _ in range(3):
        to = Addresses(house.settings).bounce(letter_to(house, "Bo").id or 0)
        house.db.write(partial(intake.take_in, house=house, to=to, sender="", raw=report))
    before = len(letters(house))

    intake.read_due(house)

    assert player(house, "Bo").resting_at is not None
    assert [letter.kind for letter in letters(house)[before:]] == [
        "resting"
    ]  # to the host, and to nobody else


# --- The host ---


def test_the_host_is_told_once(house: House, code: str) -> None:
    come_back(house, "Bo", 5)

    [letter] = told(house)
    assert letter.player_id == friend(house, "Ana")
    assert letter.match_id == read(house, code).id


def test_the_host_of_each_match_that_goes_on_is_told(house: House, code: str) -> None:
    second = opened(house, title="Monday")
    over = opened(house, title="Tuesday")
    host = friend(house, "Ana")
    house.db.write(lambda session: host_actions.give_up(session, house, over, host))

    come_back(house, "Bo", 3)

    assert {letter.match_id for letter in told(house)} == {read(house, each).id for each in (code, second)}


def test_a_host_whose_own_letters_come_back_is_not_written_to(house: House, code: str) -> None:
    come_back(house, "Ana", 3)
    assert told(house) == []

    come_back(house, "Bo", 3)
    with pytest.raises(NotNeeded, match=bounces.RESTING):
        composed(house, told(house)[0])


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"ask_seconds": None}, "no clock"),
        ({"policy": "wait"}, "everybody waits"),
        ({"policy": "automatic"}, "an automatic order is given"),
        ({"policy": "bot"}, "a bot plays until Bo is back"),
    ],
)
def test_the_letter_says_who_since_when_and_what_happens(
    house: House, clock: dict[str, Any], said: str
) -> None:
    more: dict[str, Any] = {"ask_seconds": 3600, **clock}
    code = opened(house, **more)
    come_back(house, "Bo", 3)

    letter = composed(house, told(house)[0])

    assert (letter.to, letter.subject) == ("ana@example.org", "Sunday: letters to Bo come back")
    words = " ".join(letter.text.split())
    assert said in words
    assert "since" in words
    assert f"/m/{code}" in words
    assert "bo@example.org" not in letter.text + letter.html


def test_the_letter_is_not_needed_when_things_have_moved_on(house: House, code: str) -> None:
    come_back(house, "Bo", 3)
    is_alive(house, "Bo")

    with pytest.raises(NotNeeded, match="arrives again"):
        composed(house, told(house)[0])


def test_the_host_sees_whose_letters_rest(house: House, code: str) -> None:
    come_back(house, "Bo", 3)

    with house.db.reading() as session:
        assert [who.name for who in bounces.resting(session, find.by_code(session, code))] == ["Bo"]


# --- Back again ---


def test_letters_that_rested_leave_when_somebody_is_heard_of(house: House, code: str) -> None:
    come_back(house, "Bo", 3)

    def rests(session: Session) -> None:
        letter = session.exec(select(Letter).where(Letter.key == "rested")).one()
        outbox.not_needed(session, letter, bounces.RESTING)

    match = read(house, code)
    bo = player(house, "Bo")
    house.db.write(lambda s: outbox.put(s, "resumed", "rested", SeatFacts(2), bo, match=match))
    house.db.write(rests)

    is_alive(house, "Bo")

    assert player(house, "Bo").resting_at is None
    [letter] = letters(house, "resumed")
    assert (letter.dropped, letter.due_at is not None) == ("", True)


def test_orders_and_a_bounce_at_the_same_time_wait_for_each_other(house: House, code: str) -> None:
    """Both lock the match first and then the person: the other way about, one would have to start again."""
    come_back(house, "Bo", 1)
    letter, friend_id, begun = letter_to(house, "Bo"), friend(house, "Bo"), list[str]()

    def bouncing(session: Session) -> None:
        begun.append("bounce")
        bounces.refused(session, session.get_one(Letter, letter.id))

    def ordering(session: Session) -> bool:
        begun.append("orders")
        find.by_code(session, code, locked=True)
        bounce = threads.submit(house.db.write, bouncing)
        waits = not until(bounce.done, 0.3)
        bounces.alive(session, session.get_one(Player, friend_id))
        session.flush()
        return waits

    with ThreadPoolExecutor(1) as threads:
        assert house.db.write(ordering)

    assert begun == ["orders", "bounce"]
    assert player(house, "Bo").hard_bounces == 1
