"""Who leaves for good: where the address stood, and what is left of it."""

import zlib
from functools import partial

import pytest
from sqlmodel import Session, SQLModel, col, select

from app.house import House
from app.mail.addresses import Addresses
from app.models import Letter, Mail, Match, Seat, now
from app.post.sender import send_due
from app.services import outbox
from app.services.inbox import intake
from app.services.lobby import opening, seats
from app.services.lobby.opening import Wish
from app.services.matches import find
from app.services.people import accounts
from tests.app.services.houses import friend, letters, order, read, seat
from tests.app.services.mails import bring, mails, reply_to

ZOE = "zoe@example.org"


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


def invited(house: House, title: str, email: str = ZOE, free: int = 1) -> Match:
    """Ana's match, with a seat that is kept for this address."""
    wish = Wish(game="incan-gold", title=title, size=2 + free, guests=[email, *[""] * free])
    host = friend(house, "Ana")
    return house.db.write(lambda session: opening.open_match(session, house, host, wish))


def answer(house: House, match: Match, position: int = 2, accept: bool = True) -> None:
    def answered(session: Session) -> None:
        own = seats_in(session, match.code)[position - 1]
        token = seats.invitation_address(house, own).split("/")[-2]
        (seats.accept if accept else seats.decline)(session, house, token)

    house.db.write(answered)


def seats_in(session: Session, code: str) -> list[Seat]:
    return list(find.seats_of(session, find.by_code(session, code)))


def join(house: House, match: Match, name: str) -> None:
    joining = friend(house, name)
    house.db.write(partial(seats.join, house=house, join_key=match.join_key, player_id=joining))


def forget(house: House, player_id: int) -> None:
    house.db.write(partial(accounts.forget, house=house, player_id=player_id))


@pytest.fixture
def played(house: House) -> str:
    """Zoe came by an invitation, and plays with Ana and Bo; their letters have left."""
    match = invited(house, "Sunday")
    send_due(house)
    answer(house, match)
    join(house, match, "Bo")
    send_due(house)
    return match.code


def brought(house: House, code: str) -> None:
    """Mails about Zoe: an answer that was read, one that was not, a bounce, and an answer to
    her invitation."""
    bring(house, reply_to(house, code, 2), f"torch\n\nOn Sunday {ZOE} wrote:")
    intake.read_due(house)
    bring(house, reply_to(house, code, 2), f"camp\n\n{ZOE}")
    addresses, [invitation, *_] = Addresses(house.settings), letters(house, "invitation")
    bring(house, addresses.bounce(invitation.id or 0), f"Final-Recipient: {ZOE}")
    bring(house, addresses.invitation(invitation.id or 0), f"yes\n\n{ZOE}")

    def from_zoe(session: Session) -> None:
        for mail in session.exec(select(Mail).where(col(Mail.to).startswith("r."))):
            mail.sender = "Zoe@example.org"

    house.db.write(from_zoe)


def test_of_who_leaves_no_row_has_the_address(house: House, played: str) -> None:
    answer(house, invited(house, "Declined"), accept=False)
    waiting = invited(house, "Waiting")
    house.db.write(lambda session: accounts.ask_to_sign_in(session, house, ZOE))
    brought(house, played)
    before = tables_with(house, ZOE)

    forget(house, seat(house, played, 2).player_id or 0)

    assert before == ["letter", "mail", "player", "seat"]
    assert tables_with(house, ZOE) == []
    assert read(house, played).status == "running"
    assert read(house, waiting.code).status == "open"


def test_of_a_match_that_is_over_too(house: House, played: str) -> None:
    def over(session: Session) -> None:
        match = find.by_code(session, played)
        match.status, match.ended_at = "over", now()

    house.db.write(over)

    forget(house, seat(house, played, 2).player_id or 0)

    assert tables_with(house, ZOE) == []


def test_letters_with_secret_links_go_with_their_reader_and_others_stay(house: House, played: str) -> None:
    zoe = seat(house, played, 2).player_id
    others = [letter.id for letter in letters(house) if letter.player_id not in (None, zoe)]
    assert [letter for letter in letters(house) if letter.player_id == zoe and "/do/" in letter.text]

    forget(house, zoe or 0)

    left = letters(house)
    assert not [letter for letter in left if letter.player_id == zoe and (letter.text or letter.html)]
    assert [letter.id for letter in left if letter.player_id not in (None, zoe)][: len(others)] == others


def test_mails_of_others_stay(house: House, played: str) -> None:
    bring(house, reply_to(house, played, 1), "torch")
    bring(house, reply_to(house, played, 2), "torch")

    forget(house, seat(house, played, 2).player_id or 0)

    assert [mail.to for mail in mails(house)] == [reply_to(house, played, 1)]


def test_an_invitation_that_has_not_been_answered_is_declined(house: House) -> None:
    match, zoe = invited(house, "Sunday"), friend(house, "Zoe")

    forget(house, zoe)

    with house.db.reading() as session:
        assert [own.status for own in seats_in(session, match.code)] == ["taken", "empty", "empty"]
        told = opening.waiting(session, house, match.code, match.host_id)
    assert [own.declined for own in told.seats] == ["", "", ""]
    send_due(house)
    assert not [letter for letter in letters(house, "invitation") if letter.sent_at or letter.due_at]


def test_a_letter_that_is_leaving_just_then_is_not_kept(house: House, played: str) -> None:
    house.db.write(lambda session: accounts.ask_to_sign_in(session, house, ZOE))
    [letter] = house.db.write(partial(outbox.claim, at=now(), limit=9))

    class Words:
        subject = text = html = f"for {ZOE}"
        picture = None

    forget(house, seat(house, played, 2).player_id or 0)
    house.db.write(partial(outbox.sent, letter=letter, at=now(), words=Words()))

    assert tables_with(house, ZOE) == []


def test_what_comes_back_later_finds_no_address(house: House, played: str) -> None:
    zoe = seat(house, played, 2).player_id
    [sent, *_] = [letter for letter in letters(house) if letter.player_id == zoe and letter.sent_at]
    address = Addresses(house.settings).bounce(sent.id or 0)

    forget(house, zoe or 0)

    with house.db.reading() as session:
        assert intake.known_address(session, house, address) is None


def test_the_match_goes_on(house: House, played: str) -> None:
    forget(house, seat(house, played, 2).player_id or 0)

    order(house, played, 1, "torch")

    assert seat(house, played, 2).deputy
    assert send_due(house) >= 0
    with house.db.reading() as session:
        assert not session.exec(select(Letter).where(Letter.error != "")).all()
