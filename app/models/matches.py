"""The tables of matches. The record of a match is its steps, one row a line; all else is a cache of them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, Integer, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, json_column, time_column, word_column
from app.db.rows import table_of
from app.db.words import By, Counts, Policy, Seating, SeatStatus, Status, StepKind, Watch
from app.keys import holder, post_key
from engine.game import Strength


class Match(SQLModel, table=True):
    """One game that is being played. `state` and `turn` are a cache of its steps."""

    id: int = id_column()
    code: str = Field(unique=True)  # in addresses
    join_key: str = Field(unique=True)  # in the link that the host passes on, so that others can join
    game: str
    title: str
    options: dict[str, bool] = json_column(dict)
    size: int
    host_id: int = Field(foreign_key="player.id", index=True)
    status: Status = word_column("open")
    seating: Seating = word_column("host", name="order", attribute="seating")  # as the host set it, or drawn
    ask_seconds: int | None = None  # for one ask; None: no clock
    bank_seconds: int = 0  # for the whole game; used up when the time for an ask is over
    grace_seconds: int = 0  # for which a player can take orders back that turn nothing up; 0: none
    policy: Policy = word_column("wait")  # what happens when time runs out
    counts: Counts = word_column("every")  # what the clocks count: every hour, or each player's own
    absence_days: int = 21  # for which a player's absences may stop a clock of their own hours
    watch: Watch = word_column("link")  # who may see it: everybody with the link, or only the players
    greeting: str = ""  # the host's own words to those who are asked to join
    prints_talk: bool = False  # whether the book has the talk; everybody who takes a seat is told so
    needs: dict[str, str] = json_column(dict)  # who has to agree, by what is proposed; else as usual
    proposals: int = 0  # how many are open
    commitment: str = Field(unique=True)
    locked_seed: str  # the server seed, encrypted
    state: dict[str, Any] | None = json_column()
    turn: int = 0
    steps: int = 0  # lines of the record so far
    format: int = 1  # of the record
    rules: int = 1  # the version that is in force
    head: str = ""  # the hash of the last line
    result: dict[str, Any] | None = json_column()
    standing: list[int] | None = json_column()  # everybody's points, where the players have ended it so
    created_at: datetime = time_column()
    started_at: datetime | None = time_column()
    paused_at: datetime | None = time_column()
    ended_at: datetime | None = time_column()
    idle_at: datetime | None = time_column()  # when nobody will have acted for too long
    asked_on_at: datetime | None = time_column()  # since when letters ask whether to go on
    rests_at: datetime | None = time_column()  # since when it rests: a pause that every player can end
    thinned_at: datetime | None = time_column()  # when what only a running match needs was deleted last
    # Since when it is set aside: this program would play it otherwise.
    aside_at: datetime | None = time_column()
    aside_from: str = ""  # its status before
    aside_why: str = ""  # what differs, for the operator
    checked: str = ""  # by which edition of the engine it was last played again, and up to how many steps
    version: int = Field(default=0, sa_column=Column("version", Integer, nullable=False))


# When two transactions change a match at the same time, the later one fails and starts again.
Match.__mapper__.version_id_col = Match.__table__.c.version  # type: ignore[attr-defined]  # undeclared


class Seat(SQLModel, table=True):
    """A seat of a match. `number` is its number in the record, which is set when the match starts."""

    __table_args__ = (UniqueConstraint("match_id", "position"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    position: int  # in the order that the host has chosen
    number: int | None = None
    status: SeatStatus = word_column("empty")
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    owner_id: int | None = Field(default=None, foreign_key="player.id", index=True)  # of a seat that is lent
    owner_holder: str = ""  # in links for what stays with the owner of a seat that is or was lent
    bot: bool = False
    strength: Strength = word_column("modest")  # of the bot
    name: str = ""  # as in the record
    email: str | None = None  # the address that the invitation was sent to
    asked_as: str = ""  # what the host may see of that: the address, where the host typed it, or a name
    key: str = Field(unique=True)  # in the invitation's link
    holder: str = Field(default_factory=holder)  # in its links; a new one makes all earlier links void
    post_key: str = Field(default_factory=post_key, unique=True)  # in the address that ends the letters
    salt: str | None = None
    drawn_salt: str = ""  # the server's, for a seat that gives none: encrypted, "" for matches of before
    drawn_hash: str = ""  # its SHA-256, which everybody sees from the start
    bank_left: int = 0  # seconds
    plan: str | None = None
    plan_told: str = ""  # why the last plan was disarmed, until a letter has said so
    days_away: list[str] = json_column(list)  # days of absence for which the seat's clocks have stopped
    deputy: bool = False  # whether a bot plays until the person is back
    deputy_until: str = ""  # the last day of the absence that the person has stated; "": none
    away: int = 0  # how often that has been so: the link back is for one of these times
    entry_at: datetime | None = time_column()  # the deadline that a letter has put into the player's calendar
    thought: int | None = None  # seconds that its people took for an answer on average, once it is over
    since: int = 0  # how many lines there were when the present player came
    told: int = 0  # how many lines of the record the player has been told by letter
    heard: int = 0  # the number of the last row of talk that the player has been sent
    mute: bool = False


_ENTRIES = table_of(Seat).c.entry_at
few_of(_ENTRIES.is_not(None), "seat_entries", _ENTRIES)


class Step(SQLModel, table=True):
    """One line of the record of a match; number 0 is the first line."""

    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    number: int
    turn: int
    kind: StepKind = word_column("orders")
    line: str = Field(sa_type=Text)
    events: list[dict[str, Any]] = json_column(list)
    at: datetime = time_column()


class Ask(SQLModel, table=True):
    """A seat is asked for orders, with a clock."""

    __table_args__ = (UniqueConstraint("match_id", "turn", "seat"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    turn: int
    key: str = Field(default_factory=post_key, unique=True)  # in the address that answers go to
    kind: str
    sealed: bool = False
    opened_at: datetime = time_column()
    due_at: datetime | None = time_column()  # when the time for this ask ends, and the bank begins to run
    rings_at: datetime | None = time_column()  # when the clock has something to do next
    failures: int = 0  # of its clock in a row: the match could not go on
    trouble: str = ""  # why
    half_at: datetime | None = time_column()  # the times of a clock that does not count every hour alike
    fifth_at: datetime | None = time_column()
    out_at: datetime | None = time_column()  # when the bank ends
    late_told: int = 0  # how many days after the deadline the player who is awaited has last been told
    half_for: datetime | None = time_column()  # the deadline for which the first reminder was sent
    fifth_for: datetime | None = time_column()  # the deadline for which the last reminder was sent
    orders: str | None = None  # a sealed answer, until all have answered
    by: By = word_column("")  # who has answered, if not the person
    held: str | None = None  # orders that their player can still take back; nobody else knows of them
    held_by: By = word_column("")
    held_at: datetime | None = time_column()  # when they were given: the clock stands still since
    final_at: datetime | None = time_column()  # when they count
    answered_at: datetime | None = time_column()
    closed_at: datetime | None = time_column()
    # When to look whether a letter takes its deadline out of the calendar of a player who wishes that.
    entry_over_at: datetime | None = time_column()


_IDLE = table_of(Match).c.idle_at
few_of(_IDLE.is_not(None), "match_idle", _IDLE)

# What is thinned out when it has ended, or goes when it has never begun.
_MATCHES = table_of(Match).c
_HAS_ENDED = _MATCHES.ended_at.is_not(None)
few_of(_HAS_ENDED, "match_ended", _MATCHES.ended_at, _MATCHES.thinned_at)
_NOT_BEGUN = _MATCHES.started_at.is_(None)
few_of(_NOT_BEGUN, "match_not_begun", _MATCHES.created_at)

# Only open asks have a time here, so the index stays small however many have been answered.
_RINGS = table_of(Ask).c.rings_at
few_of(_RINGS.is_not(None), "ask_rings", _RINGS)

_ENTRY = table_of(Ask).c.entry_over_at
few_of(_ENTRY.is_not(None), "ask_entries", _ENTRY)
few_of(text("failures > 0 AND rings_at IS NOT NULL"), "ask_failing", _RINGS)

# What another edition of the engine has played, and what none has looked at to its end.
_GOES_ON = "status IN ('running', 'paused') AND steps > 0"
few_of(text(_GOES_ON), "match_checked", _MATCHES.checked)
_NOT_TO_ITS_END = f"{_GOES_ON} AND checked NOT LIKE '% ' || CAST(steps AS VARCHAR)"
few_of(text(_NOT_TO_ITS_END), "match_not_checked", _MATCHES.id)
few_of(_MATCHES.aside_at.is_not(None), "match_aside", _MATCHES.aside_at)

_SEATS = table_of(Seat).c
few_of(_SEATS.email.is_not(None), "seat_invited", _SEATS.email)
few_of(_SEATS.drawn_salt != "", "seat_drawn", _SEATS.id)


class Receipt(SQLModel, table=True):
    """What a seat has ordered, and that it was understood. The same orders again get the same receipt."""

    __table_args__ = (UniqueConstraint("match_id", "seat", "number"),)

    id: int = id_column()
    match_id: int = Field(foreign_key="match.id")
    seat: int
    number: int  # counts this seat's receipts only: a common counter would show when others act
    turn: int
    base: int  # how many steps there were
    typed: str = Field(sa_type=Text)
    orders: str
    refused: str = ""
    head: str  # the head hash after the orders; for a sealed answer, the one before
    at: datetime = time_column()


class Rematch(SQLModel, table=True):
    """The match that follows another one with the same players. Each match has at most one."""

    id: int = id_column()
    of_id: int = Field(foreign_key="match.id", unique=True)
    match_id: int = Field(foreign_key="match.id", index=True)
