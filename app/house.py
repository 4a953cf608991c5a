"""What services need besides their session: settings, database, links, keys, and how to wake the worker."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sqlmodel import Session

from app.db.away import Away, NobodyKnows
from app.db.database import Database
from app.db.waits import WORK, Waits
from app.db.work import has_work
from app.links import Links
from app.mail.write.dkim import signer_of
from app.settings import Settings
from app.vault import Vault

if TYPE_CHECKING:
    from app.printing.raster import Picture

R = TypeVar("R")
PAUSES = (0.1, 0.3, 0.6, 1.0, 1.0)  # seconds; a database that restarts is back by then
Draw = Callable[[str], "Picture | None"]


def wake_nobody() -> None:
    """For a house that wakes nobody: the worker's next sweep finds the work."""


def no_picture(svg: str) -> "Picture | None":
    """Letters show the board in text alone."""


@dataclass(frozen=True)
class House:
    settings: Settings
    db: Database
    links: Links
    vault: Vault
    wake: Callable[[], None] = wake_nobody
    draw: Draw = no_picture  # a board for a letter

    def reading(self, wait: bool = True) -> AbstractContextManager[Session]:
        return self.db.reading(wait)

    def claim(self, work: Callable[[Session], R]) -> R:
        """For claiming work of which nobody is told before a `write` has put down what came of it: a power
        cut may take the claim back, and so it is not waited for until it is on the disk."""
        return self.db.write(work, after_commit=self._wake_for_work, wait=False)

    def write(self, work: Callable[[Session], R]) -> R:
        """Does `work` in one transaction. After the commit the worker is woken, if there is work for it.

        The worker's own house wakes nobody, because each of its tasks looks again until nothing is due.
        """
        return self.db.write(work, after_commit=self._wake_for_work)

    def write_till_known(self, work: Callable[[Session], R]) -> R:
        """Only for work that changes nothing the second time, like orders, which get their receipt again.

        If the connection breaks at COMMIT, doing it again finds out whether it stands.
        """
        try:
            return self.write(work)
        except NobodyKnows as unknown:
            for pause in PAUSES:
                time.sleep(pause)
                with suppress(*Away):
                    return self.write(work)
            raise unknown

    def _wake_for_work(self, session: Session) -> None:
        if has_work(session):
            self.wake()


def open_house(
    settings: Settings,
    wake: Callable[[], None] = wake_nobody,
    draw: Draw = no_picture,
    waits: Waits = WORK,
) -> House:
    """`waits`: how long PostgreSQL may take."""
    signer_of(settings)  # raises WrongSetting for a bad key file now, and not with the first letter
    return House(settings, Database(settings.database, waits), Links(settings), Vault(settings), wake, draw)
