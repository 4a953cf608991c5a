"""The tables of letters that leave and of mail that comes in."""

from datetime import datetime
from typing import Any

from sqlalchemy import LargeBinary, Text, text
from sqlmodel import Field, SQLModel

from app.db.columns import few_of, id_column, json_column, time_column
from app.db.rows import table_of


class Letter(SQLModel, table=True):
    """A letter of the outbox. It is stored by the transaction that needs it, and composed when it is sent."""

    id: int = id_column()
    key: str = Field(unique=True)  # one letter for one need
    kind: str
    cause: str = ""  # a match, or somebody who asks for letters: those of all causes leave in turns
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    to: str = ""  # for an invitation: the address of a person who is no player yet
    match_id: int | None = Field(default=None, foreign_key="match.id", index=True)
    facts: dict[str, Any] = json_column(dict)
    message_id: str = Field(default="", index=True)  # the part before the @; nobody can guess it
    created_at: datetime = time_column()
    wanted_at: datetime = time_column()  # when to send it: later than created_at if the player wants that
    due_at: datetime | None = time_column(index=True)  # the next try; None: there is nothing more to do
    claims: int = 0  # senders that have begun it since anything came of it; more than a few: it kills them
    tries: int = 0  # attempts to hand it over: a mail server's answers, or connections lost on the way
    sent_at: datetime | None = time_column()
    dropped: str = ""  # why it was no longer needed, or was given up
    error: str = ""
    subject: str = ""
    text: str = Field(default="", sa_type=Text)
    html: str = Field(default="", sa_type=Text)
    picture: bytes | None = Field(default=None, sa_type=LargeBinary)  # the board, for /mailbox only
    more_pictures: list[str] | None = json_column()  # those of other boards, in base64


# Few letters are given up, so whoever watches over the service finds them at once.
_LETTERS = table_of(Letter).c
_GIVEN_UP = _LETTERS.dropped == "given up"
few_of(_GIVEN_UP, "letter_given_up", _LETTERS.wanted_at)
_SET_ASIDE = _LETTERS.dropped == "set aside"
few_of(_SET_ASIDE, "letter_set_aside", _LETTERS.wanted_at)
_OF_NO_MATCH = _LETTERS.match_id.is_(None)
few_of(_OF_NO_MATCH, "letter_of_no_match", _LETTERS.created_at)
_WITH_TEXT = _LETTERS.text != ""
few_of(_WITH_TEXT, "letter_with_text", _LETTERS.created_at)
_WAITS = _LETTERS.due_at.is_not(None)
few_of(_WAITS, "letter_waiting", _LETTERS.wanted_at)
few_of(_WAITS & (_LETTERS.error != ""), "letter_failing", _LETTERS.wanted_at)
_OF_ACCOUNT = text("kind IN ('sign_in', 'new_address', 'old_address')")
few_of(_OF_ACCOUNT, "letter_of_account", _LETTERS.created_at)


class Mail(SQLModel, table=True):
    """A mail that came in. It is stored as it is, and the worker reads it."""

    id: int = id_column()
    digest: str = Field(unique=True)  # hash of address and bytes: a mail that comes twice is one row
    to: str = Field(index=True)  # the address that it came to, which says who is writing and about what
    sender: str = ""  # on the envelope; empty for a mail that must not be answered
    raw: bytes = Field(sa_type=LargeBinary)  # compressed
    message_id: str = Field(default="", index=True)
    received_at: datetime = time_column(index=True)
    due_at: datetime | None = time_column(index=True)  # the next try to read it; None: it has been read
    claims: int = 0  # readers that have begun it since anything came of it
    tries: int = 0  # that have failed
    outcome: str = ""  # what became of it, in a word or a sentence


_MAILS = table_of(Mail).c
few_of(text("outcome LIKE 'given up: %'"), "mail_given_up", _MAILS.received_at)
few_of(text("outcome LIKE 'about us%'"), "mail_about_us", _MAILS.received_at)


class Relay(SQLModel, table=True):
    """The mail server that letters leave by, as far as letters have found out. One row."""

    id: int = id_column()
    name: str = Field(unique=True)
    away_since: datetime | None = time_column()  # since then no letter has left
    why: str = ""
    refused: int = 0  # letters in a row that it has not taken, whoever they were for
    probe_at: datetime | None = time_column()  # while it refuses all letters: when one is tried next
