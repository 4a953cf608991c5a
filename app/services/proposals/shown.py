"""The proposals of a match, as its players may see them.

Until one is decided, all see who has answered, and nobody how: so that nobody's answer leans on
another. Then all see how.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from app.db.words import Need, Said
from app.models import Match, Proposal, Seat
from app.services.matches.find import shown_names
from app.services.proposals.votes import Electorate, asked_seats, ballot_of, electorate_of, votes_of
from app.services.proposals.words import NEEDED, outcome_in_words, what_is_proposed, why_in_words
from engine.speech import ENGLISH, Speech

LAST_CLOSED = 6


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


def proposals_of(
    session: Session, match: Match, number: int | None, speech: Speech = ENGLISH
) -> list[ShownProposal]:
    """Those that are open, and then the last ones that are decided."""
    of_match = select(Proposal).where(Proposal.match_id == match.id)
    is_open = of_match.where(col(Proposal.closed_at).is_(None)).order_by(col(Proposal.id))
    closed = of_match.where(col(Proposal.closed_at).is_not(None))
    newest = closed.order_by(col(Proposal.closed_at).desc(), col(Proposal.id).desc())
    rows = [*session.exec(is_open), *session.exec(newest.limit(LAST_CLOSED))]
    return shown(session, match, rows, number, speech) if rows else []


def shown(
    session: Session, match: Match, rows: Sequence[Proposal], number: int | None, speech: Speech
) -> list[ShownProposal]:
    seats = seats_by_number(session, match)
    names, people = shown_names(session, seats, speech), electorate_of(session, match, seats)
    return [_shown(session, row, names, people, number, speech) for row in rows]


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
    )


def _need(row: Proposal, people: Electorate) -> Need:
    return "most" if row.need == "host" and not people.host else row.need


def _who_said(what: Said, votes: dict[int, Said]) -> list[int]:
    return sorted(seat for seat, said in votes.items() if said == what)


def _names(numbers: Sequence[int], names: Sequence[str]) -> list[str]:
    return [names[number - 1] for number in numbers]
