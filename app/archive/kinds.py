"""The kinds of columns, how a database hands their values out, and how they stand in a line of JSON.

A time is text in UTC with microseconds, JSON is the text that the database holds, and bytes are base64.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any

import sqlalchemy as sa

Change = Callable[[Any], Any]

# In this order: SQLAlchemy's Float is a Numeric, and its JSON and Enum are asked for before their bases.
KINDS: tuple[tuple[type[Any], str], ...] = (
    (sa.JSON, "json"),
    (sa.Boolean, "bool"),
    (sa.Integer, "int"),
    (sa.Float, "float"),
    (sa.DateTime, "time"),
    (sa.LargeBinary, "bytes"),
    (sa.String, "text"),
)
IN_JSON: dict[str, tuple[type, ...]] = {
    "json": (str,),
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
    "time": (str,),
    "bytes": (str,),
    "text": (str,),
}


def kind_of(type_: Any) -> str:
    for known, kind in KINDS:
        if isinstance(type_, known):
            return kind
    raise TypeError(f"no kind of column is known for {type_!r}")


def asked_for(name: str, kind: str, dialect: str) -> str:
    """The expression that reads a column."""
    quoted = f'"{name}"'
    if kind == "json":
        return f"CAST({quoted} AS TEXT)"
    if kind == "time" and dialect == "postgresql":
        return f"to_char({quoted}, 'YYYY-MM-DD HH24:MI:SS.US')"
    return quoted


def _time(text: str) -> str:
    """SQLite keeps what it was given; what the tables' own defaults give has no microseconds."""
    return text if len(text) == 26 else datetime.fromisoformat(text).isoformat(" ", "microseconds")


def _base64(data: Any) -> str:
    return b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return b64decode(text, validate=True)


OUT: dict[str, Change] = {"bool": bool, "time": _time, "bytes": _base64, "float": float}
INTO: dict[str, Change] = {"bytes": _bytes}


def changes(kinds: list[str], which: dict[str, Change]) -> list[tuple[int, Change]]:
    """Which places of a row have to be changed, and how."""
    return [(place, which[kind]) for place, kind in enumerate(kinds) if kind in which]


def changed(row: list[Any], how: list[tuple[int, Change]]) -> list[Any]:
    for place, change in how:
        if row[place] is not None:
            row[place] = change(row[place])
    return row


def fits(value: Any, kind: str) -> bool:
    if value is None:
        return True
    if not isinstance(value, IN_JSON[kind]) or (kind != "bool" and isinstance(value, bool)):
        return False
    try:
        if check := CHECKS.get(kind):
            check(value)
    except (ValueError, RecursionError):
        return False
    return True


def _int(number: int) -> None:
    if not -LARGEST <= number < LARGEST:
        raise ValueError(number)


def _json(value: str) -> None:
    json.loads(value)
    value.encode()


LARGEST = 2**63  # what a column holds
CHECKS: dict[str, Change] = {
    "bytes": _bytes,
    "time": datetime.fromisoformat,
    "int": _int,
    "text": str.encode,  # a lone surrogate is no text
    "json": _json,
}
