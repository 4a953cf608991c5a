"""Files of the data folder are for their owner only, whatever command made them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.data_folder import close_to_others
from app.serving import web
from app.settings import Settings, WrongSetting

ROOT = Path(__file__).parents[2]
OURS = ("CHASQUI_", "REDIS_URL", "DATABASE_URL")


def open_to_others(folder: Path) -> list[str]:
    return [str(path) for path in (folder, *folder.rglob("*")) if path.stat().st_mode & 0o077]


def run(folder: Path, *command: str) -> None:
    """As it runs for a user whose new files everybody can read."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    env = inherited | {"CHASQUI_DATA": str(folder), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-P", *command], env=env, umask=0o022, input=b"", check=False)


@pytest.mark.parametrize(
    "command",
    [["app.commands.migrate"], ["app.commands.fsck"], ["app.commands.post", "-"], ["worker.door", "x"]],
)
def test_whatever_command_comes_first_its_files_are_private(tmp_path: Path, command: list[str]) -> None:
    if command[0] == "worker.door":
        run(tmp_path / "data", "-c", "import worker; open('%s/new', 'w')" % (tmp_path / "data"))
    else:
        run(tmp_path / "data", "-m", *command)

    assert list((tmp_path / "data").iterdir())
    assert not open_to_others(tmp_path / "data")


def test_the_web_server_makes_private_files() -> None:
    assert web.umask == 0o077


def test_what_was_open_is_closed_at_the_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "logs").mkdir(parents=True)
    for name in ("chasqui.db", "chasqui.db-wal", "keys", "logs/web.log"):
        (data / name).write_text("secret")
        (data / name).chmod(0o644)
    data.chmod(0o755)

    close_to_others(Settings(data=data))

    assert not open_to_others(data)


def test_what_is_not_ours_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("x")
    (tmp_path / "letter.txt").chmod(0o644)
    tmp_path.chmod(0o755)

    close_to_others(Settings(data=tmp_path))

    assert len(open_to_others(tmp_path)) == 2


def test_a_folder_that_all_users_share_is_refused(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("secret")
    tmp_path.chmod(0o1777)

    with pytest.raises(WrongSetting, match="which all users share"):
        close_to_others(Settings(data=tmp_path))
