"""Databases as released versions have made them: see tests/releases/README.md."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg

from app.house import open_house
from app.settings import Settings
from tests.world.world import ADDRESS, KEYS, SENDER, World, drawn

RELEASES = Path(__file__).parents[1] / "releases"
NAMES = sorted({path.name[:4] for path in RELEASES.glob("*.sql.gz")})


def begin_with(release: str, settings: Settings) -> None:
    """An empty place gets all that is in that database."""
    kind = "postgresql" if settings.database_url else "sqlite"
    sql = gzip.decompress((RELEASES / f"{release}.{kind}.sql.gz").read_bytes()).decode()
    if not settings.database_url:
        settings.folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(settings.folder / "chasqui.db")) as database:
            database.executescript(sql)
    else:
        with psycopg.connect(settings.database_url, autocommit=True) as connection:
            connection.execute(sql.encode())


def settings_of(folder: Path, database_url: str = "") -> Settings:
    return Settings(data=folder, database_url=database_url, keys=KEYS, url=ADDRESS, sender=SENDER)


def world_of(settings: Settings) -> World:
    return World(open_house(settings, draw=drawn))
