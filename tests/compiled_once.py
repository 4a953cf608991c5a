"""What each world would compile anew is compiled once in a process: SQL, and what builds addresses of pages.

It was half of the time that a world takes, and half of what its pages take to begin.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import Dialect
from werkzeug.routing import Rule

from app.db.database import ReadingDialect, WritingDialect
from app.web.patience import PatientApp


def compile_once() -> None:
    PatientApp.url_rule_class = CompiledRule
    for dialect in _statements:
        for name, method in METHODS.items():
            setattr(dialect, name, method)


# --- SQL: kept for each engine, as SQLAlchemy takes the dialects of any two for different ones ---

_statements: dict[type[Dialect], dict[Any, Any]] = {ReadingDialect: {}, WritingDialect: {}}


def _is_alike(dialect: Dialect, other: object) -> bool:
    return type(other) is type(dialect)


def _hash_of_class(dialect: Dialect) -> int:
    return hash(type(dialect))


def _share(dialect: type[Dialect], engine: Engine) -> None:
    engine.update_execution_options(compiled_cache=_statements[dialect])


METHODS = {"__eq__": _is_alike, "__hash__": _hash_of_class, "engine_created": classmethod(_share)}


# --- Addresses: Werkzeug writes two functions for each rule of an app, which get the rule as a value ---

Builder = Callable[..., tuple[str, str]]

_builders: dict[tuple[str, str, bool], Builder] = {}


class CompiledRule(Rule):
    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        key = (self.rule, repr(self.defaults), append_unknown)
        if key not in _builders:
            _builders[key] = super()._compile_builder(append_unknown)
        return _builders[key]
