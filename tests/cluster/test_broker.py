"""A broker that is away during play: nobody waits for it, and what it missed is only late."""

from random import Random

import pytest

from app.house import House
from tests.app.post.sink import Sink
from tests.app.services.houses import opened
from tests.cluster.outcome import all_is_well, unanswered, unsent
from tests.cluster.people import Friends, Visit, visit
from tests.cluster.programs import Programs
from tests.lengths import long
from tests.servers import RedisServer, until

MATCHES = 6
LONGEST_VISIT = 15.0  # who waits for the broker waits until it comes back
AWAY_SECONDS = 8.0  # longer than the worker waits for an answer of the broker


@pytest.mark.parametrize("database_url", ["sqlite", long("postgresql")], indirect=True)
def test_a_broker_that_is_stopped_or_frozen_holds_nobody_up_and_loses_nothing(
    house: House, programs: Programs, redis_server: RedisServer, sink: Sink
) -> None:
    address, friends = house.settings.url, Friends(sink, Random(1))
    for _ in range(MATCHES):
        opened(house, ask_seconds=None)
    programs.start()

    def all_know() -> bool:
        friends.open_letters()
        return len(friends.clicks) == unanswered(house)

    def look_around() -> bool:
        looked.extend(visit(f"{address}/{page}") for page in ("", "healthz", "sign-in"))
        return False

    for leave, come_back in (
        (redis_server.stop, redis_server.start),
        (redis_server.freeze, redis_server.thaw),
    ):
        assert until(all_know), programs.said
        asked = len(friends.clicks)
        leave()
        looked: list[Visit | None] = []
        friends.visits.clear()
        friends.click()
        until(look_around, AWAY_SECONDS)

        assert not friends.clicks, "somebody's answer did not get through"
        assert len(friends.visits) == asked
        assert slowest([*looked, *friends.visits]) < LONGEST_VISIT
        assert unsent(house)
        come_back()

    assert until(lambda: all_know() and not unsent(house)), programs.said
    all_is_well(house, sink)


def slowest(visits: list[Visit | None]) -> float:
    assert all(visits), "somebody got no answer"
    return max(came.seconds for came in visits if came)
