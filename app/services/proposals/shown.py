"""The proposals of a match, as its players may see them.

Until one is decided, all see who has answered, and nobody how: so that nobody's answer leans on
another. Then all see how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.db.rows import look_up
from app.db.words import Need, Said
from app.models import Match, Proposal, Seat
from app.services.matches.find import shown_names
from app.services.proposals.votes import Electorate, asked_seats, ballot_of, electorate_of, votes_of
from app.services.proposals.words import NEEDED, outcome_in_words, what_is_proposed, why_in_words
from engine.game import Meta
from engine.registry import meta
from engine.speech import ENGLISH, Speech

LAST_CLOSED = 6

# Built once: to build a query takes as long as to run it.
OF_MATCH = select(Proposal).where(Proposal.match_id == bindparam("match_id"))
OPEN = OF_MATCH.where(col(Proposal.closed_at).is_(None)).order_by(col(Proposal.id))
NEWEST_CLOSED = (
    OF_MATCH.where(col(Proposal.closed_at).is_not(None))
    .order_by(col(Proposal.closed_at).desc(), col(Proposal.id).desc())
    .limit(LAST_CLOSED)
)


@dataclass(frozen=True)
class ShownProposal:
    key: str
    kind: str
    what: str
    by: str  # the name of the player who has proposed it
    mine: bool
    at: datetime
    ends_at: datetime
    needed: str  # who has to agree
    silent: str  # the player whose silence does not count
    answered: list[str]
    awaited: list[str]
    asked: bool  # whether the viewer's answer counts
    said: str  # by the viewer: yes, no, or nothing yet
    outcome: str  # empty while it is open
    told: str  # the outcome in words
    why: str
    yes: list[str]  # once it is decided
    no: list[str]
    closed_at: datetime | None
    step: int | None  # from which on all would be taken back
    changes: list[str]  # what newer rules change


def proposals_of(
    session: Session, match: Match, number: int | None, speech: Speech = ENGLISH
) -> list[ShownProposal]:
    """Those that are open, and then the last ones that are decided."""
    rows = [row for query in (OPEN, NEWEST_CLOSED) for row in _found(session, query, match)]
    return shown(session, match, rows, number, speech) if rows else []


def _found(session: Session, query: SelectOfScalar[Proposal], match: Match) -> list[Proposal]:
    return look_up(session, Proposal, query, match_id=match.id)


def shown(
    session: Session, match: Match, rows: Sequence[Proposal], number: int | None, speech: Speech
) -> list[ShownProposal]:
    seats = seats_by_number(session, match)
    names, people = shown_names(session, seats, speech), electorate_of(session, match, seats)
    rules = meta(match.game)
    return [_shown(session, row, names, people, number, speech, rules) for row in rows]


def seats_by_number(session: Session, match: Match) -> list[Seat]:
    rows = select(Seat).where(Seat.match_id == match.id, col(Seat.number).is_not(None))
    return list(session.exec(rows.order_by(col(Seat.number))))


def _shown(
    session: Session,
    row: Proposal,
    names: Sequence[str],
    people: Electorate,
    number: int | None,
    speech: Speech,
    rules: Meta,
) -> ShownProposal:
    votes, asked = votes_of(session, row, people), asked_seats(row, people)
    silent = ballot_of(row, people, {}).may_be_silent
    decided = row.closed_at is not None
    return ShownProposal(
        key=row.key,
        kind=row.kind,
        what=what_is_proposed(row, names, speech),
        by=names[row.seat - 1],
        mine=row.seat == number,
        at=row.at,
        ends_at=row.ends_at,
        needed=speech.gettext(NEEDED[_need(row, people)]),
        silent="".join(names[seat - 1] for seat in silent & asked - {row.seat}),
        answered=_names(sorted(votes.keys()), names),
        awaited=_names(sorted(asked - votes.keys()), names),
        asked=number in asked and not decided,
        said=votes.get(number or 0, ""),
        outcome=row.outcome,
        told=outcome_in_words(row, names, speech),
        why=why_in_words(row, names, speech),
        yes=_names(_who_said("yes", votes), names) if decided else [],
        no=_names(_who_said("no", votes), names) if decided else [],
        closed_at=row.closed_at,
        step=row.detail.get("step"),
        changes=changes_in_words(rules, row.detail.get("since", 0), row.detail.get("rules", 0), speech),
    )


def changes_in_words(rules: Meta, since: int, until: int, speech: Speech) -> list[str]:
    return [speech.gettext(text) for text in rules.changes_since(since, until)]


def _need(row: Proposal, people: Electorate) -> Need:
    return "most" if row.need == "host" and not people.host else row.need


def _who_said(what: Said, votes: dict[int, Said]) -> list[int]:
    return sorted(seat for seat, said in votes.items() if said == what)


def _names(numbers: Sequence[int], names: Sequence[str]) -> list[str]:
    return [names[number - 1] for number in numbers]
