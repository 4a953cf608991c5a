"""The programs of a small house: all their code is read by one process, and each of them is a fork of it.

So it takes memory and start-up time once, not for each. A site runs the same programs by commands (Procfile).
"""

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from app.serving import environment
from app.serving.child import ROOT
from app.settings import Settings

# They stand above this room, so they are known by name only, as in a command.
WORK = "worker.programs:work"
REHEARSAL = "worker.rehearsal:rehearse"
# What the programs would import by themselves, each for its own.
SHARED = (
    *("worker.tasks", "worker.programs", "worker.beside", "worker.beating", "worker.calm"),
    *("app.wsgi", "app.serving.patient", "gunicorn.app.wsgiapp", "gunicorn.arbiter"),
    *("celery.apps.worker", "celery.apps.beat", "celery.concurrency.thread", "celery.worker.consumer"),
    *("celery.loaders.app", "celery.app.amqp", "celery.app.events", "celery.app.control"),
    *("kombu.transport.redis", "sqlite3"),
)
WEB_PROCESSES = 1  # with its threads that is enough for friends; each more takes 25 MB
# Of glibc: freed memory goes back to the system, and threads do not each keep a heap of their own.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
SMALL = 128 * 1024


def read_code(settings: Settings) -> None:
    """To be called once, before the first fork, in a process without a second thread."""
    os.environ.update(environment(settings))
    keep_heap_small()
    gc.disable()
    for name in SHARED:
        import_module(name)
    call(REHEARSAL)
    give_back()
    gc.freeze()  # or each program's collector would write to all that they share
    gc.enable()


def keep_heap_small() -> None:
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):  # glibc
        for option, value in ((M_TRIM_THRESHOLD, SMALL), (M_MMAP_THRESHOLD, SMALL), (M_ARENA_MAX, 2)):
            libc.mallopt(option, value)


def give_back() -> None:
    """What imports have freed, to the system."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def program(name: str) -> Callable[[], int | None]:
    """`name`: module:function."""
    return partial(_run, name)


def _run(name: str) -> int | None:
    os.chdir(ROOT)
    status: int | None = call(name)
    return status


def call(name: str) -> Any:
    module, function = name.split(":")
    return getattr(import_module(module), function)()


def web(port: int) -> Callable[[], int | None]:
    return partial(_serve_web, port)


def _serve_web(port: int) -> None:
    """As `python -m gunicorn` does it, with the same settings."""
    os.chdir(ROOT)
    bound = ["--bind", f"127.0.0.1:{port}", "--workers", str(WEB_PROCESSES)]
    sys.argv = ["gunicorn", "-c", "python:app.serving.web", *bound]
    import_module("gunicorn.app.wsgiapp").run()
