"""What is looked for often is found by an index: among many matches no more rows are read than among few.

So few rows would be read from beginning to end, which is why PostgreSQL is told not to do so.
"""

from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from app.db import sampling
from app.services.outbox import counts, untold
from app.services.upkeep import metrics
from tests.bench import _crowd, _looks
from tests.world import World
from tests.world.rows_read import rows_read

FEW, MANY = _crowd.Size(800, 3_000, 50), _crowd.Size(3_200, 12_000, 200)
BOUNDS = {counts: ("MEASURED",), metrics: ("MEASURED",), sampling: ("SAMPLE",)}
MORE = 40  # rows, and a quarter, for what differs by chance


# Between small tables, PostgreSQL would rather read them whole.
NOT_WHOLE = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")


def crowd(folder: Path, cluster: str, size: _crowd.Size) -> World:
    world = _crowd.crowded(folder, cluster, size)
    with psycopg.connect(world.house.settings.database_url, autocommit=True) as connection:
        for option in NOT_WHOLE:
            connection.execute(f"ALTER DATABASE of_{size.asks} SET {option} = off".encode())
    world.house.db.engine.dispose()
    return world


def rows_of_looks(crowded: World) -> dict[str, int]:
    with closing(crowded) as world:
        looks = _looks.looks(world)
        for look in looks.values():
            look()  # the first time finds what later ones do not look at any more
        return {
            name: sum(each.rows for each in rows_read(world.house.db.engine, look))
            for name, look in looks.items()
        }


@pytest.mark.long
def test_no_look_reads_more_rows_among_many_matches(
    tmp_path: Path, postgres_cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, names in BOUNDS.items():
        for name in names:
            monkeypatch.setattr(module, name, 100)
    monkeypatch.setattr(untold, "AT_ONCE", 37)  # a third of the few, to the last one

    few, many = (rows_of_looks(crowd(tmp_path, postgres_cluster, size)) for size in (FEW, MANY))

    assert not {name: (rows, many[name]) for name, rows in few.items() if many[name] > 1.25 * rows + MORE}
