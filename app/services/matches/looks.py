"""How far a reader has seen a match, so that its page can mark what is new."""

from collections.abc import Sequence

from sqlmodel import Session, select

from app.models import Look, Match
from app.services.matches import find, history
from app.services.matches.changes import Course
from app.services.matches.history import PlayedStep

MOST_MARKED = 12  # steps whose changes a page marks
LAST_FOR_ONLOOKERS = 4
MOST_TOLD = 60  # steps that are searched for the reader's last turn


def since_of(session: Session, match: Match, player_id: int | None) -> int:
    """The step after which all is new to the reader; for a first look, the one before the last."""
    look = _look_of(session, match, player_id)
    last = match.steps - 1
    if not look or look.since > last:  # steps can be taken back
        return max(last - 1, 0)
    return look.seen if look.seen < last else look.since


def look(session: Session, code: str, player_id: int, step: int) -> None:
    """The reader has seen this step; if it is news, what was seen before is where the marks begin."""
    match = find.by_code(session, code)
    step = min(step, match.steps - 1)
    row = _look_of(session, match, player_id)
    if not row:
        row = Look(player_id=player_id, match_id=match.id, seen=step, since=max(step - 1, 0))
    elif step > row.seen or row.seen >= match.steps:  # steps can be taken back
        row.since, row.seen = min(row.seen, step), step
    session.add(row)


def _look_of(session: Session, match: Match, player_id: int | None) -> Look | None:
    own = select(Look).where(Look.match_id == match.id, Look.player_id == (player_id or 0))
    return session.exec(own).first()


def new_steps(session: Session, match: Match, course: Course, since: int) -> list[PlayedStep]:
    """What stands of the steps that are new after `since`."""
    return history.steps_since(session, match, before_new(match, since), course)


def before_new(match: Match, since: int) -> int:
    """The step after which changes are marked: not more of them than a reader can tell from one another."""
    return max(since, match.steps - 1 - MOST_MARKED)


def latest_steps(session: Session, match: Match, course: Course) -> list[PlayedStep]:
    return history.steps_since(session, match, max(match.steps - 1 - MOST_TOLD, 0), course)


def since_own(
    steps: Sequence[PlayedStep], course: Course, seat: int | None
) -> tuple[PlayedStep | None, Sequence[PlayedStep]]:
    """The seat's last orders, if they stand and are not long ago, and what stands of the steps after them.

    Where all answer at once, what came of it is news as well.
    """
    own = [n for n, step in enumerate(steps) if any(orders.seat == seat for orders in step.orders)]
    if not own:
        return None, steps[-LAST_FOR_ONLOOKERS:]
    return steps[own[-1]], steps[own[-1] + (not course.rules.META.sealed) :]
