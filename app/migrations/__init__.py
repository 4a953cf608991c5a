"""The database's tables, version by version."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def alembic_config(database: str) -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    configuration.attributes["database"] = database
    return configuration


def upgrade(database: str, version: str = "head") -> None:
    """Brings the database to that version; does nothing if it has that already."""
    command.upgrade(alembic_config(database), version)


def upgrade_within(connection: Connection, version: str = "head") -> None:
    """The same as a part of the caller's transaction, which PostgreSQL can do."""
    configuration = alembic_config("")
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, version)


def title_of(version: str) -> str:
    """What it is about, in a line."""
    revision = ScriptDirectory.from_config(alembic_config("")).get_revision(version)
    return revision.doc if revision and revision.doc else ""


@cache
def versions() -> list[str]:
    """All that this program knows, the newest first."""
    script = ScriptDirectory.from_config(alembic_config(""))
    return [revision.revision for revision in script.walk_revisions()]
