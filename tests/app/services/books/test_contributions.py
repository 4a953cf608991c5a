"""What players give to a book: diaries, which nobody else reads before the end, and dedications."""

from functools import partial

import pytest

from app.clock import now
from app.problems import NotAllowed, Problem
from app.services.books import contributions, make, store
from app.services.books.edition import Dedication, Edition
from app.services.matches import diaries
from app.services.people import accounts
from tests.world import Friends, World


@pytest.fixture
def friends(world: World) -> Friends:
    return world.match("incan-gold", 3)


def write(friends: Friends, seat: int, text: str) -> None:
    friends.house.write(partial(diaries.write, code=friends.code, seat=seat, text=text))


def agree(friends: Friends, seat: int, agrees: bool = True) -> None:
    friends.house.write(partial(contributions.print_diary, code=friends.code, seat=seat, agrees=agrees))


def dedicate(friends: Friends, seat: int, text: str) -> None:
    friends.house.write(partial(contributions.dedicate, code=friends.code, seat=seat, text=text))


def edition(friends: Friends) -> Edition:
    with friends.house.reading() as session:
        return make.edition_of(session, friends.house, friends.match, "en")


def made(friends: Friends) -> list[bool]:
    with friends.house.reading() as session:
        return [bool(book.made_at and not book.due_at) for book in store.books_of(session, friends.match.id)]


def test_a_diary_is_printed_only_if_its_writer_agrees(friends: Friends) -> None:
    write(friends, 1, "I camp at the next snake.")
    write(friends, 2, "Ana is afraid.")
    agree(friends, 2)
    friends.play()

    assert [(entry.seat, entry.base, entry.text) for entry in edition(friends).diaries] == [
        (2, 1, "Ana is afraid.")
    ]


def test_nothing_of_a_diary_is_in_a_book_before_the_end(friends: Friends) -> None:
    write(friends, 1, "I camp at the next snake.")
    agree(friends, 1)

    assert not edition(friends).diaries


def test_an_entry_stands_beside_its_moment(friends: Friends) -> None:
    write(friends, 1, "one")
    for seat in (1, 2, 3):
        friends.order(seat, "torch")
    write(friends, 1, "two")
    agree(friends, 1)
    friends.play()

    assert [entry.base for entry in edition(friends).diaries] == [1, 2]


def make_it(friends: Friends) -> None:
    """As the worker does, without the printing."""
    book = friends.house.write(partial(store.claim, at=now()))
    assert book
    friends.house.write(partial(store.save_pdf, book=book, pdf=b"%PDF-"))
    assert made(friends) == [True]


def test_a_player_who_agrees_after_the_end_gets_a_new_book(friends: Friends) -> None:
    write(friends, 1, "one")
    friends.play()
    make_it(friends)

    agree(friends, 1)

    assert made(friends) == [False]
    with friends.house.reading() as session:
        assert store.pdf_of(session, friends.match.id, store.Kind("en")), "until the new one is made"


def test_a_book_that_was_begun_before_the_writer_agreed_is_not_the_last(friends: Friends) -> None:
    write(friends, 1, "one")
    friends.play()
    begun = friends.house.write(partial(store.claim, at=now()))
    assert begun

    agree(friends, 1)
    friends.house.write(partial(store.save_pdf, book=begun, pdf=b"%PDF- without the diary"))

    assert made(friends) == [False]


def test_a_book_stays_as_it_is_where_nothing_changes_for_it(friends: Friends) -> None:
    friends.play()
    make_it(friends)

    agree(friends, 2)

    assert made(friends) == [True]


def test_a_diary_is_written_while_the_match_is_played(friends: Friends) -> None:
    friends.play()

    with pytest.raises(Problem, match="while the match"):
        write(friends, 1, "I knew it all along.")
    with pytest.raises(Problem, match="book is made"):
        dedicate(friends, 1, "To us")


def test_a_bot_has_no_diary(world: World) -> None:
    friends = world.match("incan-gold", 3, guests=["bot", "bot"])

    with pytest.raises(NotAllowed):
        write(friends, 2, "beep")


def test_a_diary_has_an_end(friends: Friends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diaries, "MOST", 1)
    write(friends, 1, "one")

    with pytest.raises(Problem, match="full"):
        write(friends, 1, "two")


def test_a_dedication_is_signed_by_its_seat(friends: Friends) -> None:
    dedicate(friends, 2, "To grandmother,\nwho taught us to lose")
    dedicate(friends, 1, "gone")
    dedicate(friends, 1, " ")

    assert edition(friends).dedications == (Dedication(2, "To grandmother,\nwho taught us to lose"),)


def test_what_a_player_gives_goes_with_the_player(friends: Friends) -> None:
    write(friends, 1, "one")
    agree(friends, 1)
    dedicate(friends, 1, "To us")
    ana = friends.world.friend("Ana")

    friends.house.write(lambda session: accounts.delete_account(session, friends.house, ana))
    friends.play()

    assert not edition(friends).diaries
    assert not edition(friends).dedications
