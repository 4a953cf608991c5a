"""Rooms: who may import whom inside the app. Imports run one way, so each room can be read by itself."""

import ast
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.registry import GAMES

ROOT = Path(__file__).parents[1]

# From the bottom up. Each room may import what is named beside it, and no room stands above itself.
# A module that stands alone at the top of app/ is a room of its own.
BASE = {
    "limits",
    "keeping",
    "settings",
    "clock",
    "safe_text",
    "problems",
    "tally",
    "keys",
    "links",
    "vault",
    "db",
    "edition",
    "models",
    "status",
    "house",
}
MAY_IMPORT: dict[str, set[str]] = {
    "limits": set(),
    "keeping": set(),
    "settings": {"limits", "keeping"},
    "clock": set(),
    "ages": set(),
    "safe_text": set(),
    "problems": set(),
    "tally": set(),
    "keys": set(),
    "links": {"clock", "settings"},
    "vault": {"settings"},
    "db": {"clock"},
    "edition": {"db"},
    "models": {"db", "keys"},
    "status": {"db", "models"},
    "i18n": {"clock", "safe_text"},
    "mail": {"settings", "safe_text", "keys"},
    "printing": {"problems"},
    "house": {"settings", "links", "vault", "db", "mail", "printing"},
    "data_folder": {"settings"},
    "wake_worker": {"settings"},
    "migrations": {"settings", "db", "models"},
    "archive": {"settings", "db", "models", "migrations"},
    "console": {"data_folder"},
    "services/deadlines": {"clock", "models"},
    "services/outbox": BASE | {"i18n", "mail", "services/deadlines"},
    "services/pace": BASE | {"mail"},
    "services/matches": BASE | {"i18n", "services/deadlines", "services/outbox", "services/pace"},
    "services/books": BASE | {"i18n", "printing", "services/outbox", "services/matches"},
    "services/people": BASE
    | {"i18n", "mail"}
    | {f"services/{room}" for room in ("deadlines", "outbox", "pace", "matches", "books")},
    "services/play": BASE
    | {"i18n", "services/deadlines", "services/outbox", "services/matches", "services/books"}
    | {"services/people"},
    "services/lobby": BASE
    | {"i18n"}
    | {f"services/{room}" for room in ("outbox", "pace", "matches", "people", "play")},
    "services/lending": BASE
    | {f"services/{room}" for room in ("outbox", "pace", "matches", "people", "play")},
    "services/proposals": BASE
    | {"i18n"}
    | {f"services/{room}" for room in ("deadlines", "outbox", "pace", "matches", "people", "play")},
    "services/inbox": BASE
    | {"i18n", "mail"}
    | {
        f"services/{room}"
        for room in ("outbox", "matches", "people", "play", "lobby", "lending", "proposals")
    },
    "services/upkeep": BASE
    | {"ages", "archive"}
    | {
        f"services/{room}"
        for room in ("outbox", "pace", "matches", "books", "people", "play", "lobby", "inbox")
    },
}
SERVICES = {room for room in MAY_IMPORT if room.startswith("services/")}
MAY_IMPORT |= {
    "letters": BASE | {"i18n", "mail", "printing"} | SERVICES,
    "post": BASE | {"i18n", "mail", "letters"} | SERVICES,
    "web": BASE | {"wake_worker", "i18n", "mail"} | SERVICES,
    "serving": BASE | {"console", "data_folder", "archive"} | SERVICES,
    "wsgi": {"wake_worker", "web", "serving"},
    "hosting": {"settings", "mail"},
    "doctor": BASE | {"ages", "mail", "post", "wake_worker", "archive", "serving", "web"} | SERVICES,
    "commands": BASE
    | {"console", "wake_worker", "i18n", "mail", "printing", "post", "migrations", "archive", "serving"}
    | {"doctor", "hosting"}
    | SERVICES,
}
ROOMS = list(MAY_IMPORT)

# What is pure touches neither a database nor a socket nor the web.
OUTSIDE = {"sqlmodel", "sqlalchemy", "flask", "celery", "redis", "socket", "smtplib", "aiosmtpd"}
WEB_AND_QUEUE = {"flask", "werkzeug", "celery", "redis", "jinja2"}


def room_of(module: str) -> str:
    """Of `app.services.play.submit` it is services/play, of `app.house` house."""
    parts = [*module.split(".")[1:], ""]
    return "/".join(parts[:2]) if parts[0] == "services" else parts[0]


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def files_of(room: str) -> list[Path]:
    """`app` and `app.services` themselves hold nothing but a docstring."""
    files = sorted((ROOT / "app").rglob("*.py"))
    return [file for file in files if room_of(module_of(file)) == room]


@cache
def imported(file: Path) -> frozenset[str]:
    """Whole names: of `from a import b` it is a.b, for b may be a module."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


def offenders(room: str, forbidden: Callable[[str], bool]) -> dict[str, list[str]]:
    found = {module_of(file): sorted(filter(forbidden, imported(file))) for file in files_of(room)}
    return {file: names for file, names in found.items() if names}


def test_every_file_of_the_app_is_in_a_room() -> None:
    modules = {module_of(file) for file in (ROOT / "app").rglob("*.py")} - {"app", "app.services"}

    assert {room_of(module) for module in modules} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_the_table_itself_goes_one_way(room: str) -> None:
    assert MAY_IMPORT[room] <= set(ROOMS[: ROOMS.index(room)])


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_table_allows(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}

    assert not offenders(room, lambda name: name.startswith("app.") and room_of(name) not in allowed)


@pytest.mark.parametrize("room", ["mail", "printing", "i18n"])
def test_a_pure_room_touches_neither_database_nor_net(room: str) -> None:
    assert not offenders(room, lambda name: name.split(".")[0] in OUTSIDE)


@pytest.mark.parametrize("room", sorted(SERVICES))
def test_services_know_neither_the_web_nor_the_queue(room: str) -> None:
    assert not offenders(room, lambda name: name.split(".")[0] in WEB_AND_QUEUE)


@pytest.mark.parametrize("folder", ["app", "worker", "templates"])
def test_no_file_names_a_game(folder: str) -> None:
    # What a version of the tables did to matches of a game is history.
    names = re.compile("|".join(game.replace("-", "[-_ ]") for game in GAMES), re.IGNORECASE)
    files = [
        *(ROOT / folder).rglob("*.py"),
        *(ROOT / folder).rglob("*.html"),
        *(ROOT / folder).rglob("*.jinja"),
    ]

    assert not [
        str(file) for file in files if "versions" not in file.parts and names.search(file.read_text())
    ]
