"""A broker that is away during play: nobody waits for it, and what it missed is only late."""

from random import Random

import pytest

from tests.cluster.outcome import all_is_well, unanswered, unsent
from tests.cluster.people import Clickers, Visit, visit
from tests.lengths import long
from tests.servers import RedisServer, until
from tests.world import World
from tests.world.mail_server import Sink
from tests.world.programs import Programs

MATCHES = 6
LONGEST_VISIT = 15.0  # a visit that waits for the broker would last until it is back
AWAY_SECONDS = 8.0  # longer than the worker waits for an answer of the broker


@pytest.mark.parametrize("empty_database_url", [long("sqlite"), long("postgresql")], indirect=True)
def test_a_broker_that_is_stopped_or_frozen_holds_nobody_up_and_loses_nothing(
    world: World, programs: Programs, redis_server: RedisServer, sink: Sink
) -> None:
    address, clickers = world.house.settings.url, Clickers(sink, Random(1))
    for _ in range(MATCHES):
        world.match(ask_seconds=None)
    programs.start()

    def all_know() -> bool:
        clickers.open_letters()
        return len(clickers.clicks) == unanswered(world.house)

    def look_around() -> bool:
        looked.extend(visit(f"{address}/{page}") for page in ("", "healthz", "sign-in"))
        return False

    for leave, come_back in (
        (redis_server.stop, redis_server.start),
        (redis_server.freeze, redis_server.thaw),
    ):
        assert until(all_know), programs.said
        asked = len(clickers.clicks)
        leave()
        looked: list[Visit | None] = []
        clickers.visits.clear()
        clickers.click()
        until(look_around, AWAY_SECONDS)

        assert not clickers.clicks, "somebody's answer did not get through"
        assert len(clickers.visits) == asked
        assert slowest([*looked, *clickers.visits]) < LONGEST_VISIT
        come_back()

    assert until(lambda: all_know() and not unsent(world.house)), programs.said
    all_is_well(world.house, sink)


def slowest(visits: list[Visit | None]) -> float:
    assert all(visits), "somebody got no answer"
    return max(came.seconds for came in visits if came)
