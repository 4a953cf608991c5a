"""Books are wanted, made and kept; a letter waits a little for the one that it brings."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlmodel import select

from app.house import House
from app.models import Book, Match, now
from app.services import outbox
from app.services.books import make, store
from app.services.books.make import make_due
from app.services.books.report import Report
from app.services.matches import find, talk
from app.services.outbox import result_letters
from app.services.play import host_actions
from engine.verify import RIGHT, verify
from tests.app.services.houses import asks, bot_orders, friend, letters, opened, order, read


def played_out(house: House) -> Match:
    code = opened(house, "incan-gold")
    while read(house, code).status == "running":
        for ask in asks(house, code):
            order(house, code, ask.seat, bot_orders(house, code, ask.seat))
    return read(house, code)


def want(house: House, match: Match, *languages: str) -> None:
    house.db.write(partial(store.want, match_id=match.id, languages=languages))


def rows(house: House) -> list[Book]:
    with house.db.reading() as session:
        return list(session.exec(select(Book)))


def put_there(house: House) -> None:
    """A book, without the time that making one takes."""

    def put(session: Any) -> None:
        book = store.claim(session, now())
        assert book
        store.made(session, book, b"%PDF" + bytes(2000))

    house.db.write(put)


def change(house: House, **values: Any) -> None:
    def set_(session: Any) -> None:
        for book in session.exec(select(Book)):
            for name, value in values.items():
                setattr(book, name, value)

    house.db.write(set_)


def test_a_book_is_made_once_and_kept(house: House) -> None:
    match = played_out(house)
    want(house, match, "en")
    assert make.due(house)

    assert make_due(house) == 1
    assert make_due(house) == 0
    assert not make.due(house)

    (book,) = rows(house)
    assert book.pdf
    assert book.pdf.startswith(b"%PDF")
    assert (book.error, book.due_at, book.done, book.of) == ("", None, make.STAGES, make.STAGES)
    with house.db.reading() as session:
        assert make.for_letter(session, match, "en") == book.pdf


def test_what_is_wanted_twice_is_made_once(house: House) -> None:
    match = played_out(house)

    want(house, match, "en", "en")
    want(house, match, "en", "xx")  # told in English, as there is no catalog

    assert len(rows(house)) == 1


def test_all_languages_of_the_players_are_wanted(house: House) -> None:
    played_out(house)

    assert {book.language for book in rows(house)} == {"en"}


def test_a_book_that_somebody_makes_is_left_to_them_until_the_lease_ends(house: House) -> None:
    want(house, played_out(house), "en")
    at = now()

    assert house.db.write(partial(store.claim, at=at))
    assert house.db.write(partial(store.claim, at=at)) is None
    assert house.db.write(partial(store.claim, at=at + store.LEASE))


def test_a_book_that_cannot_be_made_is_tried_again_and_given_up_at_last(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    code = opened(house, "incan-gold")
    want(house, read(house, code), "en")  # of a match that still goes on: its record has no end

    for tries in range(1, 1 + len(store.PAUSES)):
        change(house, due_at=now())
        assert make_due(house) == 1
        (book,) = rows(house)
        assert (book.tries, book.error) == (tries, "ValueError")
        assert book.due_at
    change(house, due_at=now())
    make_due(house)

    (book,) = rows(house)
    assert book.due_at is None
    assert "could not be made" in caplog.text
    house.db.write(partial(store.want_again, match_id=book.match_id, language="en"))
    assert rows(house)[0].due_at


def test_a_former_player_is_one_in_books_too(house: House) -> None:
    match = played_out(house)
    want(house, match, "en")
    put_there(house)

    house.db.write(partial(store.forget_of, player_id=friend(house, "Bo")))

    assert not rows(house)


# --- The letter with the result ---


def waits(house: House, **later: float) -> bool:
    letter = letters(house, "result")[0]
    with house.db.reading() as session:
        return result_letters.waits_until(session, letter, letter.created_at + timedelta(**later)) is not None


def test_the_result_waits_for_its_book_but_not_for_long(house: House) -> None:
    played_out(house)

    assert waits(house, seconds=100)
    assert not waits(house, seconds=120)
    put_there(house)
    assert not waits(house)


def test_the_result_goes_as_soon_as_its_book_is_there(house: House) -> None:
    played_out(house)
    at = now()

    def look(session: Any) -> None:
        for letter in outbox.claim(session, at, limit=1000):
            outbox.postpone(session, letter, at + result_letters.LOOK_AGAIN)

    house.db.write(look)
    assert all(letter.due_at and letter.due_at > at for letter in letters(house, "result"))

    put_there(house)

    assert all(letter.due_at and letter.due_at <= now() for letter in letters(house, "result"))
    assert any(letter.due_at and letter.due_at > now() for letter in letters(house)), "the others wait on"


def test_the_result_does_not_wait_for_a_book_that_nobody_makes(house: House) -> None:
    played_out(house)

    change(house, due_at=None)

    assert not waits(house)


def test_the_result_does_not_wait_for_a_book_that_failed(house: House) -> None:
    want(house, played_out(house), "en")

    change(house, error="MemoryError")

    assert not waits(house)


def test_a_book_too_large_for_a_letter_is_only_linked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_out(house)
    want(house, match, "en")
    put_there(house)

    monkeypatch.setattr(store, "LARGEST_IN_A_LETTER", 1000)

    with house.db.reading() as session:
        assert make.for_letter(session, match, "en") is None
        assert store.pages(session, match.id, "en")


def test_the_edition_of_a_kept_match_verifies(house: House) -> None:
    match = played_out(house)

    with house.db.reading() as session:
        made = make.edition(session, house, find.by_code(session, match.code), "en")

    assert verify(made.record.encode()).status == RIGHT
    assert made.names == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize("agreed", [True, False])
def test_talk_is_in_the_book_only_where_the_table_knew_so_beforehand(house: House, agreed: bool) -> None:
    code = opened(house, "incan-gold", prints_talk=agreed)
    house.db.write(lambda session: talk.say(session, code, 2, "Not the snakes again!"))
    host = friend(house, "Ana")
    house.db.write(partial(host_actions.give_up, house=house, code=code, player_id=host))

    with house.db.reading() as session:
        made = Report.of(make.edition(session, house, read(house, code), "en"))

    assert [(said["seat"], said["text"]) for said in made.facts()["talk"]] == (
        [(2, "Not the snakes again!")] if agreed else []
    )
