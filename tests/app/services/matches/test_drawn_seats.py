"""Seats that were drawn: everybody is told of the seats of the record, not of those of the list."""

import json
from typing import Any

import pytest

from app.models import Seat
from app.services.books import make
from app.services.matches import find
from app.services.matches.history import steps_of
from app.services.matches.match_view import MatchView, view_for
from app.services.outbox import bounces
from app.services.upkeep import fsck
from engine.speech import seat_letter
from tests.world import Friends, World


@pytest.fixture(params=["incan-gold", "tikal"])
def drawn(request: pytest.FixtureRequest, world_on_sqlite: World) -> Friends:
    """Somebody sits elsewhere than in the list."""
    while True:
        friends = world_on_sqlite.invite(request.param, seating="drawn").sit()
        if [seat.number for seat in seats(friends)] != [1, 2, 3, 4]:
            return friends


def seats(friends: Friends) -> list[Seat]:
    with friends.house.db.reading() as session:
        return find.seats_of(session, friends.match)


def record(friends: Friends) -> list[dict[str, Any]]:
    with friends.house.db.reading() as session:
        return [json.loads(step.line) for step in steps_of(session, friends.match)]


def told(friends: Friends, seat: int, step: int | None = None) -> MatchView:
    with friends.house.db.reading() as session:
        return view_for(session, friends.house, friends.code, seat=seat, step=step)


def test_names_and_letters_are_those_of_the_record(drawn: Friends) -> None:
    drawn.play(6)
    names = record(drawn)[0]["seats"]

    for seat in seats(drawn):
        assert seat.number
        assert told(drawn, seat.number).names == names
        assert names[seat.number - 1] == seat.name
    for ask in told(drawn, 1).asks:
        assert ask.name == names[ask.seat - 1]


def test_a_letter_tells_its_reader_the_right_seat(drawn: Friends) -> None:
    drawn.play(3)
    newest = drawn.newest("your_turn")
    letter = drawn.compose(newest)

    [own] = [seat for seat in seats(drawn) if seat.player_id == newest.player_id]
    assert letter.name == own.name
    assert f"You are {seat_letter(own.number or 0)}, {own.name}" in " ".join(letter.text.split())


def test_the_past_is_what_was_seen_then(drawn: Friends) -> None:
    """The seed is made of the salts in the order of the record."""
    seen = {}
    for _ in range(24):
        now = told(drawn, 1)
        seen[now.step] = now.game_view
        drawn.play(1)

    assert len(seen) > 3
    for step, view in seen.items():
        assert told(drawn, 1, step).game_view == view


def test_it_is_sound_to_its_end_and_the_winners_have_won(drawn: Friends) -> None:
    drawn.play()
    with drawn.house.db.reading() as session:
        assert fsck.check_matches(session, drawn.house) == []
        assert (
            list(make.edition_of(session, drawn.house, drawn.match, "en").names) == record(drawn)[0]["seats"]
        )
        assert bounces.resting_players(session, drawn.match) == []

    lines = record(drawn)
    names = lines[0]["seats"]
    winners = [names[seat - 1] for seat in lines[-1]["result"]["winners"]]
    text = drawn.compose(drawn.newest("result")).text
    assert all(name in text.split("won")[0] for name in winners), text
