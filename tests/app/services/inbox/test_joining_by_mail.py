"""Friends who open nothing but their mail: they take their seats by replies, and play by replies."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.models import Player
from app.safe_text import one_line
from app.services.inbox.reply_facts import RsvpOutcome
from app.services.people import accounts
from tests.world import World
from tests.world.by_mail import BO, CY, GUESTS, Evening, invited
from tests.world.mail_programs import PROGRAMS, Writing, gmail, text_of
from tests.world.mail_server import Sink


@pytest.fixture
def evening(tmp_path: Path, sink: Sink) -> Iterator[Evening]:
    with invited(tmp_path, sink) as made:
        yield made


def test_the_invitation_says_that_it_can_be_answered(evening: Evening) -> None:
    letter = evening.newest(BO)

    assert str(letter["Reply-To"]).startswith("i.")
    assert letter["Reply-To"] != evening.newest(CY)["Reply-To"]
    assert "Or reply to this letter with “accept” or “decline”." in text_of(letter)
    assert letter["Auto-Submitted"] == "auto-generated"


def test_where_no_mail_is_taken_in_the_page_alone_answers(tmp_path: Path) -> None:
    world = World.new(tmp_path, door="none")
    friends = world.invite()
    letter = friends.compose(friends.newest("invitation"))
    world.close()

    assert not letter.reply_to
    assert "eply" not in letter.text


def test_friends_who_never_open_a_page_join_and_play_their_first_turns(evening: Evening) -> None:
    for friend in GUESTS:
        evening.answer(friend, "accept")
    evening.work()
    assert evening.friends.match.status == "running"

    for friend in GUESTS:
        assert "Or reply to this letter" in text_of(evening.newest(friend))
        evening.answer(friend, "torch")
    evening.work()

    assert evening.friends.world.outcomes() == ["accepted"] * 3 + ["receipt 1"] * 3
    assert evening.friends.waiting_for() == [1]


def test_a_player_who_accepts_before_the_match_can_begin_is_told_so(evening: Evening) -> None:
    mail = evening.answer(BO, "accept")
    evening.work()

    told = evening.newest(BO)
    assert "The seat is yours. When it is your turn, you will get a letter." in text_of(told)
    assert told["In-Reply-To"] == mail["Message-ID"]
    assert told["Auto-Submitted"] == "auto-replied"
    assert evening.rsvps(BO) == [RsvpOutcome("accepted")]
    assert "decline" not in text_of(told)
    assert evening.friends.seat(2).status == "taken"


def test_when_the_match_begins_its_first_letter_is_the_answer(evening: Evening) -> None:
    for friend in GUESTS:
        evening.answer(friend, "accept")
        evening.work()

    assert [letter.to for letter in evening.friends.letters("rsvp")] == [BO, CY]


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("said", "status"), [("accept", "taken"), ("Hi Ana,\n\nno, thanks\n\nBo", "empty")])
def test_every_mail_program_can_answer(evening: Evening, program: Writing, said: str, status: str) -> None:
    evening.answer(BO, said, program)
    evening.work()

    assert evening.friends.seat(2).status == status


def test_a_player_who_declines_leaves_the_seat_free_and_is_told_so(evening: Evening) -> None:
    evening.answer(BO, "decline")
    evening.work()

    told = evening.newest(BO)
    assert "You have declined. The host can see that the seat is free again." in text_of(told)
    assert evening.rsvps(BO) == [RsvpOutcome("declined")]
    assert not told["Reply-To"]
    assert evening.friends.seat(2).status == "empty"
    assert evening.person(BO) is None


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Tak, chętnie", "pl"),
        ("No problem, count me in!", "en"),
        ("přijímám", "cs"),
        ("Ja, gerne!", "de"),
        ("J’accepte", "fr"),
        ("Yes", "en"),
    ],
)
def test_a_player_who_accepts_in_a_language_is_written_to_in_it(
    evening: Evening, said: str, language: str
) -> None:
    evening.answer(BO, said)
    evening.work()

    person = evening.person(BO)
    assert person
    assert (person.language, person.zone) == (language, "UTC"), "the host's hours are not the guest's"


@pytest.mark.parametrize("said", ["Nie", "odmítám", "ablehnen", "non merci", "No, thanks."])
def test_five_languages_can_decline(evening: Evening, said: str) -> None:
    evening.answer(BO, said)
    evening.work()

    assert evening.friends.world.outcomes() == ["declined"]


def test_an_answer_may_call_the_host_by_name(evening: Evening) -> None:
    evening.answer(BO, "ok Ana")
    evening.work()

    assert evening.friends.world.outcomes() == ["accepted"]


def test_a_word_of_all_languages_leaves_the_hosts(evening: Evening) -> None:
    evening.friends.world.change(Player, evening.host, language="pl")
    evening.answer(BO, "ok")
    evening.work()

    person = evening.person(BO)
    assert person
    assert person.language == "pl"


@pytest.mark.parametrize(
    "said",
    [
        "Let me think.",
        "yes no",
        "nie wiem",
        "Maybe in spring.\n\naccept",
        "torch",
        "",
        "-- \naccept",
        "> accept",
    ],
)
def test_anything_else_changes_nothing_and_is_told_what_can_be_written(evening: Evening, said: str) -> None:
    address = str(evening.newest(BO)["Reply-To"])
    evening.answer(BO, said)
    evening.work()

    told = evening.newest(BO)
    assert evening.rsvps(BO) == [RsvpOutcome("neither")]
    assert re.search("neither “accept” nor “decline”.*Write “accept” or “decline”", one_line(text_of(told)))
    assert told["Reply-To"] == address
    assert evening.friends.seat(2).status == "invited"

    evening.answer(BO, "accept")
    evening.work()
    assert evening.friends.seat(2).status == "taken"


def test_machines_that_write_to_each_other_fall_silent(evening: Evening) -> None:
    invitation = evening.newest(BO)
    for _ in range(12):
        evening.bring(gmail(invitation, "hm"))
    evening.work()

    assert len(evening.friends.letters("rsvp")) == 10
    assert evening.friends.world.outcomes()[-1] == "neither; not answered: too many within an hour"


# --- Who answers ---


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ('"Bo B." <bo@example.org>', "Bo B."),
        ("Zoë <elsewhere@example.net>", "Zoë"),
        ("bo@example.org", "Guest"),
        ('"bo@example.org" <bo@example.org>', "Guest"),
        (f"{'x' * 41} <bo@example.org>", "Guest"),
    ],
)
def test_a_new_player_has_the_name_that_the_mail_has(evening: Evening, named: str, name: str) -> None:
    evening.answer(BO, "accept", named=named)
    evening.work()

    assert evening.friends.seat(2).name == name


def test_a_player_who_has_signed_in_without_a_name_has_the_name_that_the_mail_has(evening: Evening) -> None:
    evening.friends.house.db.write(lambda s: accounts.find_or_create(s, BO))
    evening.answer(BO, "accept", named="Bo B. <bo@example.org>")
    evening.work()

    person = evening.person(BO)
    assert person
    assert (person.name, evening.friends.seat(2).name) == ("Bo B.", "Bo B.")
    assert "The others know you as “Bo B.”." in text_of(evening.newest(BO))


def test_a_player_without_a_name_is_told_where_to_give_one_and_plays_by_it(evening: Evening) -> None:
    evening.answer(BO, "accept", named=BO)
    evening.work()
    assert "You are called “Guest”, for we do not know your" in text_of(evening.newest(BO))

    person = evening.person(BO)
    assert person
    evening.friends.house.db.write(lambda s: accounts.change_account(s, person.id or 0, name="Bo").id)
    for friend in GUESTS:
        evening.answer(friend, "accept")
    evening.work()

    assert evening.friends.seat(2).name == "Bo"


def test_a_player_who_is_known_keeps_name_and_language(evening: Evening) -> None:
    evening.friends.house.db.write(lambda s: accounts.find_or_create(s, BO, "Bořek", language="cs"))
    evening.answer(BO, "yes", named="Somebody <bo@example.org>")
    evening.work()

    person = evening.person(BO)
    assert person
    assert (person.name, person.language) == ("Bořek", "cs")
    assert evening.friends.seat(2).name == "Bořek"


def test_the_answer_goes_to_a_player_who_was_invited_and_never_to_from(evening: Evening) -> None:
    evening.answer(BO, "accept", named="Mallory <mallory@example.net>")
    evening.work()

    assert not evening.letters("mallory@example.net")
    assert len(evening.letters(BO)) == 2
    assert evening.person("mallory@example.net") is None
