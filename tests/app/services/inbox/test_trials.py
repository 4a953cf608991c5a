"""The test letter of ./chasqui doctor, and what comes back of it."""

from email.message import EmailMessage
from functools import partial

import pytest

from app.mail.addresses import Addresses
from app.models import Letter
from app.services import outbox
from app.services.inbox import intake, trials
from app.services.outbox.facts import TrialFacts
from tests.world import World

TO = "bo@example.org"


@pytest.fixture
def letter(world: World) -> Letter:
    world.house.write(partial(outbox.put, kind=trials.KIND, key="trial 1", facts=TrialFacts(), to=TO))
    world.send()
    return world.newest(trials.KIND)


def come(world: World, to: str, **headers: str) -> TrialFacts:
    """What is known of the letter once this mail has been read."""
    mail = EmailMessage()
    usual = {"From": TO, "To": to, "Subject": "Re: A test letter", "Message_ID": "<1@example.org>"}
    for name, value in {**usual, **headers}.items():
        mail[name.replace("_", "-")] = value
    mail.set_content("It is here.\n")
    take_in = partial(intake.take_in, house=world.house, to=to, sender=TO, raw=mail.as_bytes())
    assert world.house.write(take_in)
    intake.read_due(world.house)
    return TrialFacts.from_json(world.newest(trials.KIND).facts)


def test_the_letter_leaves_and_asks_for_an_answer(world: World, letter: Letter) -> None:
    composed = world.compose(letter)

    assert letter.sent_at
    assert (composed.to, composed.reply_to) == (TO, Addresses(world.house.settings).trial(letter.message_id))


def test_an_answer_is_written_down_with_the_last_servers_time(world: World, letter: Letter) -> None:
    to = Addresses(world.house.settings).trial(letter.message_id)
    received = "from a by mx.play.example; Thu, 19 Nov 2026 13:00:05 +0100"

    facts = come(world, to, Received=received)

    assert facts == TrialFacts("answer", "", "2026-11-19T12:00:05+00:00")
    assert world.outcomes() == ["test letter: answer"]


def test_an_automatic_answer_is_one_too_and_a_real_one_counts_more(world: World, letter: Letter) -> None:
    to = Addresses(world.house.settings).trial(letter.message_id)

    assert come(world, to, Auto_Submitted="auto-replied").came == "automatic answer"
    assert come(world, to, Message_ID="<2@example.org>").came == "answer"
    assert come(world, to, Message_ID="<3@example.org>", Auto_Submitted="auto-replied").came == "answer"


def test_the_letter_itself_may_come_back_to_the_address_that_letters_are_from(
    world: World, letter: Letter
) -> None:
    ours = Addresses(world.house.settings)
    message_id = f"<{ours.message_id(letter.message_id)}@play.example>"

    assert come(world, ours.service, Message_ID=message_id, Auto_Submitted="auto-generated").came == "itself"


def test_an_answer_to_the_address_that_letters_are_from_counts_as_well(world: World, letter: Letter) -> None:
    ours = Addresses(world.house.settings)
    message_id = f"<{ours.message_id(letter.message_id)}@play.example>"

    assert come(world, ours.service, In_Reply_To=message_id).came == "answer"


def test_that_it_cannot_be_delivered_is_written_down_with_the_reason(world: World, letter: Letter) -> None:
    bounce = (
        "From: MAILER-DAEMON@example.org\nTo: x\nMessage-ID: <9@example.org>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\n"
        "Final-Recipient: rfc822; bo@example.org\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\n\n--b--\n"
    )
    to = Addresses(world.house.settings).bounce(letter.message_id)
    take_in = partial(intake.take_in, house=world.house, to=to, sender="", raw=bounce.encode())
    assert world.house.write(take_in)
    intake.read_due(world.house)

    facts = TrialFacts.from_json(world.newest(trials.KIND).facts)
    assert facts.came == "undeliverable"
    assert "no such user" in facts.why
