"""Makes what it is told on standard input (pages, films, fonts), until nothing has come for a while.

Started by press.py:

python -m app.printing.press_program SECONDS
"""

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from select import select
from typing import Any

from app.printing.frames import Frame
from app.printing.press import job_of


def main(idle: float) -> None:
    while line := next_line(idle):
        what, job = json.loads(line)
        told, made = answer_to(MAKERS[what], job)
        sys.stdout.buffer.write(json.dumps(told).encode() + b"\n" + made)
        sys.stdout.buffer.flush()


def next_line(idle: float) -> bytes:
    """Empty when it is time to end."""
    ready, _, _ = select([sys.stdin], [], [], idle)
    return sys.stdin.buffer.readline() if ready else b""


Made = tuple[Mapping[str, Any], bytes]


def answer_to(make: Callable[[Any], Made], job: Any) -> Made:
    try:
        told, made = make(job)
    except Exception as error:  # it is told to the one who wants it
        traceback.print_exc()
        return {"failed": f"{type(error).__name__}: {error}"}, b""
    return {**told, "size": len(made)}, made


def pages(jobs: Any) -> Made:
    try:
        weasy = import_module("app.printing.weasy")
    except OSError as error:
        return {"missing": str(error)}, b""
    return {}, weasy.pdf_on_one_page([job_of(job) for job in jobs])


def film(frames: Any) -> Made:
    maker = import_module("app.printing.film")
    made = maker.film_of([Frame(tuple(drawings), milliseconds) for drawings, milliseconds in frames])
    return {"width": made.width, "height": made.height}, made.gif


def face(name: Any) -> Made:
    return {}, import_module("app.printing.subset").woff2_of(name)


def glyphs(name: Any) -> Made:
    return {}, import_module("app.printing.glyphs").glyphs_of(name)


MAKERS: Mapping[str, Callable[[Any], Made]] = {"pages": pages, "film": film, "face": face, "glyphs": glyphs}


if __name__ == "__main__":
    main(float(sys.argv[1]))
