"""A match that somebody holds on to."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Barrier, Thread

from sqlmodel import Session

from app.services.play.live import changing
from tests.world.friends import Friends


@contextmanager
def locked(friends: Friends) -> Iterator[None]:
    """Somebody's orders for this match are being taken, and take long."""
    begun, done = Barrier(2), Barrier(2)

    def hold(session: Session) -> None:
        with changing(session, friends.house, friends.code):
            begun.wait()
            done.wait()

    holding = Thread(target=friends.house.write, args=(hold,))
    holding.start()
    begun.wait()
    yield
    done.wait()
    holding.join()
