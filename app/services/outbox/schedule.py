"""When a letter leaves: now, later, told in the day's digest, or not at all. Its reader's wishes decide.

Nobody loses a turn through a wish: a letter about a turn waits for nothing that comes later than the last
fifth of the time to answer. Then the last reminder leaves, whatever hour it is, and stands for it.
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select, update

from app.db.rows import Rows, table_of
from app.db.work import mark_work
from app.models import Ask, Letter, Match, Player, Seat
from app.services import outbox
from app.services.deadlines import fifth
from app.services.outbox import result_letters
from app.services.outbox.facts import subject_of
from app.services.outbox.kinds import KINDS
from app.services.outbox.quiet_hours import next_digest, quiet_began, quiet_ends

GATHERED = "told in the digest"
EVENING = timedelta(hours=1)  # so long before a night in which a turn would be lost
ANSWERS = ("reply", "receipt", "refused")  # what they tell of a turn is all that its own letter would
MOMENT = timedelta(seconds=1)
CLOCKS_OWN = timedelta(minutes=1)  # the clock writes the last reminder; only were it late, another stands in


class Now(NamedTuple):
    """It leaves, if it is still needed."""


class Wait(NamedTuple):
    until: datetime


class Digest(NamedTuple):
    """Its news are told in the digest of that day."""

    until: datetime
    day: date


class Skip(NamedTuple):
    why: str


Fate = Now | Wait | Digest | Skip


def decide(
    kind: str, who: Player, at: datetime, which: str = "", ask: Ask | None = None, waits: bool = False
) -> Fate:
    """`ask`: the open one that the letter is about; `waits`: another letter about it has still to leave."""
    way = KINDS[kind].way
    if who.mail == "none" or who.resting_at or which == "fifth":
        return Now()
    if ask and kind in ("your_turn", "reminder", "resumed"):
        return _about_a_turn(who, at, ask, waits)
    if who.mail == "late" and not way.late:
        return Skip("wants letters about long turns only")
    if who.mail == "digest" and way.gathered:
        day, until = next_digest(who, at)
        return Digest(until, day)
    return _from(at, quiet_ends(who, at) if way.waits else at)


def _about_a_turn(who: Player, at: datetime, ask: Ask, waits: bool) -> Fate:
    end = fifth(ask) if ask.due_at else None
    if end and at >= end:
        return _in_the_last_fifth(ask, at)
    if waits:
        return Skip("another letter about this turn has still to leave")
    if who.mail == "digest":
        day, until = next_digest(who, at)
        if not end or until <= end:
            return Digest(until, day)
    long = timedelta(hours=who.late_hours if who.mail == "late" else 0)
    return _from(at, _in_time(who, at, max(at, ask.opened_at + long), ask))


def _in_the_last_fifth(ask: Ask, at: datetime) -> Fate:
    if ask.fifth_for == ask.due_at:
        return Skip("told in the last reminder")
    return _from(at, _clock_is_late(ask))


def _in_time(who: Player, at: datetime, wished: datetime, ask: Ask) -> datetime:
    """From the wished moment on when it is not quiet; if that is too late, in the evening before."""
    end = fifth(ask) if ask.due_at else None
    latest = min(wished, end) if end else wished
    free = quiet_ends(who, latest)
    if not end or free <= end:
        return free
    night = quiet_began(who, latest)
    if night <= at:
        return _clock_is_late(ask)
    return max(quiet_ends(who, at), quiet_ends(who, night - EVENING))


def _clock_is_late(ask: Ask) -> datetime:
    """When the last reminder is written for sure."""
    assert ask.due_at
    return fifth(ask) + min(CLOCKS_OWN, (ask.due_at - fifth(ask)) / 2)


def _from(at: datetime, until: datetime) -> Fate:
    return Wait(until) if until > at else Now()


# --- A letter of the outbox ---


def fate_of(session: Session, letter: Letter, at: datetime) -> Fate:
    """What becomes of a letter that is due. Whether it is needed at all is found out when it is composed."""
    who, seat, ask, answer_leaves = _about(session, letter)
    if not who:
        return Now()
    subject = subject_of(letter)
    if subject.seat and letter.match_id:
        if not seat or seat.mute or seat.player_id != who.id:
            return Now()
        ask = ask if _is_about(letter, seat, ask) else None
    waits = bool(ask and letter.kind != "your_turn" and _another_waits(session, letter, ask))
    fate = decide(letter.kind, who, at, subject.which, ask, waits)
    if isinstance(fate, Digest) and _has_left(_digest(session, letter, fate)):
        return _from(at, quiet_ends(who, at))  # one digest a day: what comes after it leaves by itself
    if not isinstance(fate, Now):
        return fate
    if ask and letter.kind == "your_turn" and answer_leaves:
        return Wait(at + MOMENT)
    until = result_letters.waits_until(session, letter, at)
    return Wait(until) if until else fate


# Where an answer that tells the turn is about to leave, the turn's own letter is needless; one that does
# not get away holds up nothing.
ANSWER_LEAVES = sa.exists().where(
    col(Letter.match_id) == sa.bindparam("match_id"),
    col(Letter.player_id) == col(Player.id),
    sa.or_(*(col(Letter.kind) == kind for kind in ANSWERS)),
    col(Letter.due_at).is_not(None),
    col(Letter.tries) <= 1,
    col(Letter.error) == "",
)

# Every letter asks this: its reader, the seat that it is about, and what that is asked and has not answered.
ABOUT = (
    sa.select(table_of(Player), table_of(Seat), table_of(Ask), ANSWER_LEAVES)
    .select_from(table_of(Player))
    .outerjoin(
        table_of(Seat),
        (col(Seat.match_id) == sa.bindparam("match_id")) & (col(Seat.number) == sa.bindparam("seat")),
    )
    .outerjoin(table_of(Match), (col(Match.id) == col(Seat.match_id)) & (col(Match.status) == "running"))
    .outerjoin(
        table_of(Ask),
        (col(Ask.match_id) == col(Match.id))
        & (col(Ask.turn) == col(Match.turn))
        & (col(Ask.seat) == col(Seat.number))
        & col(Ask.closed_at).is_(None)
        & col(Ask.answered_at).is_(None),
    )
)
TO_PLAYER = ABOUT.where(col(Player.id) == sa.bindparam("player_id"))
TO_ADDRESS = ABOUT.where(col(Player.email) == sa.bindparam("to"))


def _about(session: Session, letter: Letter) -> tuple[Player | None, Seat | None, Ask | None, bool]:
    about = {"match_id": letter.match_id, "seat": subject_of(letter).seat}
    query = TO_PLAYER if letter.player_id else TO_ADDRESS
    to = {"player_id": letter.player_id} if letter.player_id else {"to": letter.to}
    found = Rows(session.connection()).read_joined((Player, Seat, Ask), query, **about, **to)
    return found[0] if found else (None, None, None, False)


def _is_about(letter: Letter, seat: Seat, ask: Ask | None) -> bool:
    """Whether the answer to this ask is what the letter waits for."""
    subject = subject_of(letter)
    if not ask or seat.deputy or subject.which == "away":
        return False
    return subject.turn in (None, ask.turn)


def _another_waits(session: Session, letter: Letter, ask: Ask) -> bool:
    """One letter for one need: before a letter about the turn has left, nothing reminds of the turn."""
    rows = select(Letter).where(
        Letter.match_id == ask.match_id,
        Letter.player_id == letter.player_id,
        col(Letter.kind).in_(("your_turn", "resumed")),
        col(Letter.due_at).is_not(None),
    )
    return any(_comes_first(other, letter, ask) for other in session.exec(rows))


def _comes_first(other: Letter, letter: Letter, ask: Ask) -> bool:
    if other.kind == "your_turn":
        return subject_of(other).turn == ask.turn
    return letter.kind == "reminder" and other.created_at >= ask.opened_at


# --- What is done about it ---


def settle(session: Session, letter: Letter, fate: Wait | Digest | Skip, at: datetime) -> None:
    if isinstance(fate, Skip):
        outbox.not_needed(session, letter, fate.why)
    elif isinstance(fate, Wait):
        outbox.postpone(session, letter, fate.until)
    else:
        _gather(session, letter, fate, at)


def _gather(session: Session, letter: Letter, fate: Digest, at: datetime) -> None:
    who = session.get_one(Player, letter.player_id)
    outbox.put(session, "digest", _digest_key(letter, fate), player=who, wanted_at=fate.until)
    if _has_left(_digest(session, letter, fate, locked=True)):
        outbox.postpone(session, letter, at)  # it left this moment: the next look at this letter sees that
    else:
        outbox.not_needed(session, letter, GATHERED)


def _digest_key(letter: Letter, fate: Digest) -> str:
    return f"digest {letter.player_id} {fate.day}"


def _digest(session: Session, letter: Letter, fate: Digest, locked: bool = False) -> Letter | None:
    rows = select(Letter).where(Letter.key == _digest_key(letter, fate))
    return session.exec(rows.with_for_update() if locked else rows).first()


def _has_left(digest: Letter | None) -> bool:
    """Or may be leaving: what is put into it now could be missed."""
    return bool(digest and (digest.tries or not digest.due_at))


def wishes_changed(session: Session, who: Player, at: datetime) -> None:
    """What waits is decided anew; a digest that was waited for comes at its new hour, or now."""
    waiting = update(Letter).where(
        col(Letter.player_id) == who.id, col(Letter.due_at) > at, col(Letter.tries) == 0
    )
    hour = next_digest(who, at)[1] if who.mail == "digest" else at
    for which, until in ((col(Letter.kind) != "digest", at), (col(Letter.kind) == "digest", hour)):
        moved = session.connection().execute(waiting.where(which).values(due_at=until, wanted_at=until))
        if moved.rowcount and until <= at:
            mark_work(session)
