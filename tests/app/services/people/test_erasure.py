"""A player leaves for good: where the address was, and what is left of it."""

import zlib
from functools import partial

import pytest
from sqlmodel import Session, SQLModel, col, select

from app.clock import now
from app.house import House
from app.keys import key_of
from app.mail.addresses import Addresses
from app.models import Letter, Mail, Match, Seat
from app.post.sender import send_due
from app.services import outbox
from app.services.inbox import intake
from app.services.lobby import opening, seats
from app.services.lobby.opening import Wish
from app.services.matches import find
from app.services.people import accounts, signing_in
from tests.app.services.inbox.mails import bring, mails, reply_to
from tests.world import Friends, World

ZOE = "zoe@example.org"

pytestmark = pytest.mark.usefixtures("undrawn")


def all_rows(house: House) -> dict[str, str]:
    """Of every table, as text; what is packed is unpacked."""
    with house.db.engine.connect() as connection:
        return {
            table.name: "\n".join(" ".join(map(as_text, row)) for row in connection.execute(table.select()))
            for table in SQLModel.metadata.sorted_tables
        }


def as_text(value: object) -> str:
    if not isinstance(value, bytes):
        return str(value)
    packed = value.startswith(b"\x78")
    return (zlib.decompress(value) if packed else value).decode("latin1")


def tables_with(house: House, text: str) -> list[str]:
    return sorted(name for name, rows in all_rows(house).items() if text in rows.lower())


def invited(world: World, title: str, email: str = ZOE, free: int = 1) -> Match:
    """Ana's match, with a seat that is kept for this address."""
    wish = Wish(game="incan-gold", title=title, size=2 + free, guests=[email, *[""] * free])
    host = world.friend("Ana")
    return world.house.db.write(lambda session: opening.open_match(session, world.house, host, wish))


def answer(house: House, match: Match, position: int = 2, accept: bool = True) -> None:
    def answered(session: Session) -> None:
        own = seats_in(session, match.code)[position - 1]
        token = seats.invitation_address(house, own).split("/")[-2]
        (seats.accept if accept else seats.decline)(session, house, token)

    house.db.write(answered)


def seats_in(session: Session, code: str) -> list[Seat]:
    return list(find.seats_of(session, find.by_code(session, code)))


def join(world: World, match: Match, name: str) -> None:
    joining = world.friend(name)
    world.house.db.write(
        partial(
            seats.join,
            house=world.house,
            join_key=key_of(world.house.settings.keys, find.JOIN, match.join_key),
            player_id=joining,
        )
    )


def forget(house: House, player_id: int) -> None:
    house.db.write(partial(accounts.delete_account, house=house, player_id=player_id))


@pytest.fixture
def played(world: World) -> Friends:
    """Zoe came by an invitation, and plays with Ana and Bo; their letters have left."""
    match = invited(world, "Sunday")
    world.send()
    answer(world.house, match)
    join(world, match, "Bo")
    world.send()
    return Friends(world, match.code)


def brought(friends: Friends) -> None:
    """Mails about Zoe: an answer that was read, one that was not, a bounce, and an answer to
    her invitation."""
    bring(friends.house, reply_to(friends, 2), f"torch\n\nOn Sunday {ZOE} wrote:")
    intake.read_due(friends.house)
    bring(friends.house, reply_to(friends, 2), f"camp\n\n{ZOE}")
    addresses, [invitation, *_] = Addresses(friends.house.settings), friends.world.letters("invitation")
    bring(friends.house, addresses.bounce(invitation.message_id), f"Final-Recipient: {ZOE}")
    bring(friends.house, addresses.invitation(invitation.message_id), f"yes\n\n{ZOE}")

    def from_zoe(session: Session) -> None:
        for mail in session.exec(select(Mail).where(col(Mail.to).startswith("r."))):
            mail.sender = "Zoe@example.org"

    friends.house.db.write(from_zoe)


def test_of_a_player_who_leaves_no_row_has_the_address(world: World, played: Friends) -> None:
    answer(world.house, invited(world, "Declined"), accept=False)
    waiting = invited(world, "Waiting")
    world.house.db.write(lambda session: signing_in.ask_to_sign_in(session, world.house, ZOE))
    brought(played)
    before = tables_with(world.house, ZOE)

    forget(world.house, played.seat(2).player_id or 0)

    assert before == ["letter", "mail", "player", "seat"]
    assert tables_with(world.house, ZOE) == []
    assert played.match.status == "running"
    assert Friends(world, waiting.code).match.status == "open"


def test_of_a_match_that_is_over_too(house: House, played: Friends) -> None:
    def over(session: Session) -> None:
        match = find.by_code(session, played.code)
        match.status, match.ended_at = "over", now()

    house.db.write(over)

    forget(house, played.seat(2).player_id or 0)

    assert tables_with(house, ZOE) == []


def test_letters_with_secret_links_go_with_their_reader_and_others_stay(
    world: World, played: Friends
) -> None:
    zoe = played.seat(2).player_id
    others = [letter.id for letter in world.letters() if letter.player_id not in (None, zoe)]
    assert [letter for letter in world.letters() if letter.player_id == zoe and "/do/" in letter.text]

    forget(world.house, zoe or 0)

    left = world.letters()
    assert not [letter for letter in left if letter.player_id == zoe and (letter.text or letter.html)]
    assert [letter.id for letter in left if letter.player_id not in (None, zoe)][: len(others)] == others


def test_mails_of_others_stay(house: House, played: Friends) -> None:
    bring(house, reply_to(played, 1), "torch")
    bring(house, reply_to(played, 2), "torch")

    forget(house, played.seat(2).player_id or 0)

    assert [mail.to for mail in mails(house)] == [World(house).kept(reply_to(played, 1))]


def test_an_invitation_that_has_not_been_answered_is_declined(world: World) -> None:
    match, zoe = invited(world, "Sunday"), world.friend("Zoe")

    forget(world.house, zoe)

    with world.house.db.reading() as session:
        assert [own.status for own in seats_in(session, match.code)] == ["taken", "empty", "empty"]
        told = opening.lobby_view(session, world.house, match.code, match.host_id)
    assert [own.declined for own in told.seats] == ["", "", ""]
    send_due(world.house)
    assert not [letter for letter in world.letters("invitation") if letter.sent_at or letter.due_at]


def test_a_letter_that_is_leaving_just_then_is_not_kept(house: House, played: Friends) -> None:
    house.db.write(lambda session: signing_in.ask_to_sign_in(session, house, ZOE))
    [letter] = house.db.write(partial(outbox.claim, at=now(), limit=9))

    class Words:
        subject = text = html = f"for {ZOE}"
        picture, more_pictures = None, ()

    forget(house, played.seat(2).player_id or 0)
    house.db.write(partial(outbox.mark_sent, letter=letter, at=now(), words=Words()))

    assert tables_with(house, ZOE) == []


def test_what_comes_back_later_finds_no_address(world: World, played: Friends) -> None:
    zoe = played.seat(2).player_id
    [sent, *_] = [letter for letter in world.letters() if letter.player_id == zoe and letter.sent_at]
    address = Addresses(world.house.settings).bounce(sent.message_id)

    forget(world.house, zoe or 0)

    with world.house.db.reading() as session:
        assert intake.known_address(session, world.house, address) is None


def test_the_match_goes_on(house: House, played: Friends) -> None:
    forget(house, played.seat(2).player_id or 0)

    played.order(1, "torch")

    assert played.seat(2).deputy
    assert send_due(house) >= 0
    with house.db.reading() as session:
        assert not session.exec(select(Letter).where(Letter.error != "")).all()
