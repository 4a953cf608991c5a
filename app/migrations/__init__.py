"""The database's tables, version by version."""

from pathlib import Path

from alembic import command
from alembic.config import Config


def config(database: str) -> Config:
    chosen = Config()
    chosen.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    chosen.attributes["database"] = database
    return chosen


def upgrade(database: str) -> None:
    """To the newest version; does nothing where it is there already."""
    command.upgrade(config(database), "head")
