"""The tables of what players propose to one another, and of how they have answered."""

from datetime import datetime
from typing import Any

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, json_column, time_column, word_column
from app.db.rows import table_of
from app.db.words import Need, Outcome, ProposalKind, Said
from app.keys import post_key


class Proposal(SQLModel, table=True):
    """Something that changes a match for all, and that its players decide."""

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id", index=True)
    key: str = Field(default_factory=post_key, unique=True)  # in links
    kind: ProposalKind = word_column("time")
    seat: int  # that proposes it
    about: int | None = None  # the seat that it concerns
    email: str | None = Field(default=None, index=True)  # of somebody who is asked to take a seat
    detail: dict[str, Any] = json_column(dict)
    need: Need = word_column("most")  # who has to agree, by the terms of the match at that time
    turn: int
    base: int  # how many steps there were
    at: datetime = time_column()
    ends_at: datetime = time_column()  # then it lapses, unless enough have agreed
    rings_at: datetime | None = time_column()  # when to look at it next; None: it is decided
    closed_at: datetime | None = time_column()
    outcome: Outcome = word_column("")
    why: str = ""  # it has lapsed before its time


_OPEN = table_of(Proposal).c.rings_at
few_of(_OPEN.is_not(None), "proposal_rings", _OPEN)


class Vote(SQLModel, table=True):
    """What a player has answered; a later answer replaces it, until the proposal is decided."""

    __table_args__ = (UniqueConstraint("proposal_id", "seat"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id", index=True)
    proposal_id: int = Field(foreign_key="proposal.id")
    seat: int
    player_id: int = Field(foreign_key="player.id", index=True)  # whoever has the seat later has not answered
    said: Said = word_column("yes")
    at: datetime = time_column()
