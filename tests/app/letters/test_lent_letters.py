"""Letters about a seat that is lent, and about orders that can still be taken back."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from app.clock import now
from app.letters import ComposedLetter
from app.models import Player
from tests.world import World
from tests.world.lending import Lending
from tests.world.letter_reader import Page, links, words
from tests.world.mailer import Mailer


def letters_of(lending: Lending) -> Iterator[ComposedLetter]:
    friends = lending.friends
    first = now().date() + timedelta(days=3)
    lending.offer(begins=first, ends=first)
    yield friends.compose(friends.newest("lending"))
    lending.decline()
    yield friends.compose(friends.newest("loan"))
    lending.offer(begins=first, ends=first)
    lending.accept()
    yield friends.compose(friends.newest("loan"))
    lending.ring_in_time()
    for kind in ("borrowed", "loan"):
        yield friends.compose(friends.newest(kind))
    for number in (1, 2, 3):
        friends.order(number, "torch")
    yield friends.compose(friends.newest("played"))
    lending.mail("played", "How are things?")
    yield friends.compose(friends.newest("loan"))
    lending.call_back()
    for kind in ("returned", "given_back"):
        yield friends.compose(friends.newest(kind))


@pytest.mark.parametrize("language", ["en", "pl", "cs", "de", "fr"])
def test_text_and_page_say_the_same_and_lead_to_the_same_places(world: World, language: str) -> None:
    lending = Lending(world.match("incan-gold", 3))
    for number in (1, 2, 3):
        world.change(Player, lending.friends.seat(number).player_id, language=language)

    for letter in letters_of(lending):
        page = Page(letter.html)
        assert links(letter.text) == page.links
        if not letter.picture:  # in its place the text has a board
            assert words(letter.text) == words(page.text)


def test_a_friend_who_is_asked_learns_what_this_is_and_where_the_rules_are(world: World) -> None:
    lending = Lending(world.match("incan-gold", 3))
    lending.offer()

    letter = lending.friends.compose(lending.friends.newest("lending"))

    assert "Chasqui is for slow board games among friends" in " ".join(letter.text.split())
    assert "https://play.example/rules/incan-gold" in links(letter.text)


def test_the_friends_address_is_told_to_nobody_but_the_owner(world: World) -> None:
    lending = Lending(world.match("incan-gold", 3)).lend()

    for kind in ("resumed", "your_turn"):
        letter = lending.friends.compose(lending.friends.put(kind, 2, turn=1))
        assert "dora@" not in letter.text


def test_a_letter_says_until_when_orders_can_be_taken_back(world: World) -> None:
    friends = world.match("tikal", 3, options={"auction": True}, grace_seconds=3600)
    mailer, seat = Mailer(friends), friends.waiting_for()[0]

    mailer.mail(seat, "bid 1")

    answer = mailer.answer()
    assert "undo" in answer.text
    assert "/do/" in answer.text
