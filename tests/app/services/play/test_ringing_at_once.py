"""Workers that look for due clocks at once, on PostgreSQL: none claims what another has rung meanwhile."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from sqlalchemy import text

from app.clock import now
from app.models import Ask
from app.services.play.clocks import CLOCKS
from app.services.play.ringing import Due, next_due
from tests.servers import until
from tests.world import Friends, World

HOUR = timedelta(hours=1)
# At this a look waits that has already begun, and so sees the rows as they were then.
GATE = text("pg_advisory_xact_lock_shared(7) IS NOT NULL")


@contextmanager
def closed_gate(world: World) -> Iterator[psycopg.Connection]:
    url = world.house.settings.database_url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(7)")
        yield connection


def waits(connection: psycopg.Connection) -> bool:
    found = connection.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    return found.fetchone() == (1,)


def look(friends: Friends) -> Due | None:
    bell = replace(CLOCKS, due=lambda at: CLOCKS.due(at).where(GATE))
    return friends.house.write(lambda session: next_due(session, bell, now(), [], locked=True))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("rung", [True, False])
def test_what_has_been_rung_since_the_look_began_is_passed_over(world_on_each: World, rung: bool) -> None:
    friends = world_on_each.match("tikal", 2, ask_seconds=48 * 3600)
    ask = friends.ask(1)
    world_on_each.change(Ask, ask.id, rings_at=now() - HOUR)

    with closed_gate(world_on_each) as gate, ThreadPoolExecutor() as threads:
        looking = threads.submit(look, friends)
        assert until(lambda: waits(gate))
        if rung:
            world_on_each.change(Ask, ask.id, rings_at=now() + HOUR)
        gate.execute("SELECT pg_advisory_unlock(7)")
        found = looking.result()

    assert found == (None if rung else Due(ask.id, friends.code))
