"""Playing by letter on one machine without any mail server: letters are answered where they are kept."""

import re
from dataclasses import replace

import pytest
from sqlmodel import Session, col, select
from werkzeug.test import TestResponse

from app.clock import now
from app.mail.addresses import Addresses
from app.models import Ask, Book, Letter, Mail
from app.post.sender import send_due
from app.services.books.films import make_due_film
from app.services.books.make import make_due_book
from app.services.inbox import intake
from app.services.outbox import result_letters
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks


@pytest.fixture
def sent(evening: Evening) -> Evening:
    """All letters of the beginning are there."""
    send_due(evening.world.house)
    return evening


def seat_letter(evening: Evening, kind: str, seat: int) -> Letter:
    with evening.world.house.db.reading() as session:
        rows = session.exec(select(Letter).where(Letter.kind == kind).order_by(col(Letter.id).desc()))
        return next(letter for letter in rows if letter.facts.get("seat") == seat)


def mails(world: World) -> list[Mail]:
    with world.house.db.reading() as session:
        return list(session.exec(select(Mail).order_by(col(Mail.id))))


def answer(visitor: Visitor, letter: Letter, text: str) -> TestResponse:
    return visitor.act(f"/mailbox/{letter.id}/answer", {"answer": text})


def test_a_letter_is_answered_where_it_is_kept(sent: Evening) -> None:
    said = answer(Visitor(sent.world), seat_letter(sent, "your_turn", 1), "torch")

    assert said.status_code == 200
    assert "notice" in marks(said)
    assert intake.read_due(sent.world.house) == 1
    assert mails(sent.world)[0].outcome.startswith("receipt")
    assert [ask.seat for ask in Friends(sent.world, sent.code).all_asks() if ask.answered_at] == [1]
    assert sent.world.woken


def test_an_invitation_is_answered_there_too(world: World, ana: Visitor) -> None:
    code = ana.open(**{"seat-2": "mail", "email-2": "di@example.org"})
    send_due(world.house)
    with world.house.db.reading() as session:
        [invitation] = session.exec(select(Letter).where(Letter.kind == "invitation"))

    answer(Visitor(world), invitation, "accept")
    intake.read_due(world.house)

    assert [seat.status for seat in Friends(world, code).seats()] == ["taken", "taken", "empty"]


def test_what_is_handed_in_is_a_mail_like_any_other(sent: Evening) -> None:
    letter = seat_letter(sent, "your_turn", 2)
    text = "say: zażółć\n\ncamp" + " and" * 300

    answer(Visitor(sent.world), letter, text)

    [mail] = mails(sent.world)
    raw = intake.raw_of(sent.world.house, mail).decode("ascii")
    [ask] = [ask for ask in Friends(sent.world, sent.code).all_asks() if ask.seat == 2]
    assert mail.to == sent.world.kept(Addresses(sent.world.house.settings).reply(ask.key))
    assert mail.sender == "bo@example.org"
    assert f"In-Reply-To: {sent.world.message_id(letter)}" in raw
    assert re.search(r"^Message-ID: <\S+@127.0.0.1>\r$", raw, re.MULTILINE)


def test_an_answer_to_an_old_turn_is_about_that_turn(sent: Evening) -> None:
    letter = seat_letter(sent, "your_turn", 1)
    [ask] = [ask for ask in Friends(sent.world, sent.code).all_asks() if ask.seat == 1]

    def closed(session: Session) -> None:
        for open_ask in session.exec(select(Ask)):
            open_ask.closed_at = now()

    sent.world.house.db.write(closed)
    answer(Visitor(sent.world), letter, "torch")

    assert mails(sent.world)[0].to == sent.world.kept(Addresses(sent.world.house.settings).reply(ask.key))


def test_where_nothing_is_asked_the_seat_has_an_address(sent: Evening) -> None:
    sent.ana.post(f"/m/{sent.code}/give-up", {"sure": "give up"})
    send_due(sent.world.house, at=now() + result_letters.LETTERS_WAIT)
    letter = seat_letter(sent, "result", 2)

    answer(Visitor(sent.world), letter, "help")

    kept = f"r.{sent.code}.2.1.{sent.friends.seat(2).holder}@play.example"
    assert mails(sent.world)[0].to == kept


def test_what_a_letter_has_taken_along_can_be_opened(sent: Evening) -> None:
    sent.ana.post(f"/m/{sent.code}/give-up", {"sure": "give up"})
    make_due_book(sent.world.house)
    make_due_film(sent.world.house)
    send_due(sent.world.house, at=now() + result_letters.LETTERS_WAIT)
    letter = seat_letter(sent, "result", 2)

    page = Visitor(sent.world).get(f"/mailbox/{letter.id}").text

    addresses = re.findall(r'href="(/m/[^"]*)">(?:book.pdf|match.gif)<', page)
    kinds = [sent.ana.get(address.replace("&amp;", "&")).content_type for address in addresses]
    assert kinds == ["application/pdf", "image/gif"]


def test_a_book_that_came_too_late_for_a_letter_is_not_shown_with_it(sent: Evening) -> None:
    sent.ana.post(f"/m/{sent.code}/give-up", {"sure": "give up"})
    send_due(sent.world.house, at=now() + result_letters.LETTERS_WAIT)
    make_due_book(sent.world.house)
    sent.world.change(Book, 1, made_at=now() + 2 * result_letters.LETTERS_WAIT)
    letter = seat_letter(sent, "result", 2)

    assert "book.pdf" not in Visitor(sent.world).get(f"/mailbox/{letter.id}").text


def test_an_empty_answer_is_handed_back(sent: Evening) -> None:
    said = answer(Visitor(sent.world), seat_letter(sent, "your_turn", 1), " \n ")

    assert said.status_code == 400
    assert "The answer is empty" in said.text
    assert not mails(sent.world)


def test_a_player_who_is_signed_in_needs_a_form_of_their_session(sent: Evening) -> None:
    path = f"/mailbox/{seat_letter(sent, 'your_turn', 1).id}/answer"

    assert sent.ana.client.post(path, data={"answer": "torch"}).status_code == 403
    assert sent.ana.post(path, {"answer": "torch"}).status_code == 303
    assert len(mails(sent.world)) == 1


def test_no_other_site_and_no_other_machine_hands_anything_in(sent: Evening) -> None:
    path, client = f"/mailbox/{seat_letter(sent, 'your_turn', 1).id}/answer", Visitor(sent.world).client
    torch = {"answer": "torch"}

    assert client.post(path, data=torch, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.post(path, data=torch, headers={"Host": "evil.example"}).status_code == 400
    assert client.post(path, data=torch, environ_base={"REMOTE_ADDR": "10.0.0.7"}).status_code == 404
    assert not mails(sent.world)


def test_a_letter_that_signs_in_cannot_be_answered(world: World, ana: Visitor) -> None:
    send_due(world.house)

    assert 'id="answer"' not in Visitor(world).get("/mailbox/1").text
    said = Visitor(world).post("/mailbox/1/answer", {"answer": "hello"})
    assert said.status_code == 400
    assert "cannot be answered" in said.text


def test_without_a_door_nothing_can_be_answered(sent: Evening) -> None:
    letter = seat_letter(sent, "your_turn", 1)
    assert 'id="answer"' in Visitor(sent.world).get(f"/mailbox/{letter.id}").text

    house = sent.world.house
    closed = World(replace(house, settings=replace(house.settings, door="none")))

    assert 'id="answer"' not in Visitor(closed).get(f"/mailbox/{letter.id}").text


def test_too_many_answers_have_to_wait(sent: Evening) -> None:
    letter, guest = seat_letter(sent, "your_turn", 1), Visitor(sent.world)
    for number in range(intake.MOST_AN_HOUR):
        answer(guest, letter, f"say: {number}")

    assert answer(guest, letter, "say: one more").status_code == 429


# --- The picture ---


def test_the_letter_is_shown_with_its_picture(sent: Evening) -> None:
    letter, guest = seat_letter(sent, "your_turn", 1), Visitor(sent.world)

    framed = guest.get(f"/mailbox/{letter.id}/html")

    address = f"http://localhost/mailbox/{letter.id}/board.png"
    assert "cid:" not in framed.text
    assert f'src="{address}"' in framed.text
    assert f"img-src data: {address.removesuffix('board.png')};" in framed.headers["Content-Security-Policy"]
    picture = guest.get(address)
    assert picture.data.startswith(b"\x89PNG")
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert picture.headers["Cache-Control"] == "no-store"


def test_a_letter_without_a_picture_has_none(sent: Evening) -> None:
    assert Visitor(sent.world).get("/mailbox/1/board.png").status_code == 404
