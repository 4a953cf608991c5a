"""An application whose one page waits for a file `gate` to appear. Each drawing is counted."""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ["CHASQUI_DATA"])
DRAWN, GATE = FOLDER / "drawn", FOLDER / "gate"


def app(asked: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
    if asked["PATH_INFO"] != "/held":
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]
    with DRAWN.open("a") as file:
        file.write(".")
    while not GATE.exists():
        time.sleep(0.01)
    page = f"drawn for {asked['QUERY_STRING']}".encode()
    start("200 OK", [("Content-Length", str(len(page))), ("Connection", "close")])
    return [page]
