"""Old keys can be dropped: what they locked is locked anew."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import Session, select

from app.clock import now
from app.house import House
from app.models import Match
from app.services.upkeep import fsck, reencrypt
from app.vault import CannotDecrypt, Vault
from engine.chance import salt_hash
from tests.world import Friends, World

NEW = "n" * 40


def with_keys(house: House, *keys: str) -> House:
    settings = replace(house.settings, keys=keys)
    return replace(house, settings=settings, vault=Vault(settings))


def test_seeds_are_locked_with_the_first_key_and_open_without_the_others(world: World) -> None:
    friends = world.match("incan-gold", 3)
    both, new = with_keys(world.house, NEW, *world.house.settings.keys), with_keys(world.house, NEW)
    with pytest.raises(CannotDecrypt):
        Friends(World(new), friends.code).order(1, "torch")

    assert world.house.db.write(lambda session: reencrypt.reencrypt_secrets(session, both)) == 1
    assert world.house.db.write(lambda session: reencrypt.reencrypt_secrets(session, both)) == 0

    assert Friends(World(new), friends.code).order(1, "torch").sealed
    with world.house.db.reading() as session:
        assert fsck.check_matches(session, new) == []


def test_what_no_key_opens_is_left_and_told(world: World) -> None:
    friends = world.match("incan-gold", 3)
    new, before = with_keys(world.house, NEW), friends.match.locked_seed

    assert world.house.db.write(lambda session: reencrypt.reencrypt_secrets(session, new)) == 0

    assert friends.match.locked_seed == before
    with world.house.db.reading() as session:
        [wrong] = fsck.check_matches(session, new)
    assert "a key that is not in CHASQUI_KEYS any more" in wrong


@pytest.mark.parametrize(
    ("values", "said"),
    [({"turn": 6}, "the turn is 6"), ({"result": {}, "status": "over"}, "the kept result is not")],
)
def test_fsck_looks_at_the_turn_and_the_result(world: World, values: dict[str, object], said: str) -> None:
    friends = world.match("incan-gold", 3)

    def change(session: Session) -> None:
        match = session.exec(select(Match).where(Match.code == friends.code)).one()
        for name, value in values.items():
            setattr(match, name, value)

    world.house.db.write(change)

    with world.house.db.reading() as session:
        assert said in " ".join(fsck.check_matches(session, world.house))


def test_a_drawn_salt_outlives_the_key_that_it_was_locked_with(world: World) -> None:
    friends = world.open("incan-gold", 3, title="Sunday", guests=["", ""])
    both, new = with_keys(world.house, NEW, *world.house.settings.keys), with_keys(world.house, NEW)

    assert world.house.db.write(lambda session: reencrypt.reencrypt_secrets(session, both)) == 4

    seats = friends.seats()
    assert all(salt_hash(new.vault.decrypt(seat.drawn_salt).decode()) == seat.drawn_hash for seat in seats)


def test_an_old_seed_is_looked_at_once_for_each_first_key(world: World) -> None:
    friends, later = world.match("incan-gold", 3), now() + timedelta(days=1)
    both = with_keys(world.house, NEW, *world.house.settings.keys)
    locked = friends.match.locked_seed

    renewed = []
    for house in (both, both, with_keys(world.house, "m" * 40, *world.house.settings.keys)):
        world.change(Match, friends.match.id, locked_seed=locked)
        with_this = partial(reencrypt.reencrypt_secrets, house=house, at=later)
        renewed.append(world.house.db.write(with_this))

    assert renewed == [1, 0, 1]
