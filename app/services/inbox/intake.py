"""Mail that comes in: stored as it came, without large attachments, and read afterwards, each mail once.

What a mail leads to is in one transaction with the mark that it has been read. So a worker that is killed
in between has done nothing yet, and the next one begins again.
"""

import hashlib
import logging
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from app.clock import now
from app.db.pieces import delete_some
from app.db.rows import look_up_columns, savepoint
from app.db.work import DATABASE_TROUBLE, WorkQueue, mark_work
from app.house import House
from app.mail.addresses import Address, Addresses, between_in
from app.mail.read.attachments import without_attachments
from app.mail.read.incoming import Incoming, read
from app.models import Mail, Seat
from app.services import outbox
from app.services.inbox import astray, ballots, complaints, lost_mails, replies, rsvp, seat_queries, trials
from app.services.matches.seat_links import holder_of
from app.services.outbox import bounces
from app.services.people import unsubscribe

log = logging.getLogger(__name__)

# To one address. A player may change an answer ten times in a turn, and in the next turn again.
MOST_AN_HOUR = 30
MOST_TO_SERVICE = 1000
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# Longer than any task may take; a reader that was killed keeps a mail for so long.
LEASE = timedelta(minutes=6)
# Between the tries, in minutes, more than a day in all: its sender has been told that we have it. After the
# last, a mail is given up, and its writer is told that too.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, *[240] * 6))
BROKE_OFF = "every try to read it broke off"
GIVEN_UP = "given up: "  # how the outcome of such a mail begins
IS_GIVEN_UP = col(Mail.outcome).startswith(GIVEN_UP)

MAILS = WorkQueue(Mail, LEASE, PAUSES)

# A mail that was read is emptied; its row recognizes the same mail, should it come again. A mail that could
# not be read keeps its bytes, to find out why.
KEEP_READ_FOR = timedelta(days=30)

STOP_SUBJECTS = ("stop", "unsubscribe")  # the first is in our letters; some mail programs write the second

ZLIB = b"x"  # how its bytes begin, and encrypted ones do not
LONGEST_ID = 250
LONGEST_OUTCOME = 300
LONGEST_SENDER = 254

AnswerMail = Callable[[Session, House, Mail, Address, Incoming], str]


# --- Taking in ---


def known_address(session: Session, house: House, address: str) -> Address | None:
    """An address that a letter of ours had, however long ago, or the one that letters are from."""
    return _if_there(session, house, Addresses(house.settings).read(address))


def _if_there(session: Session, house: House, found: Address | None) -> Address | None:
    return found if found and _is_there(session, house, found) else None


def _is_there(session: Session, house: House, address: Address) -> bool:
    if address.kind == "service":
        return True
    if address.kind in ("bounce", "invitation", "vote", "trial"):
        return outbox.named(session, address.key) is not None
    if address.kind == "reply":
        return replies.writer_of(session, house, address.key) is not None
    return session.exec(select(Seat.id).where(Seat.post_key == address.key)).first() is not None


def take_in(session: Session, house: House, to: str, sender: str, raw: bytes) -> Mail | None:
    """Stores a mail; the same mail again is the row that is there. None: too many to this address."""
    address = Addresses(house.settings).read(to)
    if not address:
        raise ValueError(f"{to!r} is no address of ours")
    kept = _kept_address(session, house, address)
    digest = hashlib.sha256(kept.encode() + b"\0" + raw).hexdigest()
    if again := session.exec(select(Mail).where(Mail.digest == digest)).first():
        return again
    at = now()
    if _is_crowded(session, address, kept, _plain(sender), at):
        return None
    packed = house.vault.encrypt(zlib.compress(without_attachments(raw))).encode()
    mail = Mail(digest=digest, to=kept, sender=_plain(sender), raw=packed)
    mail.received_at = mail.due_at = at
    session.add(mail)
    mark_work(session)
    return mail


def _kept_address(session: Session, house: House, address: Address) -> str:
    between = between_in(address.key)
    holder = holder_of(session, between.code, between.seat) if between else None
    return Addresses(house.settings).kept(address, holder or "")


def _is_crowded(session: Session, address: Address, kept: str, sender: str, at: datetime) -> bool:
    """All players may write to the service's own address, so its bound is for each sender, and for all."""
    lately = select(func.count()).where(Mail.to == kept, col(Mail.received_at) > at - HOUR)
    if address.kind != "service":
        return session.exec(lately).one() >= MOST_AN_HOUR
    own = session.exec(lately.where(Mail.sender == sender)).one()
    return own >= MOST_AN_HOUR or session.exec(lately).one() >= MOST_TO_SERVICE


def _plain(sender: str) -> str:
    """Anything can stand in an envelope, but not in a database."""
    return "".join(char for char in sender if char.isprintable())[:LONGEST_SENDER]


def raw_of(house: House, mail: Mail) -> bytes:
    """A mail quotes our letter with its links, so it is encrypted. Those of earlier versions are not."""
    packed = mail.raw if mail.raw.startswith(ZLIB) else house.vault.decrypt(mail.raw.decode())
    return zlib.decompress(packed)


# --- Reading ---


def read_due(
    house: House, limit: int = 20, at: datetime | None = None, answer: AnswerMail = replies.handle_reply
) -> int:
    """How many were due; each has been read now, or has a later time, or is given up. `at` is the present."""
    for done in range(limit):
        present = at or now()
        # One at a time: a mail that kills its reader takes no other with it.
        mail = house.claim(partial(claim_mail, at=present))
        if not mail:
            return done
        read_one(house, mail, present, answer)
    return limit


EARLIER = aliased(Mail)
NONE_BEFORE = ~(
    select(EARLIER.id)
    .where(
        EARLIER.to == Mail.to,
        col(EARLIER.id) < col(Mail.id),
        col(EARLIER.due_at).is_not(None),
        EARLIER.tries + EARLIER.claims <= 1,
    )
    .exists()
)


def claim_mail(session: Session, at: datetime) -> Mail | None:
    """A mail that is due, the caller's alone for as long as the lease. Mails to one address in their order,
    unless one of them has failed."""
    return next(iter(MAILS.claim(session, at, 1, NONE_BEFORE)), None)


def read_one(house: House, mail: Mail, at: datetime, answer: AnswerMail) -> None:
    """Reads a mail that the caller has claimed."""
    if MAILS.always_broke_off(mail):
        house.write(partial(_give_up, house=house, mail=mail, error=BROKE_OFF))
        return
    incoming: Incoming | None = None
    try:
        incoming = read(raw_of(house, mail), mail.sender)
        house.write(partial(_mark_as_read, house=house, mail=mail, incoming=incoming, answer=answer))
    except DATABASE_TROUBLE as error:
        log.warning("mail %s waits for the database: %s", mail.id, type(error).__name__)
        house.write(partial(MAILS.settle, claimed=mail, due_at=at + PAUSES[0]))
    except Exception as error:  # one mail must not hold up the others
        log.exception("mail %s could not be read", mail.id)
        why = type(error).__name__
        if MAILS.next_try(mail, at):
            house.write(partial(_failed, mail=mail, at=at, error=why))
        else:
            house.write(partial(_give_up, house=house, mail=mail, error=why, incoming=incoming))


def _mark_as_read(session: Session, house: House, mail: Mail, incoming: Incoming, answer: AnswerMail) -> None:
    if not _is_ours(session, mail):
        return
    address = _if_there(session, house, Addresses(house.settings).read_kept(mail.to))
    if not address:
        outcome = "the address is no more"
    elif _read_before(session, mail, incoming):
        outcome = "duplicate"
    else:
        outcome = _outcome(session, house, mail, address, incoming, answer)
    done = {"outcome": outcome[:LONGEST_OUTCOME], "message_id": incoming.message_id[:LONGEST_ID]}
    MAILS.settle(session, mail, due_at=None, raw=b"", tries=mail.tries + 1, **done)


def _outcome(
    session: Session, house: House, mail: Mail, address: Address, incoming: Incoming, answer: AnswerMail
) -> str:
    if incoming.complaint:
        return complaints.handle_complaint(session, house, address, incoming)
    if trial := trials.letter_of(session, house, address, incoming):
        return trials.came_back(trial, raw_of(house, mail), incoming)
    if address.kind == "bounce":
        return bounces.handle_bounce(session, house, address, incoming)
    if address.kind == "unsubscribe":
        return _stop_letters(session, address, incoming)
    if address.kind == "service":
        return _outcome_of_astray(session, house, mail, incoming, answer)
    if address.kind == "invitation":
        return rsvp.handle_rsvp(session, house, mail, address, incoming)
    if address.kind == "vote":
        return ballots.handle_vote(session, house, mail, address, incoming)
    return answer(session, house, mail, address, incoming)


def _outcome_of_astray(
    session: Session, house: House, mail: Mail, incoming: Incoming, answer: AnswerMail
) -> str:
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    meant = astray.address_meant(session, house, incoming)
    if meant:
        return _outcome(session, house, mail, meant, incoming, answer)
    return astray.answer_with_turns(session, house, mail, incoming)


def _stop_letters(session: Session, address: Address, incoming: Incoming) -> str:
    """The unsubscribe button of a mail program writes with our subject. There is nobody to ask back."""
    doubt = incoming.automatic or incoming.perhaps_automatic
    if doubt and incoming.subject.lower() not in STOP_SUBJECTS:
        return f"automatic: {doubt}"
    unsubscribe.stop_letters_by_mail(session, address.key)
    return "no more letters of this match"


def _is_ours(session: Session, mail: Mail) -> bool:
    """Whether nobody has claimed it since. Locks all that is unread of this address, so that of two copies
    one is seen by the other."""
    # Without their bytes: many mails may wait for the address that letters are from.
    return [mail.id, mail.due_at] in look_up_columns(session, seat_queries.UNREAD_MAILS, to=mail.to)


def _read_before(session: Session, mail: Mail, incoming: Incoming) -> bool:
    same = {"to": mail.to, "message_id": incoming.message_id[:LONGEST_ID]}
    return bool(incoming.message_id) and bool(look_up_columns(session, seat_queries.SAME_MAIL, **same))


def _failed(session: Session, mail: Mail, at: datetime, error: str) -> None:
    if _is_ours(session, mail):
        MAILS.settle(session, mail, due_at=MAILS.next_try(mail, at), outcome=error, tries=mail.tries + 1)


def _give_up(
    session: Session, house: House, mail: Mail, error: str, incoming: Incoming | None = None
) -> None:
    if not _is_ours(session, mail):
        return
    log.error("mail %s is given up: %s", mail.id, error)
    MAILS.change(session, mail, due_at=None, outcome=f"{GIVEN_UP}{error}"[:LONGEST_OUTCOME])
    try:
        with savepoint(session):
            lost_mails.tell_writer(session, house, mail, incoming)
    except Exception:  # perhaps for the same reason
        log.exception("the writer of mail %s could not be told", mail.id)


# --- Afterwards ---


def forget_old(session: Session, at: datetime) -> int:
    """How many mails that were done with long ago have gone for good."""
    return delete_some(session, Mail, col(Mail.due_at).is_(None), col(Mail.received_at) <= at - KEEP_READ_FOR)


def oldest_unread(session: Session) -> datetime | None:
    """Since when the oldest mail that nobody has read has waited."""
    return session.exec(select(func.min(Mail.received_at)).where(col(Mail.due_at).is_not(None))).one()


def count_given_up(session: Session) -> int:
    """Mails of the last 30 days that were never read, though we had taken them in."""
    return session.exec(select(func.count()).where(IS_GIVEN_UP)).one()


def refused_for_us(session: Session, at: datetime) -> int:
    """How many letters came back within a day because a server has something against us."""
    lately = select(func.count()).where(col(Mail.received_at) > at - DAY)
    return session.exec(lately.where(col(Mail.outcome).startswith(bounces.ABOUT_US))).one()
