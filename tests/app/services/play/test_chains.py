"""Back and forth, new hands and orders in any order: the record, the state and the pages stay in step."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.services.matches import find
from app.services.upkeep import fsck
from engine.chance import match_seed
from engine.record import replay_steps
from engine.registry import game
from engine.verify import RUNNING, verify
from tests.world import World
from tests.world.friends import Friends


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder: Path = tmp_path_factory.mktemp("chains")
    made = World.new(folder)
    yield made
    made.close()


def do(friends: Friends, what: str, chance: Random) -> None:
    if what == "back" and friends.match.steps > 1:
        friends.go_back(chance.randrange(friends.match.steps - 1), [1])
    elif what == "seat":
        name = f"{chance.choice('KLMNOP')}{friends.match.steps}"
        friends.give_seat(chance.randrange(2) + 1, friends.world.friend(f"{name}-{friends.code}"), name)
    else:
        friends.play(chance.randrange(1, 6))


def stands(friends: Friends) -> None:
    """The record verifies as far as it goes, and the state is what it leads to."""
    verdict = verify("".join(step.line + "\n" for step in friends.steps()).encode())
    assert (verdict.status, verdict.problems) == (RUNNING, [])
    with friends.house.db.reading() as session:
        assert fsck.check_matches(session, friends.house) == []
    assert friends.match.steps == len(verdict.lines)


def as_replayed(friends: Friends) -> None:
    """Each step's page shows what the record alone leads to."""
    first, *lines = verify("".join(step.line + "\n" for step in friends.steps()).encode()).lines
    match = friends.match
    with friends.house.db.reading() as session:
        salts = [seat.salt or "" for seat in find.numbered_seats(session, match)]
    seed = match_seed(friends.house.vault.decrypt(match.locked_seed), salts)
    for moment in replay_steps(first, lines, seed):
        seen = friends.seen(2, step=moment.step)
        assert seen.game_view == game(match.game).view(moment.state, 2)
        assert seen.names == list(moment.names)


@settings(max_examples=settings().max_examples // 10)
@given(
    name=st.sampled_from(["tikal", "incan-gold"]),
    deeds=st.lists(st.sampled_from(["play", "play", "back", "back", "seat"]), min_size=2, max_size=7),
    chance=st.randoms(use_true_random=False),
)
def test_whatever_the_table_agrees_on_the_match_stays_whole(
    world: World, name: str, deeds: list[str], chance: Random
) -> None:
    friends = world.match(name, 3)

    for deed in ["play", *deeds]:
        if friends.match.status == "running":
            do(friends, deed, chance)
            if friends.match.status == "running":
                stands(friends)

    if friends.match.status == "running":
        as_replayed(friends)
