"""Drafts: orders that are not submitted yet, stored so that the player can go on with another device.

A draft is for one decision. When that has been made, the draft is not shown again; the next one replaces it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session, col, select

from app.clock import now
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
    match = find.by_code(session, code)
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
    ask_ids = select(Ask.id).where(
        Ask.match_id == match.id, Ask.seat == seat, Ask.turn == turn, col(Ask.closed_at).is_(None)
    )
    if (
        not goes_on(match)
        or not is_same_decision(session, match, base)
        or session.exec(ask_ids).first() is None
    ):
        raise Stale(DECISION_PASSED)


def draft_text(session: Session, match: Match, seat: int, turn: int, base: int) -> str:
    draft = of_seat(session, match, seat)
    if not draft or draft.turn != turn:
        return ""
    return draft.text if draft.base == base or is_same_decision(session, match, draft.base) else ""


def of_seat(session: Session, match: Match, seat: int) -> Draft | None:
    return session.exec(select(Draft).where(Draft.match_id == match.id, Draft.seat == seat)).first()


def save_draft(session: Session, code: str, seat: int, turn: int, base: int, text: str) -> None:
    """The text replaces the earlier draft; an empty text deletes it."""
    match = find.by_code(session, code)
    check_still_asked(session, match, seat, turn, base)
    draft = of_seat(session, match, seat)
    if not text.strip():
        if draft:
            session.delete(draft)
        return
    if not draft:
        draft = Draft(match_id=match.id, seat=seat, turn=turn, base=base, text="")
    draft.turn, draft.base, draft.text, draft.at = turn, base, text[:LONGEST_TEXT], now()
    session.add(draft)
