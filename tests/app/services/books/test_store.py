"""Books are wanted, made and kept; a letter waits a little for the one that it brings."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlmodel import select

from app.clock import now
from app.house import House
from app.models import Book, Match
from app.services import outbox
from app.services.books import make, store
from app.services.books.edition import PAPERS, Paper
from app.services.books.make import make_due_book
from app.services.books.making import BROKE_OFF, LEASE
from app.services.books.report import Report
from app.services.matches import find, talk
from app.services.outbox import result_letters
from app.services.play import host_actions
from engine.verify import RIGHT, verify
from tests.world import World


def played_out(world: World) -> Match:
    friends = world.match("incan-gold")
    while friends.match.status == "running":
        for ask in friends.asks():
            friends.order(ask.seat, friends.bot_orders(ask.seat))
    return friends.match


def want(house: House, match: Match, *languages: str) -> None:
    house.db.write(partial(store.want, match_id=match.id, kinds=list(map(store.Kind, languages))))


def rows(house: House) -> list[Book]:
    with house.db.reading() as session:
        return list(session.exec(select(Book)))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_row_says_what_it_is_printed_on(paper: Paper) -> None:
    kind = store.Kind("de", paper)

    assert store.Kind.of(kind.key) == kind


def put_there(house: House) -> None:
    """A book, without the time that making one takes."""

    def put(session: Any) -> None:
        book = store.claim(session, now())
        assert book
        store.save_pdf(session, book, b"%PDF" + bytes(2000))

    house.db.write(put)


def change(house: House, **values: Any) -> None:
    def set_(session: Any) -> None:
        for book in session.exec(select(Book)):
            for name, value in values.items():
                setattr(book, name, value)

    house.db.write(set_)


def test_a_book_is_made_once_and_kept(world: World) -> None:
    match = played_out(world)
    want(world.house, match, "en")
    assert make.has_due_book(world.house)

    assert make_due_book(world.house) == 1
    assert make_due_book(world.house) == 0
    assert not make.has_due_book(world.house)

    (book,) = rows(world.house)
    assert book.pdf
    assert book.pdf.startswith(b"%PDF")
    assert (book.error, book.due_at, book.done, book.of) == ("", None, make.STAGES, make.STAGES)
    with world.house.db.reading() as session:
        assert store.for_letter(session, match, "en") == book.pdf


def test_what_is_wanted_twice_is_made_once(world: World) -> None:
    match = played_out(world)

    want(world.house, match, "en", "en")
    want(world.house, match, "en", "xx")  # told in English, as there is no catalog

    assert len(rows(world.house)) == 1


def test_all_languages_of_the_players_are_wanted(world: World) -> None:
    played_out(world)

    assert {book.language for book in rows(world.house)} == {"en"}


def test_a_book_that_somebody_makes_is_left_to_them_until_the_lease_ends(world: World) -> None:
    want(world.house, played_out(world), "en")
    at = now()

    assert world.house.db.write(partial(store.claim, at=at))
    assert world.house.db.write(partial(store.claim, at=at)) is None
    assert world.house.db.write(partial(store.claim, at=at + LEASE))


def test_a_book_that_cannot_be_made_is_tried_again_and_given_up_at_last(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    friends = world.match("incan-gold")
    want(world.house, friends.match, "en")  # of a match that still goes on: its record has no end

    for tries in range(1, 1 + len(store.PAUSES)):
        change(world.house, due_at=now())
        assert make_due_book(world.house) == 1
        (book,) = rows(world.house)
        assert (book.tries, book.error) == (tries, "ValueError")
        assert book.due_at
    change(world.house, due_at=now())
    make_due_book(world.house)

    (book,) = rows(world.house)
    assert book.due_at is None
    assert "could not be made" in caplog.text
    world.house.db.write(partial(store.want_again, match_id=book.match_id, kind=store.Kind("en")))
    assert rows(world.house)[0].due_at


def test_a_book_that_kills_its_makers_is_set_aside_and_its_letters_leave_without(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    want(world.house, played_out(world), "en")
    for _ in range(store.BOOKS.most_claims):
        assert world.house.write(partial(store.claim, at=now()))
        change(world.house, due_at=now())

    assert make_due_book(world.house) == 1
    assert make_due_book(world.house) == 0

    (book,) = rows(world.house)
    assert (book.due_at, book.error, book.tries) == (None, BROKE_OFF, 0)
    assert "is set aside" in caplog.text
    with world.house.reading() as session:
        assert store.count_given_up(session) == 1


def test_a_former_player_is_one_in_books_too(world: World) -> None:
    match = played_out(world)
    want(world.house, match, "en")
    put_there(world.house)

    world.house.db.write(partial(store.delete_books_of, player_id=world.friend("Bo")))

    assert not rows(world.house)


# --- The letter with the result ---


def waits(world: World, **later: float) -> bool:
    letter = world.letters("result")[0]
    with world.house.db.reading() as session:
        return (
            result_letters.waits_for_book_until(session, letter, letter.created_at + timedelta(**later))
            is not None
        )


def test_the_result_waits_for_its_book_but_not_for_long(world: World) -> None:
    played_out(world)

    assert waits(world, seconds=100)
    assert not waits(world, seconds=120)
    put_there(world.house)
    assert not waits(world)


def test_the_result_goes_as_soon_as_its_book_is_there(world: World) -> None:
    played_out(world)
    at = now()

    def look(session: Any) -> None:
        for letter in outbox.claim(session, at, limit=1000):
            outbox.postpone(session, letter, at + result_letters.LOOK_AGAIN)

    world.house.db.write(look)
    assert all(letter.due_at and letter.due_at > at for letter in world.letters("result"))

    put_there(world.house)

    assert all(letter.due_at and letter.due_at <= now() for letter in world.letters("result"))
    assert any(letter.due_at and letter.due_at > now() for letter in world.letters()), "the others wait on"


def test_the_result_does_not_wait_for_a_book_that_nobody_makes(world: World) -> None:
    played_out(world)

    change(world.house, due_at=None)

    assert not waits(world)


def test_the_result_does_not_wait_for_a_book_that_failed(world: World) -> None:
    want(world.house, played_out(world), "en")

    change(world.house, error="MemoryError")

    assert not waits(world)


def test_a_book_too_large_for_a_letter_is_only_linked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_out(world)
    want(world.house, match, "en")
    put_there(world.house)

    monkeypatch.setattr(store, "LARGEST_IN_A_LETTER", 1000)

    with world.house.db.reading() as session:
        assert store.for_letter(session, match, "en") is None
        assert store.pdf_of(session, match.id, store.Kind("en"))


def test_the_edition_of_a_kept_match_verifies(world: World) -> None:
    match = played_out(world)

    with world.house.db.reading() as session:
        made = make.edition_of(session, world.house, find.by_code(session, match.code), "en")

    assert verify(made.record.encode()).status == RIGHT
    assert made.names == ("Ana", "Bo", "Cy")


@pytest.mark.parametrize("agreed", [True, False])
def test_talk_is_in_the_book_only_where_the_table_knew_so_beforehand(world: World, agreed: bool) -> None:
    friends = world.match("incan-gold", prints_talk=agreed)
    world.house.db.write(lambda session: talk.say(session, friends.code, 2, "Not the snakes again!"))
    host = world.friend("Ana")
    world.house.db.write(partial(host_actions.give_up, house=world.house, code=friends.code, player_id=host))

    with world.house.db.reading() as session:
        made = Report.of(make.edition_of(session, world.house, friends.match, "en"))

    told = [entry for chapter in made.facts()["chapters"] for entry in chapter.entries if entry.said]
    assert [(entry.seat, entry.said, entry.sentences) for entry in told] == (
        [(2, "table", ["Not the snakes again!"])] if agreed else []
    )
