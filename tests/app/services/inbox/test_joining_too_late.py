"""Answers to an invitation that come twice, from nobody, or when the seat is gone."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from smtplib import SMTPRecipientsRefused

import pytest
from sqlmodel import Session

from app.post.smtp_handler import INVITATION_VOID
from app.services.inbox.reply_facts import RsvpOutcome
from app.services.lobby import host_seats, opening, seats, start
from app.services.people import accounts
from tests.world import World
from tests.world.by_mail import BO, GUESTS, Evening, invited
from tests.world.mail_programs import gmail, text_of
from tests.world.mail_server import Sink

Gone = Callable[..., None]


@pytest.fixture
def evening(tmp_path: Path, sink: Sink) -> Iterator[Evening]:
    with invited(tmp_path, sink) as made:
        yield made


def test_the_same_mail_twice_counts_once(evening: Evening) -> None:
    mail = evening.answer(BO, "accept")
    evening.bring(mail)
    evening.work()

    assert evening.friends.world.outcomes() == ["accepted", "duplicate"]
    assert len(evening.letters(BO)) == 2


def test_a_player_who_accepts_once_more_has_the_seat(evening: Evening) -> None:
    invitation = evening.newest(BO)
    for friend in GUESTS:
        evening.answer(friend, "accept")
    evening.work()
    evening.bring(gmail(invitation, "accept"))
    evening.work()

    assert evening.friends.world.outcomes() == ["accepted"] * 4
    assert evening.rsvps(BO) == [RsvpOutcome("accepted")] * 2


def test_a_player_who_has_accepted_cannot_decline_any_more(evening: Evening) -> None:
    evening.answer(BO, "accept")
    evening.answer(BO, "decline")
    evening.work()

    accepted, declined = evening.rsvps(BO)
    assert (accepted.came, declined.came) == ("accepted", "")
    assert declined.problem.startswith("You have already taken this seat")
    assert evening.friends.seat(2).status == "taken"


def test_a_vacation_notice_takes_no_seat_and_gets_no_answer(evening: Evening) -> None:
    notice = gmail(evening.newest(BO), "accept")
    notice["Auto-Submitted"] = "auto-replied"
    evening.bring(notice)
    evening.work()

    assert evening.friends.world.outcomes() == ["automatic: auto-submitted"]
    assert len(evening.letters(BO)) == 1
    assert evening.friends.seat(2).status == "invited"


def freed(session: Session, by: Evening) -> None:
    host_seats.free_seat(session, by.friends.house, by.friends.code, by.host, 2)


def given_away(session: Session, by: Evening) -> None:
    host_seats.invite_to(session, by.friends.house, by.friends.code, by.host, 2, "eva@example.org")


def given_to_a_bot(session: Session, by: Evening) -> None:
    host_seats.put_bot(session, by.friends.house, by.friends.code, by.host, 2)


def begun_without(session: Session, by: Evening) -> None:
    for position in (3, 4):
        host_seats.put_bot(session, by.friends.house, by.friends.code, by.host, position)
    start.start(session, by.friends.house, by.friends.code, by.host)


GONE = [freed, given_away, given_to_a_bot, begun_without]


@pytest.mark.parametrize("gone", GONE)
def test_when_the_seat_is_gone_the_door_says_so(evening: Evening, gone: Gone) -> None:
    evening.friends.house.db.write(partial(gone, by=evening))

    with pytest.raises(SMTPRecipientsRefused) as refused:
        evening.answer(BO, "accept")

    [(code, said)] = refused.value.recipients.values()
    assert f"{code} {said.decode()}" == INVITATION_VOID


@pytest.mark.parametrize("gone", GONE)
def test_a_mail_that_was_on_its_way_meanwhile_gets_the_truth(evening: Evening, gone: Gone) -> None:
    evening.answer(BO, "accept")
    evening.friends.house.db.write(partial(gone, by=evening))
    evening.work()

    told = " ".join(text_of(evening.newest(BO)).split())
    [outcome] = evening.rsvps(BO)
    assert outcome == RsvpOutcome(problem="This invitation is no longer valid.")
    assert f"this could not be done, and nothing was changed. {outcome.problem}" in told
    assert "“accept”" not in told
    assert evening.person(BO) is None


def test_a_match_that_was_called_off_is_not_said_to_have_begun(evening: Evening) -> None:
    house, code = evening.friends.house, evening.friends.code
    house.db.write(lambda s: opening.cancel(s, house, code, evening.host))
    evening.answer(BO, "accept")
    evening.work()

    told = text_of(evening.newest(BO))
    assert "The host has ended the match without a result." in told
    assert "started" not in told


def test_an_invitation_to_another_house_is_no_address(evening: Evening) -> None:
    mail = gmail(evening.newest(BO), "accept")
    mail.replace_header("To", "i.1.aaaaaaaaaaaaaaaa@play.example")

    with pytest.raises(SMTPRecipientsRefused):
        evening.bring(mail)


def test_a_player_who_declined_is_not_told_that_the_seat_is_theirs_when_others_sit_there(
    world_on_sqlite: World,
) -> None:
    friends, house = world_on_sqlite.invite(), world_on_sqlite.house
    seat = friends.seat(2)
    token = house.links.make("invitation", [seat.key])
    house.db.write(lambda s: seats.decline(s, house, token))
    other = house.db.write(lambda s: accounts.find_or_create(s, "eve@example.org").id)
    house.db.write(lambda s: seats.join(s, house, friends.join_key, other or 0))

    with pytest.raises(ValueError, match="no longer valid"):
        house.db.write(lambda s: seats.accept(s, house, token))
