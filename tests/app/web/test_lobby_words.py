"""What the pages before a start say to a player who meets the words for the first time."""

import pytest

from app.services.lobby import seats
from engine.registry import GAMES, meta
from tests.world import Friends, World
from tests.world.visitor import Visitor, local, read

INVITED = {"seat-2": "mail", "email-2": "dee@example.org", "seat-3": "bot"}


def decline(world: World, code: str, position: int) -> None:
    address = seats.invitation_address(world.house, Friends(world, code).seats()[position - 1])
    assert Visitor(world).post(local(address), {"what": "decline"}).status_code in (200, 303)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_explained_beside_its_box(ana: Visitor, game: str) -> None:
    told = read(ana.get(f"/matches/new?game={game}"))

    for option in meta(game).options.values():
        assert option.title in told
        assert option.about
        assert option.about in told


def test_bank_and_salt_are_explained(ana: Visitor) -> None:
    told = read(ana.get("/matches/new?game=tikal"))

    assert "A reserve for each player for the whole game" in told
    assert "a part that the server does not choose" in told


def test_a_seat_that_is_kept_is_not_told_as_free(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open(**INVITED)

    for visitor in (ana, bo, Visitor(world)):
        assert "It is reserved for somebody who was invited by email" in read(visitor.get(f"/m/{code}"))
    assert "No seat is free for this link now" in read(ana.get(f"/m/{code}"))
    for visitor in (bo, Visitor(world)):
        join = read(visitor.get(f"/join/{Friends(world, code).join_key}"))
        assert "the last one is reserved for somebody who was invited by email" in join


def test_a_seat_that_is_free_beside_one_that_is_kept(world: World, ana: Visitor) -> None:
    code = ana.open(**{**INVITED, "seat-3": "open"})

    told = read(ana.get(f"/m/{code}"))

    assert "2 seats still have to be taken. One of them is reserved for somebody who was invited by" in told
    assert "Share this link" in told


def test_the_host_sees_who_has_declined_and_others_do_not(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open(**INVITED)
    decline(world, code, 2)

    assert "dee@example.org has declined." in read(ana.get(f"/m/{code}"))
    assert "declined" not in read(bo.get(f"/m/{code}"))
    assert "dee@example.org" not in bo.get(f"/m/{code}").text


def test_what_was_declined_is_forgotten_when_the_seat_is_made_free(world: World, ana: Visitor) -> None:
    code = ana.open(**INVITED)
    decline(world, code, 2)
    seat = f"/m/{code}/seat"

    ana.post(seat, {"position": "2", "what": "invite", "email": "eve@example.org"})
    ana.post(seat, {"position": "2", "what": "free"})

    assert "declined" not in read(ana.get(f"/m/{code}"))


def test_the_word_to_type_is_the_word_on_the_button(ana: Visitor) -> None:
    page = ana.get("/me/delete").text

    assert "Type “delete”" in page
    assert ">Delete</button>" in page


def test_the_sentences_about_time_have_spaces_between_them(ana: Visitor) -> None:
    own = {"ask": "2", "ask-unit": "days", "counts": "own", "absence-days": "21", "policy": "bot"}
    code = ana.open(**own, **{"grace": "10", "grace-unit": "minutes"})

    told = read(ana.get(f"/m/{code}"))

    assert "for 21 days. When time runs out" in told
    assert "until the person is back. Orders that turn nothing up" in told
