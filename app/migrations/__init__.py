"""The database's tables, version by version."""

from pathlib import Path

from alembic import command
from alembic.config import Config


def alembic_config(database: str) -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    configuration.attributes["database"] = database
    return configuration


def upgrade(database: str) -> None:
    """Brings the database to the newest version; does nothing if it has that already."""
    command.upgrade(alembic_config(database), "head")
