"""A link back is for one absence, and an answer that asks for patience says for how long."""

from datetime import timedelta

from app.clock import now
from app.models import Seat
from app.services.people import accounts
from app.services.play import clocks, own_hours
from tests.world import World
from tests.world.visitor import Visitor, local, read, signed_in


def test_the_link_back_of_an_earlier_absence_does_not_end_a_later_one(world: World) -> None:
    friends = world.match("incan-gold", 3, policy="bot", ask_seconds=3600)
    old = ""
    for _ in range(2):
        friends.pass_time(hours=2)
        clocks.ring_due_clocks(world.house)
        old = old or local(friends.seat_link("back", 2))
        if friends.seat(2).away == 1:
            assert Visitor(world).post(old).status_code == 200
            assert not friends.seat(2).deputy

    assert (friends.seat(2).deputy, friends.seat(2).away) == (True, 2)
    assert Visitor(world).post(old).status_code == 404
    assert friends.seat(2).deputy
    assert Visitor(world).post(local(friends.seat_link("back", 2))).status_code == 200


def test_a_link_back_of_an_earlier_version_works_until_the_next_absence(world: World) -> None:
    friends = world.match("incan-gold", 3, policy="bot")
    seat = friends.seat(2)
    world.change(Seat, seat.id, deputy=True)
    link = local(world.house.links.address("back", [friends.code, 2, seat.holder]))

    assert Visitor(world).post(link).status_code == 200
    world.change(Seat, seat.id, deputy=True, away=1)

    assert Visitor(world).post(link).status_code == 404


def test_a_refusal_says_when_to_try_again(world: World) -> None:
    ana = signed_in(world, "ana@example.org")
    wish = {"what": "invite", "position": "2"}
    answers = [
        ana.post(f"/m/{ana.open()}/seat", {**wish, "email": f"v+{n}@third-party.example"}) for n in range(4)
    ]

    refused = [answer for answer in answers if answer.status_code == 429]

    assert refused
    assert all(int(answer.headers["Retry-After"]) > 3600 for answer in refused), "invitations wait for days"
    assert all("Retry-After" not in answer.headers for answer in answers if answer.status_code == 303)


def test_nobody_plays_under_a_part_of_their_address(world: World) -> None:
    told = {
        language: accounts.new_player("newcomer.surname1985@example.org", "", language, "UTC").name
        for language in ("en", "de", "cs")
    }

    assert told == {"en": "Guest", "de": "Gast", "cs": "Host"}


def test_before_the_start_too_the_others_see_who_is_away_and_until_when(world: World, ana: Visitor) -> None:
    code = ana.open()
    last = now().date() + timedelta(days=5)
    house, player_id = world.house, world.player(ana.email).id
    house.write(lambda session: own_hours.go_away(session, house, player_id, None, last))

    told = read(Visitor(world).get(f"/m/{code}"))

    assert "away until" in told
