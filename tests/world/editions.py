"""Other editions of the program: the same code, of which a part of the engine is another one."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import app.edition
from app.house import House
from app.services.upkeep import editions
from app.services.upkeep.editions import Counts
from engine.incan_gold import state
from engine.incan_gold.pieces import HAZARDS, TREASURES


@contextmanager
def edition(name: str, otherwise: bool = False) -> Iterator[None]:
    """`otherwise`: Incan Gold deals other cards, and Tikal is as it was."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(app.edition, "edition", lambda: name)
        changed.setattr(editions, "edition", lambda: name)
        more = 1 if otherwise else 0
        changed.setattr(state, "TREASURES", tuple(worth + more for worth in TREASURES))
        changed.setattr(state, "HAZARDS", (*HAZARDS[more:], *HAZARDS[:more]))
        yield


def look(house: House) -> Counts:
    """As an update does it."""
    house.write(editions.arrive)
    with house.reading() as session:
        numbers = editions.unseen(session)
    counts = editions.settle(house, [editions.look(house, number) for number in numbers])
    house.write(editions.has_looked)
    return counts
