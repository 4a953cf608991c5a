"""Nothing that others could write is read as code: no pickles, no file in a folder that all users share."""

import ast
import os
import subprocess
import sys
from pathlib import Path

from app.settings import Settings
from app.wake_worker import celery_client

ROOT = Path(__file__).parents[2]
READERS_OF_CODE = {"pickle", "shelve", "marshal", "dbm"}
SERIALIZERS = ("task_serializer", "result_serializer", "event_serializer")

LOOK = """
from celery.beat import Scheduler
from worker import celery
conf = celery.conf
print(conf.beat_scheduler, conf.accept_content, conf.result_accept_content)
print({conf.task_serializer, conf.result_serializer, conf.event_serializer})
print(all(entry.is_due().is_due for entry in Scheduler(celery, lazy=False).schedule.values()))
"""


def imported(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.split(".")[0] for name in names}


def test_no_code_of_ours_reads_what_can_hold_code() -> None:
    files = [file for folder in ("engine", "app", "worker") for file in (ROOT / folder).rglob("*.py")]

    assert not [str(file) for file in files if imported(file) & READERS_OF_CODE]


def test_nothing_is_kept_in_a_folder_that_all_users_share() -> None:
    files = [file for folder in ("engine", "app", "worker") for file in (ROOT / folder).rglob("*.py")]

    assert not [str(file) for file in [ROOT / "Procfile", *files] if "/tmp" in file.read_text()]
    assert "--schedule" not in (ROOT / "Procfile").read_text()


def test_beat_keeps_no_file_and_all_its_tasks_are_due_at_the_start(tmp_path: Path) -> None:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(tmp_path / "data")}

    told = subprocess.run([sys.executable, "-P", "-c", LOOK], env=env, capture_output=True, text=True)

    assert told.stdout.splitlines() == [
        "worker.beating:BeatingScheduler ['json'] ['json']",
        "{'json'}",
        "True",
    ], told


def test_what_calls_the_worker_takes_and_sends_json_only(tmp_path: Path) -> None:
    conf = celery_client(Settings(data=tmp_path)).conf

    assert {conf[name] for name in SERIALIZERS} == {"json"}
    assert conf.accept_content == conf.result_accept_content == ["json"]
