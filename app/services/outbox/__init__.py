"""The outbox: a letter gets a row in the transaction that makes it necessary, and is sent afterwards."""

import secrets
from base64 import b64encode
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from sqlalchemy import bindparam, null, update
from sqlmodel import Session, col, func, select

from app.clock import now
from app.db import statements
from app.db.pieces import change_some, delete_some
from app.db.rows import connection_of, insert_new
from app.db.work import WorkQueue, mark_work
from app.mail.addresses import earlier_message_id
from app.models import Letter, Match, Player, Relay
from app.services.outbox.facts import NO_FACTS
from app.services.outbox.kinds import KINDS, NEEDED
from app.services.outbox.turns import due_in_turns

# Long enough for a slow mail server; a letter whose sender has crashed is free again after this time.
LEASE = timedelta(minutes=5)

# The pauses between tries, in minutes: more than a day in all. A mail server that is away uses no try.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, *[240] * 6))

LETTERS = WorkQueue(Letter, LEASE, PAUSES)

GIVEN_UP = "given up"  # by a mail server's word
SET_ASIDE = "set aside"  # because of us: it cannot be made, or whoever makes it is killed

LOST = (GIVEN_UP, SET_ASIDE)

SOON = timedelta(
    seconds=30
)  # until a letter is looked at again that could not be handed over, by no fault of its own

BLANK = {"tries": 0, "claims": 0, **dict.fromkeys(("dropped", "error", "subject", "text", "html"), "")}


class HasJson(Protocol):
    """The facts of a letter, of whatever kind."""

    def to_json(self) -> dict[str, Any]: ...


class Need(NamedTuple):
    """What makes a letter necessary. Keys are unique: a second letter for the same need is never written."""

    kind: str
    key: str
    facts: HasJson
    player_id: int | None = None
    to: str = ""  # an address without a player
    cause: str = ""  # who or what makes letters like this one necessary; else its match or its reader


def put(
    session: Session,
    kind: str,
    key: str,
    facts: HasJson = NO_FACTS,
    player: Player | None = None,
    to: str = "",
    match: Match | None = None,
    wanted_at: datetime | None = None,
    cause: str = "",
) -> None:
    """A letter for a player, or for an address without one. A second call with the same key does nothing."""
    if (player and not player.id) or (match and not match.id):
        session.flush()  # a new player or match has its id only now
    need = Need(kind, key, facts, player.id if player else None, to, cause)
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
        "cause": need.cause or (f"match {match_id}" if match_id else f"player {need.player_id}"),
        # The part of the Message-ID before the @, stored so that every try of this letter has the same one.
        "message_id": f"l.{secrets.token_hex(16)}",
        "created_at": at,
        "wanted_at": wanted_at,
        "due_at": wanted_at,
    }


def claim(session: Session, at: datetime, limit: int) -> Sequence[Letter]:
    """Letters that are due, in the order to send them. Until their lease ends, nobody else gets them."""
    return list(_claimed(session, at, due_in_turns(session, at, limit, {})))


def claim_first(session: Session, at: datetime, plan: Sequence[int]) -> Letter | None:
    """Of the letters with these numbers, the first that is still due and that nobody else is sending."""
    return next(_claimed(session, at, plan), None)


ONE = col(Letter.id) == bindparam("one")


def _claimed(session: Session, at: datetime, plan: Sequence[int]) -> Iterator[Letter]:
    for letter_id in plan:
        yield from LETTERS.claim(session, at, 1, ONE, named={"one": letter_id})


def always_broke_off(letter: Letter) -> bool:
    """Whether senders have ended so often while they made or sent this letter that it must be the letter."""
    lost = letter.tries > len(PAUSES) and letter.kind not in NEEDED
    return lost or LETTERS.always_broke_off(letter)


def begin_handing_over(session: Session, letter: Letter, at: datetime) -> bool:
    """From now on the letter may arrive, whatever becomes of its sender. False: somebody else has it now."""
    until = at + LEASE
    ours = LETTERS.settle(session, letter, tries=letter.tries + 1, due_at=until)
    letter.due_at = until if ours else letter.due_at
    return ours


class LetterContent(Protocol):
    """The texts and pictures of a composed letter, which are stored when it has been sent."""

    @property
    def subject(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def html(self) -> str: ...
    @property
    def picture(self) -> bytes | None: ...
    @property
    def more_pictures(self) -> Sequence[bytes]: ...


SENT = (
    update(Letter)
    .where(col(Letter.id) == bindparam("letter_id"))
    .values(due_at=None, error="", dropped="", claims=0)
    .values(
        {
            name: bindparam(f"its_{name}")
            for name in ("sent_at", "tries", "subject", "text", "html", "picture", "more_pictures")
        }
    )
)


def mark_sent(session: Session, letter: Letter, at: datetime, words: LetterContent) -> None:
    """The letter has left, with this content. If the lease ended before that, it may have left twice."""
    values = {f"its_{name}": getattr(words, name) for name in ("subject", "text", "html", "picture")}
    values["its_more_pictures"] = [b64encode(png).decode() for png in words.more_pictures] or None
    values |= {"letter_id": letter.id, "its_sent_at": at, "its_tries": letter.tries + 1}
    statements.write(connection_of(session), SENT, [values])


CUT = {"text": "", "html": "", "picture": None, "more_pictures": null()}


def cut_sent(session: Session) -> int:
    """Of letters that left before a mail server was set: nobody reads them here any more."""
    return change_some(session, Letter, CUT, col(Letter.sent_at).is_not(None), col(Letter.text) != "")


def cut_old(session: Session, before: datetime) -> int:
    """At /mailbox, of letters that nobody plays by any more: their text, which has links, and the board."""
    goes_on = select(Match.id).where(Match.id == Letter.match_id, col(Match.ended_at).is_(None)).exists()
    old = (col(Letter.text) != "", col(Letter.created_at) < before, col(Letter.sent_at).is_not(None))
    return change_some(session, Letter, CUT, *old, ~goes_on)


def forget_of_no_match(session: Session, before: datetime) -> int:
    old = (col(Letter.match_id).is_(None), col(Letter.created_at) < before, col(Letter.due_at).is_(None))
    return delete_some(session, Letter, *old)


def mark_failed(session: Session, letter: Letter, at: datetime, error: str, counts: bool = True) -> None:
    """This try has failed. The next one comes after a pause; after the last one the letter is given up,
    unless somebody's turn needs it. `counts`: false while the mail server refuses every letter."""
    tries = letter.tries + 1 if counts else letter.tries
    next_try = LETTERS.next_try(letter, at)
    if not next_try and (letter.kind in NEEDED or not counts):
        next_try = at + PAUSES[-1]
    if next_try:
        LETTERS.settle(session, letter, due_at=next_try, error=error, tries=tries)
    else:
        give_up(session, letter, error)


def give_up(session: Session, letter: Letter, error: str) -> None:
    LETTERS.settle(session, letter, due_at=None, error=error, dropped=GIVEN_UP, tries=letter.tries + 1)


def set_aside(session: Session, letter: Letter, error: str) -> None:
    """The operator has to look at it; nobody else can do anything about it."""
    LETTERS.settle(session, letter, due_at=None, error=error, dropped=SET_ASIDE)


def put_back(session: Session, letter: Letter, at: datetime) -> None:
    """Nothing has been said about this letter, so this was no try."""
    LETTERS.settle(session, letter, due_at=at, tries=letter.tries)


def postpone(session: Session, letter: Letter, until: datetime) -> None:
    """The letter is due later, as its reader wants it. The lease ends, and does not count as a try."""
    LETTERS.settle(session, letter, due_at=until, wanted_at=until)


def mark_not_needed(session: Session, letter: Letter, why: str) -> None:
    LETTERS.settle(session, letter, due_at=None, error="", dropped=why)


def lost_letters(session: Session, match_id: int) -> Sequence[Letter]:
    """The letters of a match that nobody will get, for its host to see."""
    of_match = select(Letter).where(Letter.match_id == match_id, col(Letter.dropped).in_(LOST))
    return session.exec(of_match.order_by(col(Letter.id))).all()


def named(session: Session, message_id: str, locked: bool = False) -> Letter | None:
    """The letter with this Message-ID: outside, letters have no other name. That of an address which a letter
    of an earlier version had is kept as a hash."""
    names = (message_id, earlier_message_id(message_id))
    letters = select(Letter).where(col(Letter.message_id).in_(names))
    return session.exec(letters.with_for_update() if locked else letters).first()


def oldest_unsent_since(session: Session) -> datetime | None:
    """When the oldest letter that should have left by now was wanted; None if no letter is late.

    Without those that only their own readers' mailboxes hold up, which may be for a long time.
    """
    waiting = select(func.min(Letter.wanted_at)).where(col(Letter.due_at).is_not(None))
    server_away = select(Relay.id).where(col(Relay.away_since).is_not(None)).exists()
    ours = (col(Letter.error) == "") | server_away
    return session.exec(waiting.where(col(Letter.wanted_at) <= now(), ours)).one()
