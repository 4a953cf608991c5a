"""A seat that the players give to somebody new: by an address, or by a link that they pass on."""

from functools import partial

import pytest

from app.clock import now
from app.mail.addresses import Address, Addresses
from app.mail.read.incoming import Incoming
from app.models import Mail, Match
from app.problems import Missing, NotAllowed, Problem
from app.services.inbox import rsvp
from app.services.people import accounts, refusals
from app.services.proposals import offers
from app.services.proposals.offers import MAILED, PASSED_ON
from tests.world import World
from tests.world.council import DAY, Council

DI = "di@example.org"


@pytest.fixture
def council(world: World) -> Council:
    return Council(world.match("incan-gold", 3, ask_seconds=2 * DAY, needs={}))


def agree(council: Council, email: str = "", bot: bool = False) -> None:
    """Ana and Cy give the seat of Bo, who says nothing, to somebody else."""
    council.propose(1, "substitute", 2, email=email, bot=bot)
    council.vote(3, "yes")
    council.ring(days=5)


def token(council: Council, way: str) -> str:
    return council.friends.house.links.make(way, [council.friends.code, council.newest().key])


def take(council: Council, way: str, player_id: int | None = None, name: str = "") -> Match:
    house = council.friends.house
    taking = partial(
        offers.take, house=house, way=way, token=token(council, way), player_id=player_id, name=name
    )
    return house.write(taking)


def test_the_silence_of_the_player_lets_the_others_decide_at_the_end(council: Council) -> None:
    council.propose(1, "substitute", 2, bot=False)
    council.vote(3, "yes")
    assert council.outcome() == ""

    council.ring(days=5)

    assert council.outcome() == "passed"
    assert not council.friends.seat(2).deputy


def test_a_bot_plays_meanwhile_if_the_table_wants_it(council: Council) -> None:
    agree(council, bot=True)

    assert council.friends.seat(2).deputy


def test_an_address_gets_a_letter_and_its_reader_takes_the_seat(council: Council) -> None:
    agree(council, DI)
    letter = council.friends.newest("offered")
    composed = council.friends.compose(letter)
    assert (letter.to, "Ana asks you" in composed.text, "in place of Bo" in composed.text) == (DI, True, True)

    take(council, MAILED, name="Di")

    seat = council.friends.seat(2)
    assert (seat.name, seat.player_id) == ("Di", council.friends.world.player(DI).id)
    assert '"seat":{"name":"Di","number":2}' in council.friends.steps()[-1].line
    assert council.newest().email is None
    with pytest.raises(Problem):
        take(council, MAILED, name="Eve")


def test_a_link_that_is_passed_on_is_for_whoever_is_signed_in(council: Council) -> None:
    agree(council)
    assert council.friends.letters("offered") == []
    with pytest.raises(NotAllowed):
        take(council, PASSED_ON)

    take(council, PASSED_ON, council.friends.world.friend("Di"))

    assert council.friends.seat(2).name == "Di"


def test_somebody_who_sits_there_already_takes_no_second_seat(council: Council) -> None:
    agree(council)

    with pytest.raises(Problem):
        take(council, PASSED_ON, council.friends.seat(3).player_id)

    assert council.friends.seat(2).name == "Bo"


def test_before_it_has_passed_nobody_takes_it(council: Council) -> None:
    council.propose(1, "substitute", 2, bot=False)

    with pytest.raises(Problem):
        take(council, PASSED_ON, council.friends.world.friend("Di"))


def test_the_link_of_a_letter_is_not_the_one_to_pass_on(council: Council) -> None:
    agree(council, DI)

    with pytest.raises(Missing):
        take(council, PASSED_ON, council.friends.world.friend("Eve"))


def test_a_reply_takes_the_seat_or_declines(council: Council) -> None:
    agree(council, DI)

    assert reply(council, "Accept, gladly!") == "accepted"

    assert council.friends.seat(2).name != "Bo"
    assert council.friends.letters("rsvp") == []
    assert [letter.player_id for letter in council.friends.letters("new_hands")] == [
        council.friends.world.player(DI).id
    ]


def test_a_declined_seat_is_not_taken_any_more(council: Council) -> None:
    agree(council, DI)

    assert reply(council, "decline") == "declined"

    with pytest.raises(Problem):
        take(council, MAILED, name="Di")


def reply(council: Council, text: str) -> str:
    house, letter = council.friends.house, council.friends.newest("offered")
    to = Addresses(house.settings).invitation(letter.message_id)
    incoming = Incoming(message_id="1@x", subject="Re: x", lines=(text,), sender=f"Di <{DI}>")
    mail = Mail(id=1, digest="1", to=to, raw=b"", received_at=now())
    address = Address("invitation", letter.message_id, to)
    return house.write(partial(rsvp.handle_rsvp, house=house, mail=mail, address=address, incoming=incoming))


def test_a_mailbox_that_refuses_invitations_is_not_asked(council: Council) -> None:
    house = council.friends.house
    house.write(partial(refusals.refuse, house=house, email=DI))

    with pytest.raises(Problem):
        council.propose(1, "substitute", 2, email=DI, bot=False)


def test_an_address_is_forgotten_with_its_account(council: Council) -> None:
    agree(council, DI)
    house, di = council.friends.house, council.friends.world.friend("Di")

    house.write(partial(accounts.delete_account, house=house, player_id=di))

    assert council.newest().email is None


def test_the_seat_of_somebody_who_has_left_can_be_given_too(council: Council) -> None:
    house, leaving = council.friends.house, council.friends.seat(2).player_id or 0
    house.write(partial(accounts.delete_account, house=house, player_id=leaving))
    council.propose(1, "substitute", 2, bot=False)
    council.vote(3, "yes")

    take(council, PASSED_ON, council.friends.world.friend("Di"))

    assert council.friends.seat(2).name == "Di"
