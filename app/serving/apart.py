"""Work that is done once, in a fork that ends with it: what it has imported and read takes no memory then."""

import json
import os
import signal
from collections.abc import Callable
from typing import Any

from app.serving.fork import Fork


class BrokenOff(Exception):
    """The fork has ended without an answer; why, it may have said by itself."""


def apart(work: Callable[[], Any]) -> Any:
    """What `work` returns, which must be plain data. It ends with this process, whatever it is at."""
    reading, writing = os.pipe()

    def do() -> int:
        answer = json.dumps(work()).encode()
        with os.fdopen(writing, "wb") as told:
            told.write(answer)
        return 0

    fork = Fork("chasqui-start", do, None, signal.SIGKILL)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        answer = told.read()
    if fork.wait() or not answer:
        raise BrokenOff("what has to be done before the start has broken off; why may stand above")
    return json.loads(answer)
