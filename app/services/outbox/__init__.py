"""The outbox: letters are written down in the transaction that makes them necessary, and sent afterwards."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from sqlalchemy import bindparam, update
from sqlmodel import Session, col, func, select

from app.db import statements
from app.db.leases import Leased
from app.db.rows import connection_of, insert_new
from app.db.work import mark_work
from app.models import Letter, Match, Player, now
from app.services.outbox.facts import NO_FACTS
from app.services.outbox.kinds import KINDS

# Long enough for a slow mail server; a sender that crashed keeps a letter for so long.
LEASE = timedelta(minutes=5)

# Between the tries, in minutes; after the last, more than a day has gone by.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, *[240] * 6))

LETTERS = Leased(Letter, LEASE, PAUSES)

GIVEN_UP = "given up"

BLANK = {"tries": 0, **dict.fromkeys(("dropped", "error", "subject", "text", "html"), "")}


class HasJson(Protocol):
    """The facts of a letter, of whatever kind."""

    def to_json(self) -> dict[str, Any]: ...


class Need(NamedTuple):
    """What makes a letter necessary. The key is the need's own: a second letter for it is never written."""

    kind: str
    key: str
    facts: HasJson
    player_id: int | None = None
    to: str = ""  # an address without a player


def put(
    session: Session,
    kind: str,
    key: str,
    facts: HasJson = NO_FACTS,
    player: Player | None = None,
    to: str = "",
    match: Match | None = None,
    wanted_at: datetime | None = None,
) -> None:
    """A letter for a player, or for an address without one. A second call with the same key does nothing."""
    if (player and not player.id) or (match and not match.id):
        session.flush()  # a new player or match has its id only now
    need = Need(kind, key, facts, player.id if player else None, to)
    put_all(session, [need], match.id if match else None, wanted_at)


def put_all(
    session: Session, needs: Sequence[Need], match_id: int | None, wanted_at: datetime | None = None
) -> None:
    for need in needs:
        if need.kind not in KINDS:
            raise ValueError(f"{need.kind!r} is no kind of letter; the kinds: {', '.join(KINDS)}")
    at = now()
    rows = [_row(need, match_id, at, wanted_at or at) for need in needs]
    insert_new(connection_of(session), Letter, ("key",), rows)
    if rows and (wanted_at or at) <= at:
        mark_work(session)


def _row(need: Need, match_id: int | None, at: datetime, wanted_at: datetime) -> dict[str, Any]:
    return {
        **need._asdict(),
        **BLANK,
        "facts": need.facts.to_json(),
        "match_id": match_id,
        # The part before the @: kept, so that every try of this letter has the same Message-ID.
        "message_id": f"l.{secrets.token_hex(16)}",
        "created_at": at,
        "wanted_at": wanted_at,
        "due_at": wanted_at,
    }


def claim(session: Session, at: datetime, limit: int) -> list[Letter]:
    """Letters that are due, and the caller's alone for as long as the lease."""
    return sorted(LETTERS.claim(session, at, limit), key=lambda letter: (letter.wanted_at, letter.id or 0))


class Words(Protocol):
    """What is kept of a letter that has left."""

    @property
    def subject(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def picture(self) -> bytes | None: ...


SENT = (
    update(Letter)
    .where(col(Letter.id) == bindparam("letter_id"))
    .values(due_at=None, error="", dropped="")
    .values({name: bindparam(f"its_{name}") for name in ("sent_at", "subject", "text", "html", "picture")})
)


def sent(session: Session, letter: Letter, at: datetime, words: Words) -> None:
    """It has left, as these words. True even if our lease ran out meanwhile: then it has left twice."""
    kept = {f"its_{name}": getattr(words, name) for name in ("subject", "text", "html", "picture")}
    statements.write(connection_of(session), SENT, [{"letter_id": letter.id, "its_sent_at": at, **kept}])


def failed(session: Session, letter: Letter, at: datetime, error: str) -> None:
    """This try came to nothing: the next is later, and some time there is none."""
    later = LETTERS.next_try(letter, at)
    if later:
        LETTERS.change(session, letter, due_at=later, error=error)
    else:
        give_up(session, letter, error)


def give_up(session: Session, letter: Letter, error: str) -> None:
    LETTERS.change(session, letter, due_at=None, error=error, dropped=GIVEN_UP)


def postpone(session: Session, letter: Letter, until: datetime) -> None:
    """Its reader wants it later: no try was made, and nobody has to hold it until then."""
    LETTERS.change(session, letter, due_at=until, wanted_at=until, tries=letter.tries - 1)


def not_needed(session: Session, letter: Letter, why: str) -> None:
    LETTERS.change(session, letter, due_at=None, error="", dropped=why)


def lost(session: Session, match_id: int) -> Sequence[Letter]:
    """The letters of a match that were given up, for its host: `to` or the player, and `error`, say why."""
    of_match = select(Letter).where(Letter.match_id == match_id, Letter.dropped == GIVEN_UP)
    return session.exec(of_match.order_by(col(Letter.id))).all()


def oldest_unsent(session: Session) -> datetime | None:
    """Since when the oldest letter that should have gone by now has waited."""
    waiting = select(func.min(Letter.wanted_at)).where(col(Letter.due_at).is_not(None))
    return session.exec(waiting.where(col(Letter.wanted_at) <= now())).one()
