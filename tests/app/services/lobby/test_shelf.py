"""The shelf: finished matches of one player, results, head to head, records."""

from datetime import timedelta
from functools import partial

import pytest

from app.clock import now
from app.models import Match, Seat
from app.problems import Missing
from app.services.lobby.shelf import Shelf, shelf_of
from app.services.people import accounts
from tests.world import Friends, World

ANA = 1


def finished(world: World, scores: list[int], title: str = "", days: int = 1, **more: object) -> Friends:
    """A match as if it had ended with these points, so many days ago."""
    friends = world.match("incan-gold", len(scores))
    best = [seat for seat, points in enumerate(scores, 1) if points == max(scores)]
    at = now() - timedelta(days=days)
    facts = {"status": "over", "ended_at": at, "started_at": at - timedelta(days=2), "title": title}
    facts |= {"result": {"scores": scores, "winners": best}, **more}
    world.change(Match, friends.match.id, **facts)
    return friends


def shelf(world: World, who: int = ANA, chosen: str = "", page: int = 1) -> Shelf:
    with world.house.db.reading() as session:
        return shelf_of(session, world.house, who, chosen, page)


def test_it_has_all_that_has_ended_the_newest_first_and_nothing_else(world: World) -> None:
    finished(world, [3, 1, 2], "old", days=400)
    finished(world, [3, 1, 2], "new")
    world.match("incan-gold", 3)

    assert [match.title for match in shelf(world).matches] == ["new", "old"]


def test_head_to_head_counts_points_and_not_only_wins(world: World) -> None:
    for scores in ([5, 9, 7], [5, 1, 7], [4, 4, 9]):
        finished(world, scores)

    bo, cy = sorted(shelf(world).friends, key=lambda friend: friend.name)

    assert (bo.together, bo.ahead, bo.behind, bo.even) == (3, 1, 1, 1)
    assert (cy.together, cy.ahead, cy.behind, cy.even) == (3, 0, 3, 0)


def test_a_match_without_a_result_is_told_and_counts_for_nobody(world: World) -> None:
    finished(world, [0, 0, 0], status="abandoned", result=None)

    found = shelf(world)

    assert (found.total, found.matches[0].ranking, found.years[0].won) == (1, [], 0)
    assert {(friend.together, friend.ahead, friend.behind, friend.even) for friend in found.friends} == {
        (1, 0, 0, 0)
    }


def test_the_matches_with_one_friend_have_results_of_their_own(world: World) -> None:
    finished(world, [50, 9, 7], "three")
    alone = finished(world, [5, 9, 7], "two")
    world.change(Seat, alone.seat(3).id, player_id=None, bot=True)
    cy = next(friend for friend in shelf(world).friends if friend.together == 1)

    found = shelf(world, chosen=cy.key)

    assert [match.title for match in found.matches] == ["three"]
    assert (found.chosen and found.chosen.name, found.records[0].value) == (cy.name, 50)


def test_a_key_of_somebody_else_is_of_no_use(world: World) -> None:
    friends = finished(world, [3, 1, 2])
    key = shelf(world, friends.seat(2).player_id or 0).friends[0].key

    with pytest.raises(Missing):
        shelf(world, chosen=key)


def test_nobody_sees_a_match_that_they_have_not_played(world: World) -> None:
    finished(world, [3, 1, 2])

    assert shelf(world, world.friend("Zed")).total == 0


def test_a_match_counts_for_who_sat_there_at_the_end(world: World) -> None:
    friends, dora = finished(world, [3, 1, 2]), world.friend("Dora")
    bo = friends.seat(2).player_id or 0
    world.change(Seat, friends.seat(2).id, player_id=dora, name="Dora")

    assert shelf(world, bo).total == 0
    assert shelf(world, dora).total == 1
    assert "Dora" in [friend.name for friend in shelf(world).friends]


def test_a_player_who_has_left_is_a_former_player_and_nobodys_opponent(world: World) -> None:
    friends = finished(world, [3, 1, 2])
    leaving = partial(accounts.delete_account, house=world.house, player_id=friends.seat(2).player_id or 0)
    world.house.write(leaving)

    found = shelf(world)

    assert "a former player" in [place.name for place in found.matches[0].places]
    assert len(found.friends) == 1


def test_records_are_the_most_points_the_longest_match_and_the_most_thoughtful_player(world: World) -> None:
    finished(world, [3, 40, 2], "rich")
    long = finished(world, [3, 1, 2], "long", started_at=now() - timedelta(days=90))
    thought = finished(world, [3, 1, 2], "deep")
    world.change(Seat, thought.seat(2).id, thought=9 * 3600)

    records = {record.kind: record for record in shelf(world).records}

    assert (records["points"].value, records["points"].match.title) == (40, "rich")
    assert records["longest"].match.code == long.code
    assert (records["thoughtful"].match.title, records["thoughtful"].value) == ("deep", 9 * 3600)
    assert records["thoughtful"].name == thought.seat(2).name


def test_a_match_that_ends_keeps_how_long_its_people_thought(world: World) -> None:
    friends = world.match("incan-gold", 3)
    friends.pass_time(hours=5)
    friends.order(2, "torch")
    friends.play()

    thought = [friends.seat(number).thought or 0 for number in (1, 2, 3)]
    assert max(thought) >= 5 * 3600 / len(friends.all_asks())


def test_years_tell_matches_wins_and_points_on_average(world: World) -> None:
    finished(world, [3, 1, 2])
    finished(world, [8, 9, 2])

    [year] = shelf(world).years

    assert (year.matches, year.won, year.averages) == (2, 1, [("Incan Gold", 6)])


def test_a_page_that_does_not_exist_shows_the_nearest(world: World) -> None:
    finished(world, [3, 1, 2])

    assert (shelf(world, page=99).page, shelf(world, page=-3).page) == (1, 1)
