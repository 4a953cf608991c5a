"""A match whose row is locked, as by a process that is frozen, waits alone; everything else goes on."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.cluster.people import Visit, visit
from tests.servers import until
from tests.world import Friends, World
from tests.world.programs import Programs

SEATS = 6
CROWD = 3 * SEATS  # more than the web server has threads
SOON = 3.0  # seconds; for the crowd, which waits in rows, visit() has a limit


@pytest.fixture
def empty_database_url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture
def web(world: World, programs: Programs) -> str:
    programs.web.start()
    address = world.house.settings.url
    assert until(lambda: visit(f"{address}/healthz") is not None), programs.said
    return address


def order(friends: Friends, seat: int = 1) -> Visit | None:
    form = {"what": "submit", "orders": "torch", "base": str(friends.match.steps)}
    return visit(friends.link(seat), posting=True, **form)


@pytest.mark.long
def test_one_locked_match_holds_up_no_other_page(world: World, web: str, postgres_url: str) -> None:
    locked, free = world.match(size=SEATS), world.match()
    with psycopg.connect(postgres_url) as frozen, ThreadPoolExecutor(CROWD + 4) as people:
        frozen.execute("SELECT 1 FROM match WHERE code = %s FOR UPDATE", [locked.code])

        crowd = [people.submit(order, locked, seat) for seat in CROWD // SEATS * tuple(range(1, SEATS + 1))]
        others = [people.submit(visit, f"{web}/{page}") for page in ("", "healthz", "sign-in")]
        others.append(people.submit(order, free))

        came = [each.result() for each in others]
        refused = [each.result() for each in crowd]

    assert all(one and one.seconds < SOON for one in came), came
    assert [one and one.status for one in refused] == [503] * CROWD
    assert "torch" in refused[0].text  # type: ignore[union-attr]  # what was typed
    assert [receipt.orders for receipt in free.receipts()] == ["torch"]
    assert not locked.receipts()
