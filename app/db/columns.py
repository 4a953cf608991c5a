"""The kinds of columns that the models have."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import JSON, Column, Index, String
from sqlmodel import Field

from app.db.database import Instant


def id_column() -> Any:
    """The number that the database gives to a row when it is inserted. Before that it is None."""
    return Field(default=None, primary_key=True)


def word_column(default: str, name: str = "", attribute: str = "") -> Any:
    """One of a few words. `name` and `attribute`: for a column whose name is not that of its attribute."""
    if name:
        return Field(default=default, sa_column=Column(name, String, key=attribute, nullable=False))
    return Field(default=default, sa_type=String)


def time_column(**more: Any) -> Any:
    return Field(default=None, sa_type=Instant, **more)


def json_column(make: Callable[[], Any] = lambda: None) -> Any:
    return Field(default_factory=make, sa_type=JSON)


def few_of(which: Any, name: str, *columns: Any) -> None:
    """An index of the few rows for which `which` holds: it stays small in a table that does not."""
    Index(name, *columns, sqlite_where=which, postgresql_where=which)
