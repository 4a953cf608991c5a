"""After an update every match that goes on is played again in the shadow; one that would differ is set aside.

That is done once for each edition of the engine. Each match keeps how far it has been looked at, so that what
was broken off goes on where it was.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import text, update
from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import connection_of
from app.db.work import mark_work
from app.edition import edition, mark
from app.house import House
from app.models import Edition, Match
from app.services.play import aside, shadow
from app.services.play.live import load, written
from app.status import GOING_ON, goes_on
from app.vault import CannotDecrypt

AT_ONCE = 200  # matches that one transaction marks
# In the words of their indexes (app/models/matches.py).
GOES_ON = text("status IN ('running', 'paused') AND steps > 0")
NOT_TO_ITS_END = text("checked NOT LIKE '% ' || CAST(steps AS VARCHAR)")


class Seen(NamedTuple):
    """What the engine would make of one match, up to its step `steps`."""

    number: int
    code: str
    title: str
    steps: int
    is_aside: bool
    why: str = ""  # what differs
    unknown: str = ""  # why nobody can tell: it stays as it is


class Counts(NamedTuple):
    seen: int = 0
    set_aside: tuple[Seen, ...] = ()
    go_on: tuple[Seen, ...] = ()
    unknown: tuple[Seen, ...] = ()

    def plus(self, other: "Counts") -> "Counts":
        return Counts(
            self.seen + other.seen,
            self.set_aside + other.set_aside,
            self.go_on + other.go_on,
            self.unknown + other.unknown,
        )


# --- Which edition is in use ---


def newest(session: Session) -> Edition | None:
    order = (col(Edition.came_at).desc(), col(Edition.id).desc())
    return session.exec(select(Edition).order_by(*order).limit(1)).first()


def is_settled(session: Session) -> bool:
    """Whether this edition is the one in use, and has looked at all matches once."""
    found = newest(session)
    return bool(found and found.name == edition() and found.looked_at)


def gives_way(session: Session) -> bool:
    """Whether another edition came after this one: its processes take over, and say what is set aside."""
    found = newest(session)
    if not found or found.name == edition():
        return False
    return session.exec(select(Edition.id).where(Edition.name == edition())).first() is not None


def arrive(session: Session) -> None:
    """From now on this edition is the one in use; it may have been here before."""
    found = newest(session)
    if found and found.name == edition():
        return
    row = session.exec(select(Edition).where(Edition.name == edition())).first()
    row = row or Edition(name=edition(), came_at=now())
    row.came_at, row.looked_at = now(), None
    session.add(row)


def has_looked(session: Session) -> None:
    row = session.exec(select(Edition).where(Edition.name == edition())).one()
    row.looked_at = now()
    session.add(row)


# --- Looking ---


def unseen(session: Session, most: int | None = None) -> list[int]:
    """The numbers of the matches that go on and that this edition has not seen up to their last step."""
    # Two ranges of an index. All marks of this edition, its name and a number, lie in between, by whatever
    # language the database sorts.
    by_another = (col(Match.checked) < edition()) | (col(Match.checked) > f"{edition()}a")
    found = {number for which in (by_another, NOT_TO_ITS_END) for number in _some(session, which, most)}
    return sorted(found)[:most]


def _some(session: Session, which: Any, most: int | None) -> Sequence[int]:
    """Asked for one by one: of both together, PostgreSQL would look at all matches."""
    rows = select(Match.id).where(GOES_ON, which).order_by(col(Match.id))
    return session.exec(rows.limit(most)).all()


def look(house: House, number: int) -> Seen:
    """Nothing is changed."""
    with house.db.snapshot() as session:
        match = session.get_one(Match, number)
        seen = Seen(number, match.code, match.title, match.steps, match.aside_at is not None)
        try:
            what = shadow.kept(session, house, match)
        except CannotDecrypt:
            return seen._replace(unknown="its seed is locked with a key that is not in CHASQUI_KEYS any more")
    return seen._replace(why=shadow.why_differs(what))


def settle(house: House, found: Iterable[Seen]) -> Counts:
    """Writes down what was seen. A match that was played meanwhile is left to the next look."""
    looks = [*found]
    known = [seen for seen in looks if not seen.unknown]
    agrees = [seen for seen in known if not seen.why and not seen.is_aside]
    if agrees:
        house.write(partial(_mark, looks=agrees))
    changed = [seen for seen in known if seen.why or seen.is_aside]
    new = [seen for seen in changed if house.write(partial(_change, house=house, seen=seen))]
    return Counts(
        len(looks),
        tuple(seen for seen in new if seen.why),
        tuple(seen for seen in new if not seen.why),
        tuple(seen for seen in looks if seen.unknown),
    )


def _mark(session: Session, looks: Iterable[Seen]) -> None:
    connection = connection_of(session)
    for seen in looks:
        same = (col(Match.id) == seen.number) & (col(Match.steps) == seen.steps)
        connection.execute(update(Match).where(same).values(checked=mark(seen.steps)))


def _change(session: Session, house: House, seen: Seen) -> bool:
    """Whether it is set aside now, or goes on again; not if that was so before."""
    with written(load(session, house, seen.code, blind=True)) as live:
        match = live.match
        if match.steps != seen.steps or not goes_on(match):
            return False
        was = match.aside_at is not None
        if seen.why:
            aside.set_aside(live, seen.why)
        elif was:
            aside.go_on(live)
    mark_work(session)
    return was != bool(seen.why)


def look_at_unseen(house: House, at: datetime | None = None) -> int:
    """In the worker: what an edition beside this one has played, or what nobody waited for at the start."""
    with house.reading() as session:
        if gives_way(session):
            return 0
        numbers = unseen(session, AT_ONCE)
    counts = settle(house, (look(house, number) for number in numbers))
    return counts.seen - len(counts.unknown)


# --- What is set aside ---


def set_aside(session: Session) -> list[Match]:
    """For the operator: `aside_at` says since when, `aside_why` what differs."""
    rows = select(Match).where(col(Match.aside_at).is_not(None), col(Match.status).in_(GOING_ON))
    return list(session.exec(rows.order_by(col(Match.aside_at), col(Match.id))))
