"""The worker sees to a backup each day, in a process of its own."""

import pytest

from app.archive import shelf
from app.archive.form import Reader
from tests.lengths import shortened
from tests.servers import BOTH, until
from tests.world import World
from tests.world.programs import Programs


@pytest.mark.parametrize("empty_database_url", shortened(BOTH, ["sqlite"]), indirect=True)
def test_a_service_that_runs_has_a_backup(shared_world: World, programs: Programs) -> None:
    shared_world.match("incan-gold", 3)
    programs.worker.start()
    programs.beat.start()
    folder = shared_world.house.settings.folder / "backups"

    assert until(lambda: shelf.newest(folder) is not None), programs.said

    found = Reader(shelf.newest(folder) or folder).check()
    assert (found["match"].rows, found["seat"].rows) == (1, 3)
