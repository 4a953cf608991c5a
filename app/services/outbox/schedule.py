"""When a letter leaves: now, later, in the day's digest, or not at all. Its reader's preferences decide.

Preferences must not cost anybody a turn. So a letter about a turn never waits longer than until the last
fifth of the time to answer. Then the last reminder leaves in its place, even in quiet hours.
"""

from datetime import date, datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select, update

from app.db.rows import Rows, table_of
from app.db.work import mark_work
from app.models import Ask, Letter, Match, Player, Seat
from app.services import outbox
from app.services.deadlines import last_fifth_begins
from app.services.outbox import result_letters
from app.services.outbox.facts import AGAIN, Subject, subject_of
from app.services.outbox.kinds import KINDS
from app.services.outbox.quiet_hours import next_digest, quiet_began, quiet_ends

LATE = "late"  # such a reminder comes after the deadline: there is no time left that it could cost
GATHERED = "told in the digest"
EVENING = timedelta(hours=1)  # a letter leaves this long before quiet hours that would cost its turn
ANSWER_KINDS = ("reply", "receipt", "refused")  # these tell everything that the next turn's own letter would
MOMENT = timedelta(seconds=1)
CLOCK_MARGIN = timedelta(minutes=1)  # for the clock to write the last reminder before another letter leaves


class Leave(NamedTuple):
    """The letter leaves, if it is still needed."""


class Wait(NamedTuple):
    until: datetime


class InDigest(NamedTuple):
    """The digest of that day tells the letter's news instead."""

    until: datetime
    day: date


class Skip(NamedTuple):
    why: str


Fate = Leave | Wait | InDigest | Skip


def decide_fate(
    kind: str, player: Player, at: datetime, which: str = "", ask: Ask | None = None, waits: bool = False
) -> Fate:
    """`ask`: the open ask that the letter is about. `waits`: another letter about it has still to leave."""
    way = KINDS[kind].way
    if player.mail == "none" or player.resting_at or which == "fifth":
        return Leave()
    if ask and which == AGAIN:
        return _after_lost_letters(player, at, ask)
    if ask and kind in ("your_turn", "reminder", "resumed") and which != LATE:
        return _about_a_turn(player, at, ask, waits)
    if player.mail == "late" and not way.late:
        return Skip("wants letters about long turns only")
    if player.mail == "digest" and way.gathered:
        day, until = next_digest(player, at)
        return InDigest(until, day)
    return _wait_until(at, quiet_ends(player, at) if way.waits else at)


def _about_a_turn(player: Player, at: datetime, ask: Ask, waits: bool) -> Fate:
    last_fifth = last_fifth_begins(ask) if ask.due_at else None
    if last_fifth and at >= last_fifth:
        return _in_the_last_fifth(ask, at)
    if waits:
        return Skip("another letter about this turn has still to leave")
    if player.mail == "digest":
        day, until = next_digest(player, at)
        if not last_fifth or until <= last_fifth:
            return InDigest(until, day)
    delay = timedelta(hours=player.late_hours if player.mail == "late" else 0)
    return _wait_until(at, _in_time(player, at, max(at, ask.opened_at + delay), ask))


def _after_lost_letters(player: Player, at: datetime, ask: Ask) -> Fate:
    """It is late enough: only quiet hours hold it up, and in the last fifth not even these."""
    if ask.due_at and at >= last_fifth_begins(ask):
        return Leave()
    return _wait_until(at, _in_time(player, at, at, ask))


def _in_the_last_fifth(ask: Ask, at: datetime) -> Fate:
    if ask.fifth_for == ask.due_at:
        return Skip("told in the last reminder")
    return _wait_until(at, _last_reminder_time(ask))


def _in_time(player: Player, at: datetime, wished: datetime, ask: Ask) -> datetime:
    """The first time after `wished` that is not quiet; if that is too late, the evening before."""
    last_fifth = last_fifth_begins(ask) if ask.due_at else None
    latest_wished = min(wished, last_fifth) if last_fifth else wished
    after_quiet = quiet_ends(player, latest_wished)
    if not last_fifth or after_quiet <= last_fifth:
        return after_quiet
    quiet_from = quiet_began(player, latest_wished)
    if quiet_from <= at:
        return _last_reminder_time(ask)
    return max(quiet_ends(player, at), quiet_ends(player, quiet_from - EVENING))


def _last_reminder_time(ask: Ask) -> datetime:
    """When the clock has surely written the last reminder; a letter of ours leaves only if it has not."""
    assert ask.due_at
    return last_fifth_begins(ask) + min(CLOCK_MARGIN, (ask.due_at - last_fifth_begins(ask)) / 2)


def _wait_until(at: datetime, until: datetime) -> Fate:
    return Wait(until) if until > at else Leave()


# --- A letter of the outbox ---


def fate_of(session: Session, letter: Letter, at: datetime) -> Fate:
    """What becomes of a letter that is due. Whether it is needed at all turns out when it is composed."""
    who, seat, ask, answer_leaves = _about(session, letter)
    if not who:
        return Leave()
    subject = subject_of(letter)
    if (letter.kind != "played" or who.mail != "digest") and _is_overtaken(session, letter, at):
        return Skip(TOLD_LATER)
    if subject.seat and letter.match_id:
        plays = seat is not None and seat.player_id == who.id
        if not seat or (plays and seat.mute) or who.id not in (seat.player_id, seat.owner_id):
            return Leave()
        ask = ask if plays and _is_about(letter, seat, ask) else None
    waits = bool(ask and letter.kind != "your_turn" and _another_waits(session, letter, ask))
    fate = decide_fate(letter.kind, who, at, subject.which, ask, waits)
    if isinstance(fate, InDigest) and _has_left(_digest(session, letter, fate)):
        return _wait_until(at, quiet_ends(who, at))  # today's digest has left: the letter goes by itself
    if not isinstance(fate, Leave):
        return fate
    if ask and letter.kind == "your_turn" and answer_leaves:
        return Wait(at + MOMENT)
    until = result_letters.waits_for_book_until(session, letter, at)
    return Wait(until) if until else fate


# An answer that is about to leave tells the next turn too: the turn's own letter waits, and will be needless.
# But it does not wait for an answer that could not be sent.
ANSWER_LEAVES = sa.exists().where(
    col(Letter.match_id) == sa.bindparam("match_id"),
    col(Letter.player_id) == col(Player.id),
    sa.or_(*(col(Letter.kind) == kind for kind in ANSWER_KINDS)),
    col(Letter.due_at).is_not(None),
    col(Letter.tries) <= 1,
    col(Letter.claims) <= 1,
    col(Letter.error) == "",
)

# One query for each letter: its reader, the seat that it is about, and the seat's ask that has no answer yet.
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
    rows = Rows(session.connection()).read_joined((Player, Seat, Ask), query, **about, **to)
    return rows[0] if rows else (None, None, None, False)


# Of these the newest tells all that an older one would, as each is composed when it leaves.
OVERTAKEN = ("digest", "paused", "resumed", "reminder", "played")
TOLD_LATER = "a later letter tells it"
BEFORE_THE_END = ("half", "fifth")  # reminders for which it is too late when one comes after the deadline


def _is_overtaken(session: Session, letter: Letter, at: datetime) -> bool:
    """After days without a mail server, several letters may wait that would say the same."""
    if letter.kind not in OVERTAKEN:
        return False
    newer = select(Letter).where(
        Letter.player_id == letter.player_id,
        Letter.kind == letter.kind,
        col(Letter.id) > letter.id,
        col(Letter.due_at) <= at,
    )
    same = newer.where(
        Letter.match_id == letter.match_id if letter.match_id else col(Letter.match_id).is_(None)
    )
    if letter.kind == "played":  # a plan can answer many turns in one moment, and one letter tells them
        return any(other.facts.get("loan") == letter.facts.get("loan") for other in session.exec(same))
    return any(_tells_all(subject_of(other), subject_of(letter)) for other in session.exec(same))


def _tells_all(newer: Subject, older: Subject) -> bool:
    if newer.turn != older.turn:
        return False
    return newer.which == older.which or (newer.which == LATE and older.which in BEFORE_THE_END)


def _is_about(letter: Letter, seat: Seat, ask: Ask | None) -> bool:
    """Whether the answer to this ask is what the letter waits for."""
    subject = subject_of(letter)
    if not ask or seat.deputy or subject.which == "away":
        return False
    return subject.turn in (None, ask.turn)


def _another_waits(session: Session, letter: Letter, ask: Ask) -> bool:
    """Whether an earlier letter about the ask has still to leave: a reminder must not come before it."""
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


def apply_fate(session: Session, letter: Letter, fate: Wait | InDigest | Skip, at: datetime) -> None:
    if isinstance(fate, Skip):
        outbox.mark_not_needed(session, letter, fate.why)
    elif isinstance(fate, Wait):
        outbox.postpone(session, letter, fate.until)
    else:
        _gather(session, letter, fate, at)


def _gather(session: Session, letter: Letter, fate: InDigest, at: datetime) -> None:
    who = session.get_one(Player, letter.player_id)
    outbox.put(session, "digest", _digest_key(letter, fate), player=who, wanted_at=fate.until)
    if _has_left(_digest(session, letter, fate, locked=True)):
        outbox.postpone(session, letter, at)  # the digest is just leaving: this letter is decided anew
    else:
        outbox.mark_not_needed(session, letter, GATHERED)


def _digest_key(letter: Letter, fate: InDigest) -> str:
    return f"digest {letter.player_id} {fate.day}"


def _digest(session: Session, letter: Letter, fate: InDigest, locked: bool = False) -> Letter | None:
    rows = select(Letter).where(Letter.key == _digest_key(letter, fate))
    return session.exec(rows.with_for_update() if locked else rows).first()


def _has_left(digest: Letter | None) -> bool:
    """Whether the digest has left or may be leaving just now, so that it could miss further news."""
    return bool(digest and (digest.tries or digest.claims or not digest.due_at))


def preferences_changed(session: Session, player: Player, at: datetime) -> None:
    """Letters that wait are decided anew. A digest that waits comes at its new hour, or at once."""
    waiting = update(Letter).where(
        col(Letter.player_id) == player.id,
        col(Letter.due_at) > at,
        col(Letter.tries) == 0,
        col(Letter.claims) == 0,
    )
    digest_at = next_digest(player, at)[1] if player.mail == "digest" else at
    for is_kind, until in ((col(Letter.kind) != "digest", at), (col(Letter.kind) == "digest", digest_at)):
        result = session.connection().execute(waiting.where(is_kind).values(due_at=until, wanted_at=until))
        if result.rowcount and until <= at:
            mark_work(session)
