"""The players who have to agree to what changes a match for all: by its terms, or else as usual."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import update
from sqlmodel import Session, col

from app.clock import now
from app.db.rows import connection_of
from app.db.words import Need, ProposalKind
from app.db.work import mark_work
from app.models import Match, Proposal
from engine.speech import Later, later

NEEDS: dict[Need, Later] = {
    "all": later("everybody has to agree"),
    "most": later("more than half have to agree"),
    "host": later("the host decides alone"),
}


class Choice(NamedTuple):
    """What the host of a new match chooses the need of."""

    title: Later
    usual: Need


CHOICES: dict[str, Choice] = {
    "time": Choice(later("More time for a player"), "most"),
    "bot": Choice(later("A bot in place of a player"), "most"),
    "substitute": Choice(later("A substitute for a player"), "all"),
    "pause": Choice(later("A pause, and its end"), "most"),
    "end": Choice(later("An early end"), "all"),
}
SAME_AS: dict[str, str] = {"resume": "pause"}


def need_of(needs: Mapping[str, str], kind: ProposalKind) -> Need:
    """What has been played is only taken back where all agree, whatever the terms say."""
    choice = SAME_AS.get(kind, kind)
    if choice not in CHOICES:
        return "all"
    wanted = needs.get(choice, "")
    return wanted if wanted in NEEDS else CHOICES[choice].usual


def look_again(session: Session, match: Match) -> None:
    """The match has moved on, which may have overtaken what is proposed in it: the worker looks at once."""
    is_open = (col(Proposal.match_id) == match.id) & col(Proposal.rings_at).is_not(None)
    connection_of(session).execute(update(Proposal).where(is_open).values(rings_at=now()))
    mark_work(session)
