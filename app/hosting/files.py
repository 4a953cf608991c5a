"""The files, made from templates/host/."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.hosting.plan import Plan, pem

TEMPLATES = Path(__file__).parents[2] / "templates/host"
OPEN, RUNS, SECRET = 0o644, 0o755, 0o600


class File(NamedTuple):
    name: str
    text: str
    mode: int = OPEN


class IsThere(Exception):
    """A file that would be replaced."""


def files_of(plan: Plan) -> Iterator[File]:
    """The steps first; they name all the others."""
    yield _made("steps.txt", plan)
    yield _made("dns.txt", plan)
    yield _made("chasqui.env", plan, SECRET)
    if plan.key and not plan.mailbox:
        yield File("dkim.pem", pem(plan.key), SECRET)
    if plan.postgresql:
        names = [*plan.services, "chasqui-migrate"]
        yield from (_made(f"systemd/{name}.service", plan) for name in names)
        yield _made("systemd/chasqui.target", plan)
    else:
        yield _made("systemd/chasqui.service", plan)
    yield _made("bin/chasqui", plan, RUNS)
    yield from (_made(name, plan) for name in ("Caddyfile", "nginx.conf"))
    if not plan.mailbox:
        yield from (
            _made(f"postfix/{name}", plan) for name in ("main.cf", "chasqui-transport", "chasqui-aliases")
        )


def _made(name: str, plan: Plan, mode: int = OPEN) -> File:
    places = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return File(name, places.get_template(name).render(plan=plan), mode)


def write(files: list[File], folder: Path) -> None:
    """All of them or, where one of them is there already, none. At no moment others can read a secret."""
    there = [folder / file.name for file in files if os.path.lexists(folder / file.name)]
    if there:
        raise IsThere(str(there[0]))
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as opened:
            opened.write(file.text)
            os.fchmod(opened.fileno(), file.mode)
