"""The embedded broker keeps nothing, so nothing that it finds can keep it from starting."""

import os
from pathlib import Path

from app.serving import broker
from tests.servers import until


def test_it_starts_over_damaged_files_of_an_earlier_version_and_leaves_none(tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    for name in ("broker/appendonly.aof.1.incr.aof", "broker/appendonly.aof.manifest", "dump.rdb"):
        (tmp_path / name).write_bytes(b"garbage\0" * 100)
    socket = tmp_path / "broker.sock"

    broker.forget_files(tmp_path)
    child = broker.broker(tmp_path, socket, tmp_path, dict(os.environ))
    child.start()
    assert until(lambda: broker.is_answering(socket)), child.log.read_text()
    broker.client(socket).set("a", "b" * 1000)
    child.ask_to_stop()
    child.stop(1e9)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["broker.log"]
