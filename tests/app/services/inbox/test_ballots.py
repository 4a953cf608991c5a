"""Proposals answered by mail: yes and no in five languages, and what else comes to that address."""

from functools import partial
from itertools import count
from typing import Any

import pytest
from sqlmodel import Session

from app.clock import now
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail, Seat
from app.services.inbox import astray, ballots
from app.services.people import accounts
from tests.world import World
from tests.world.council import DAY, Council
from tests.world.lending import Lending
from tests.world.letter_reader import links

NUMBERS = count(1)


@pytest.fixture
def council(world: World) -> Council:
    made = Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}))
    made.propose(1, "end", stands=False)
    return made


def asking(council: Council, seat: int) -> Letter:
    return next(one for one in council.friends.letters("proposed") if one.facts["seat"] == seat)


def mail(council: Council, seat: int, text: str, letter: Letter | None = None, **more: Any) -> str:
    """An answer to the letter that the seat has got, or to another one."""
    house, answered = council.friends.house, letter or asking(council, seat)
    to = Addresses(house.settings).vote(answered.message_id)
    incoming = Incoming(
        message_id=f"{next(NUMBERS)}@x", subject="Re: x", lines=tuple(text.split("\n")), **more
    )

    def received(session: Session, address: Address) -> str:
        row = Mail(digest=incoming.message_id, to=to, raw=b"", received_at=now())
        session.add(row)
        session.flush()
        return ballots.handle_vote(session, house, row, address, incoming)

    address = Addresses(house.settings).read(to)
    assert address
    return house.write(partial(received, address=address))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes!", "yes"),
        ("No, thanks", "no"),
        ("Tak, zgadzam się", "yes"),
        ("Nie", "no"),
        ("Ano", "yes"),
        ("Ja, gern", "yes"),
        ("Nein", "no"),
        ("Oui, d'accord", "yes"),
        ("Non merci", "no"),
    ],
)
def test_a_clear_answer_in_any_of_our_languages_is_a_vote(council: Council, text: str, said: str) -> None:
    assert mail(council, 2, text) == said

    assert council.seen(2)[0].said == said or council.outcome() == "failed"
    assert f"you have said {said}." in council.friends.compose(council.friends.newest("voted")).text


def test_what_is_neither_changes_nothing_and_is_answered_with_the_links(council: Council) -> None:
    assert mail(council, 2, "torch") == "neither"

    answer = council.friends.compose(council.friends.newest("voted"))
    assert council.seen(2)[0].said == ""
    assert len([link for link in links(answer.text) if "/vote/" in link]) == 2
    assert answer.reply_to == Addresses(council.friends.house.settings).vote(asking(council, 2).message_id)


def test_a_quoted_yes_is_none(council: Council) -> None:
    assert mail(council, 2, "> yes") == "neither"


def test_a_second_mail_changes_the_answer_until_it_is_decided(council: Council) -> None:
    mail(council, 2, "yes")
    mail(council, 2, "no")

    assert mail(council, 3, "yes") == "decided"
    assert council.outcome() == "failed"
    told = council.friends.compose(council.friends.newest("voted")).text
    assert "this had been decided before your email came" in told


def test_an_answer_of_a_former_holder_counts_for_nobody(council: Council) -> None:
    council.friends.world.change(Seat, council.friends.seat(2).id, holder="somebodyelse")

    assert mail(council, 2, "yes") == "the seat is somebody else's now"

    assert council.seen(2)[0].said == ""


def test_somebody_who_has_left_has_no_answer_any_more(council: Council) -> None:
    letter = asking(council, 2)
    house, leaving = council.friends.house, council.friends.seat(2).player_id or 0
    house.write(partial(accounts.delete_account, house=house, player_id=leaving))

    assert mail(council, 2, "yes", letter) in ("there is no such proposal", "the seat is somebody else's now")


def test_a_vacation_notice_is_no_vote(council: Council) -> None:
    assert mail(council, 2, "Yes, I am away", automatic="auto-replied").startswith("automatic")

    assert council.seen(2)[0].said == ""
    assert council.friends.letters("voted") == []


def test_an_answer_to_the_address_that_letters_are_from_counts_too(council: Council) -> None:
    house, letter = council.friends.house, asking(council, 2)
    council.friends.world.change(Letter, letter.id, sent_at=now())

    with house.reading() as session:
        sent = session.get_one(Letter, letter.id)
        to = astray.answer_address(session, house, sent)

    assert to == Addresses(house.settings).vote(letter.message_id)


def test_an_owner_who_lends_the_seat_after_the_letter_has_come_still_votes_by_it(council: Council) -> None:
    lending = Lending(council.friends).lend(2)

    assert mail(council, 2, "yes") == "yes"
    lending.call_back(2)

    assert mail(council, 2, "yes") == "yes"
    assert council.seen(2)[0].said == "yes"


def test_a_letter_that_asks_leaves_also_when_the_seat_is_lent_meanwhile(council: Council) -> None:
    Lending(council.friends).lend(2)

    assert (
        len([link for link in links(council.friends.compose(asking(council, 2)).text) if "/vote/" in link])
        == 2
    )
