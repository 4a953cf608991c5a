"""Which version the tables have, and which one this code needs."""

from functools import cache
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

VERSIONS = Path(__file__).parents[1] / "migrations" / "versions"


@cache
def needed() -> str:
    """Files of migrations begin with their number, so the newest is known without running Alembic."""
    return max(file.name[:4] for file in VERSIONS.glob("[0-9]*.py"))


def found(session: Session) -> str:
    """Empty where there are no tables of ours."""
    try:
        return str(
            session.connection().execute(text("SELECT version_num FROM alembic_version")).scalar() or ""
        )
    except SQLAlchemyError as error:
        session.rollback()
        if _has_no_table(error):
            return ""
        raise


def _has_no_table(error: SQLAlchemyError) -> bool:
    """As SQLite says it, or PostgreSQL (undefined_table)."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", "") == "42P01" or "no such table" in str(cause)


def is_too_old(version: str) -> bool:
    """Newer tables are no trouble: a column goes one version after the code that used it."""
    return version < needed()


def what_to_do(version: str) -> str:
    if not version:
        return "The database has no tables of ours. Type: ./chasqui update"
    return (
        f"The tables have version {version}, and this program needs {needed()}. Type: ./chasqui update, "
        "with the new version's code."
    )
