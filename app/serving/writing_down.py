"""The web server's counts and errors, which a thread writes into the database every few seconds."""

import atexit
from threading import Event, Thread

from app.db.database import Database
from app.db.waits import LOOK
from app.services.upkeep import tallies
from app.settings import Settings


def keep_writing_down(settings: Settings) -> None:
    """In each process of the web server, after it was forked. Its end writes the rest."""
    ending, db = Event(), Database(settings.database, LOOK)

    def run() -> None:
        while not ending.wait(tallies.EVERY):
            tallies.write_down(db)

    def end() -> None:
        ending.set()
        tallies.write_down(db)

    Thread(target=run, daemon=True, name="counts").start()
    atexit.register(end)
