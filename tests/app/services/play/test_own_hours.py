"""Players change their hours while they are asked: new deadlines, letters, and what the others see of it."""

from datetime import date, timedelta
from functools import partial
from typing import Any

from app.clock import now
from app.models import Ask, Player
from app.services.play import host_actions, own_hours
from app.services.play.live import changing
from tests.world import Friends, World

HOUR = 3600


def own_match(world: World, **more: Any) -> Friends:
    return world.match("tikal", 2, **{"ask_seconds": 24 * HOUR, "counts": "own", **more})


def away(world: World, friends: Friends, days: int | None, seat: int = 1) -> None:
    """From today on, for so many days."""
    today = now().date()
    ends = None if days is None else today + timedelta(days=days - 1)
    player = friends.seat(seat).player_id or 0
    world.house.db.write(partial(go_away, world=world, player=player, ends=ends))


def go_away(session: Any, world: World, player: int, ends: date | None) -> None:
    own_hours.go_away(session, world.house, player, None, ends)


def back(world: World, friends: Friends, seat: int = 1) -> None:
    player = friends.seat(seat).player_id or 0
    world.house.db.write(lambda session: own_hours.come_back(session, world.house, player))


def due(friends: Friends, seat: int = 1) -> Any:
    return friends.ask(seat).due_at


def test_an_absence_moves_the_deadline_and_a_letter_tells_it_with_its_entry(world: World) -> None:
    friends = own_match(world)
    before = due(friends)

    away(world, friends, 5)

    assert due(friends) > before + timedelta(days=4)
    letter = friends.compose(world.newest("deadline"))
    assert letter.deadline
    assert letter.deadline.at == due(friends)
    assert not letter.deadline.cancelled


def test_coming_back_moves_no_deadline(world: World) -> None:
    friends = own_match(world)
    away(world, friends, 5)
    before = due(friends)

    back(world, friends)

    assert due(friends) == before
    assert len(world.letters("deadline")) == 1


def test_nobody_stops_a_match_for_longer_than_it_allows(world: World) -> None:
    friends = own_match(world, absence_days=3)

    away(world, friends, None)
    back(world, friends)
    away(world, friends, None)

    assert due(friends) <= now() + timedelta(days=5)
    assert len(friends.seat(1).days_away) == 3


def test_where_every_hour_counts_an_absence_moves_nothing(world: World) -> None:
    friends = own_match(world, counts="every")
    before = due(friends)

    away(world, friends, 5)

    assert due(friends) == before
    assert world.letters("deadline") == []


def test_waking_hours_keep_every_deadline_out_of_the_night(world: World) -> None:
    friends = own_match(world, counts="every")
    hour = due(friends).hour
    changes = {"waking": ((hour + 3) % 24, (hour + 15) % 24)}

    player = friends.seat(1).player_id or 0
    world.house.db.write(lambda s: own_hours.change_account(s, world.house, player, changes))

    assert due(friends).hour == (hour + 3) % 24


def test_the_end_of_the_time_bank_stays_out_of_a_new_night_where_it_stays_later(world: World) -> None:
    friends = own_match(world, bank_seconds=30 * HOUR)
    late = now().replace(hour=3) + timedelta(days=40)
    world.change(Ask, friends.ask(1).id, out_at=late)

    player = friends.seat(1).player_id or 0
    changes = {"waking": (16, 23)}
    world.house.db.write(lambda s: own_hours.change_account(s, world.house, player, changes))

    assert friends.ask(1).out_at == late.replace(hour=16, minute=0, second=0)


def test_in_a_pause_nothing_moves_and_afterwards_the_new_hours_count(world: World) -> None:
    friends = own_match(world)
    before, host = due(friends), friends.seat(1).player_id
    world.house.db.write(lambda s: host_actions.pause(s, world.house, friends.code, host))
    away(world, friends, 5)
    assert due(friends) == before

    world.house.db.write(lambda s: host_actions.resume(s, world.house, friends.code, host))
    assert due(friends) > before + timedelta(days=4)


def test_coming_back_ends_the_time_of_bots_too(world: World) -> None:
    friends = own_match(world, policy="bot", counts="every")
    with_deputy(world, friends)

    back(world, friends)

    assert not friends.seat(1).deputy


def with_deputy(world: World, friends: Friends) -> None:
    def set_deputy(session: Any) -> None:
        with changing(session, world.house, friends.code) as live:
            live.seats[1].deputy = True

    world.house.db.write(set_deputy)


# --- What the others see ---


def test_the_others_see_until_when_somebody_is_away(world: World) -> None:
    friends = own_match(world)

    away(world, friends, 5)

    assert friends.seen(2).away[1].until == now().date() + timedelta(days=4)
    assert friends.seen(2).asks[0].away == friends.seen(2).away[1]


def test_a_player_s_zone_and_hours_change_nothing_that_others_see(world: World) -> None:
    friends = own_match(world, counts="every")
    before = friends.seen(2)

    player = friends.seat(1).player_id
    world.change(Player, player, zone="Asia/Tokyo", wakes=0, sleeps=23, free_days=[6])
    world.change(Ask, friends.ask(1).id, half_at=due(friends))

    assert friends.seen(2) == before
