"""Whole matches by mail, in the words of players who had not seen the vocabulary."""

import json

import pytest

from app.models import Player
from engine.record import orders_by_seat
from engine.registry import GAMES
from engine.words import LANGUAGES
from tests import phrases
from tests.lengths import shortened
from tests.world import Friends, World
from tests.world.mailer import Mailer

MATCHES = [(language, name) for language in LANGUAGES for name in GAMES]
USUAL = [("en", "tikal"), ("fr", "incan-gold")]
PLACES_OF_THE_SEED = ["app.services.play.live.match_seed", "app.services.matches.match_view.match_seed"]


@pytest.mark.parametrize("each", shortened(MATCHES, USUAL), ids="-".join)
def test_a_match_in_own_words_has_the_record_that_was_meant(
    world_on_sqlite: World, undrawn: None, monkeypatch: pytest.MonkeyPatch, each: tuple[str, str]
) -> None:
    match = phrases.match(*each)
    for place in PLACES_OF_THE_SEED:  # the mails are about the tiles and cards of this seed
        monkeypatch.setattr(place, lambda *salted: match.seed)
    by = Mailer(begun(world_on_sqlite, match))

    refused = [mail for seat, mail in match.mails if not understood(by, seat, mail)]

    meant = [(seat, without_end(mail.meant)) for seat, mail in match.mails]
    in_an_open_step = len(meant) - len(recorded(by.friends))
    assert recorded(by.friends) == meant[: len(recorded(by.friends))]
    assert in_an_open_step < len(match.names)
    assert len(refused) < len(match.mails) / 2


def begun(world: World, match: phrases.Match) -> Friends:
    friends = world.invite(match.game, names=tuple(match.names), options=match.options).sit()
    for seat in friends.seats():
        world.change(Player, seat.player_id, language=match.language)
    return friends


def understood(by: Mailer, seat: int, mail: phrases.Phrase) -> bool:
    """A mail that is refused is followed by one in notation."""
    if by.came_of(seat, mail.text).receipt:
        return True
    assert by.came_of(seat, mail.meant).receipt, mail
    return False


def recorded(friends: Friends) -> list[tuple[int, str]]:
    lines = (json.loads(step.line) for step in friends.steps()[1:])
    return [
        (seat, without_end(orders))
        for line in lines
        for seat, orders in orders_by_seat(line.get("orders", {})).items()
    ]


def without_end(orders: str) -> str:
    """A turn that has used all its points ends with the word or without."""
    return orders.removesuffix("; end")
