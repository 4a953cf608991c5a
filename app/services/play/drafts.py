"""Drafts: orders that are not submitted yet, stored so that the player can go on with another device.

A draft is for one decision. When that has been made, the draft is not shown again; the next one replaces it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, select

from app.clock import now
from app.db.rows import Rows, connection_of, look_up, look_up_columns
from app.models import Ask, Draft, Match
from app.problems import Stale
from app.services.matches import find, looks
from app.services.matches.changes import course_of, is_same_decision
from app.services.matches.find import shown_names
from app.status import goes_on
from engine.game import Event, View
from engine.registry import game
from engine.speech import later
from engine.words import LONGEST_TEXT

NOTHING_NEW = 1_000_000_000  # a step that no match has
# Built once, for each tap on a board runs them.
OF_SEAT = select(Draft).where(Draft.match_id == bindparam("match_id"), Draft.seat == bindparam("seat"))
OPEN_ASK = select(Ask.id).where(
    Ask.match_id == bindparam("match_id"),
    Ask.seat == bindparam("seat"),
    Ask.turn == bindparam("turn"),
    col(Ask.closed_at).is_(None),
)
DECISION_PASSED = later("This has already been decided; what you were writing was not played.")


class DraftPosition(NamedTuple):
    """What a seat needs for a draft: what it sees of the game, and the draft so far."""

    game: str
    names: list[str]
    view: View
    draft: str
    marked: Sequence[Event]  # what the board marks as new


def position_of(
    session: Session, code: str, seat: int, turn: int, base: int, since: int = NOTHING_NEW
) -> DraftPosition:
    """The state is read without the seed, so that no draft depends on hidden things. Stale if decided.

    `since`: the step after which all is new to the player.
    """
    match = find.look_at(session, code)
    find.check_not_aside(session, match)
    check_still_asked(session, match, seat, turn, base)
    seats = find.numbered_seats(session, match)
    rules = game(match.game)
    view = rules.view(rules.from_json(match.state or {}, None), seat)
    names = shown_names(session, seats)
    new = looks.new_steps(session, match, course_of(session, match, names), max(since, 0))
    return DraftPosition(
        match.game,
        names,
        view,
        draft_text(session, match, seat, turn, base),
        [event for step in new for event in step.events],
    )


def check_still_asked(session: Session, match: Match, seat: int, turn: int, base: int) -> None:
    if (
        not goes_on(match)
        or not is_same_decision(session, match, base)
        or not look_up_columns(session, OPEN_ASK, match_id=match.id, seat=seat, turn=turn)
    ):
        raise Stale(DECISION_PASSED)


def draft_text(session: Session, match: Match, seat: int, turn: int, base: int) -> str:
    draft = of_seat(session, match, seat)
    if not draft or draft.turn != turn:
        return ""
    return draft.text if draft.base == base or is_same_decision(session, match, draft.base) else ""


def of_seat(session: Session, match: Match, seat: int) -> Draft | None:
    """Only to be looked at."""
    return next(iter(look_up(session, Draft, OF_SEAT, match_id=match.id, seat=seat)), None)


def save_draft(session: Session, code: str, seat: int, turn: int, base: int, text: str) -> None:
    """The text replaces the earlier draft; an empty text deletes it."""
    match = find.look_at(session, code)
    check_still_asked(session, match, seat, turn, base)
    if not text.strip():
        session.exec(delete(Draft).where(col(Draft.match_id) == match.id, col(Draft.seat) == seat))
        return
    rows = Rows(connection_of(session))
    found = rows.read(Draft, OF_SEAT, match_id=match.id, seat=seat)
    draft = found[0] if found else rows.new(Draft, match_id=match.id, seat=seat)
    draft.turn, draft.base, draft.text, draft.at = turn, base, text[:LONGEST_TEXT], now()
    rows.write()
