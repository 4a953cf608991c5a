"""Sends the letters that are due: each at least once, and always with the same Message-ID."""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from email.utils import parseaddr
from functools import partial
from time import monotonic

from sqlmodel import Session

from app.clock import now
from app.db.work import DATABASE_TROUBLE
from app.house import House
from app.letters import ComposedLetter, NotNeeded, compose
from app.mail.addresses import Addresses
from app.mail.write.dkim import signer_of
from app.mail.write.message import Posting, message_of
from app.models import Letter
from app.post.fates import Away, CannotBeMade, Fate, NotNow, NotOurs, PreparedLetter, record_fate
from app.post.smtp_client import LetterRefused, MailServerAway, SmtpClient
from app.services import outbox
from app.services.outbox import last_look, relay, schedule, untold
from app.services.outbox.schedule import Leave
from app.services.outbox.turns import due_in_turns

log = logging.getLogger(__name__)

LONGEST_RUN = 20.0  # seconds; then others may work, and a letter that is being sent is still finished
PLAN_SECONDS = 2.0


Prepare = Callable[[Session, House, Letter], PreparedLetter]


def prepare_letter(session: Session, house: House, letter: Letter) -> PreparedLetter:
    """Composes a letter from the present state of its match, not from that of when it became due."""
    composed = compose(session, house, letter)
    return PreparedLetter(
        composed, _signed_message(house, letter, composed) if house.settings.smtp_url else b""
    )


def _signed_message(house: House, letter: Letter, composed: ComposedLetter) -> bytes:
    settings = house.settings
    message_id = Addresses(settings).message_id(letter.message_id)
    posting = Posting(message_id, letter.wanted_at, settings.host, settings.sender, letter.kind)
    raw = message_of(composed, posting)
    signer = signer_of(settings)
    return signer.signed(raw, int(letter.wanted_at.timestamp())) if signer else raw


def send_due(
    house: House, limit: int = 50, at: datetime | None = None, write: Prepare = prepare_letter
) -> int:
    """Tries to send the letters that are due at `at` (now), and returns how many there were."""
    was_away = relay.away_since(house)
    done = _send_one_by_one(house, limit, at, write)
    if was_away and not relay.away_since(house):
        untold.tell_again(house, at or now())
    return done


def _send_one_by_one(house: House, limit: int, at: datetime | None, write: Prepare) -> int:
    """Letters are claimed one by one, and what becomes of one is recorded before the next one is composed: a
    letter whose making kills this process takes no other with it."""
    end, queue = monotonic() + LONGEST_RUN, Queue(limit)
    record: Callable[[Session], None] | None = None
    done = 0
    with mail_server(house) as server:
        while done < limit and monotonic() < end:
            present = at or now()
            letter = house.claim(partial(_record_and_claim, record=record, queue=queue, at=present))
            record = None
            if not letter:
                break
            fate = _try_to_send(house, server, letter, present, write)
            record = partial(record_fate, house=house, letter=letter, at=present, fate=fate)
            if isinstance(fate, Away):
                break
            done += 1
        if record:
            house.write(record)
        house.db.disk.wait()  # what became of the last letter may have been put down with a claim
    return done


def send_now(house: House, letter_id: int) -> None:
    """Tries to send one letter, where no worker is there to do it."""
    at = now()
    letter = house.write(partial(outbox.claim_first, at=at, plan=[letter_id]))
    if letter:
        with mail_server(house) as server:
            fate = _try_to_send(house, server, letter, at, prepare_letter)
        house.write(partial(record_fate, house=house, letter=letter, at=at, fate=fate))


class Queue:
    """The order in which one sender takes letters. It is looked up anew when it is old: urgent ones may have
    come meanwhile."""

    def __init__(self, length: int) -> None:
        self._length = length
        self._plan: Sequence[int] = ()
        self._planned = 0.0
        self._served: Counter[str] = Counter()

    def claim(self, session: Session, at: datetime) -> Letter | None:
        if self._plan and monotonic() - self._planned < PLAN_SECONDS and (letter := self._first(session, at)):
            return letter
        self._plan = due_in_turns(session, at, self._length, self._served)
        self._planned = monotonic()
        if not self._plan and (probe := relay.letter_to_probe(session, at)):
            self._plan = (probe,)
        return self._first(session, at)

    def _first(self, session: Session, at: datetime) -> Letter | None:
        letter = outbox.claim_first(session, at, self._plan)
        if letter:
            self._plan = self._plan[self._plan.index(letter.id) + 1 :]  # those before it have other senders
            self._served[letter.cause] += 1
        return letter


def _record_and_claim(
    session: Session, record: Callable[[Session], None] | None, queue: Queue, at: datetime
) -> Letter | None:
    if record:
        record(session)
    return queue.claim(session, at)


def _try_to_send(
    house: House, server: SmtpClient | None, letter: Letter, at: datetime, write: Prepare
) -> Fate:
    fate = _prepare_or_explain(house, letter, at, write)
    if not server or not isinstance(fate, PreparedLetter):
        return fate  # where no mail server is set, letters are kept, and count as sent
    try:
        return _hand_over(house, server, letter, at, fate)
    except (NotNeeded, NotOurs) as reason:
        return reason
    except MailServerAway as error:
        return Away(str(error), at + outbox.SOON if error.greeted else at)
    except DATABASE_TROUBLE as error:
        log.warning("letter %s waits for the database: %s", letter.id, type(error).__name__)
        return NotNow(at + outbox.SOON)
    except LetterRefused as refused:
        return refused
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be sent", letter.id)
        return CannotBeMade(type(error).__name__, again=True)


def mail_server(house: House) -> AbstractContextManager[SmtpClient | None]:
    settings = house.settings
    if not settings.smtp_url:
        return nullcontext()
    return SmtpClient(settings.smtp_url, settings.host, settings.smtp_tls)


def _prepare_or_explain(house: House, letter: Letter, at: datetime, write: Prepare) -> Fate:
    """The letter, ready to be sent, or why it is not sent now."""
    if outbox.always_broke_off(letter):
        return CannotBeMade("every try to send it broke off", again=False)
    try:
        # It waits for the disk when it begins to hand the letter over.
        with house.reading(wait=False) as session:
            fate = schedule.fate_of(session, letter, at)
            return write(session, house, letter) if isinstance(fate, Leave) else fate
    except NotNeeded as reason:
        return reason
    except UnicodeEncodeError:
        return LetterRefused("the address has letters that mail servers do not take", never=True)
    except DATABASE_TROUBLE as error:
        log.warning("letter %s waits for the database: %s", letter.id, type(error).__name__)
        return NotNow(at + outbox.SOON)
    except Exception as error:  # one letter must not hold up the others
        log.exception("letter %s could not be written", letter.id)
        return CannotBeMade(type(error).__name__, again=True)


def _hand_over(
    house: House, server: SmtpClient, letter: Letter, at: datetime, ready: PreparedLetter
) -> PreparedLetter:
    if house.settings.takes_mail:
        sender = Addresses(house.settings).bounce(letter.message_id)
    else:
        sender = parseaddr(house.settings.sender)[1]
    to = ready.composed.to

    def may_go() -> None:
        house.write(partial(_look_and_begin, letter=letter, at=at))

    try:
        server.send(sender, to, ready.raw, may_go)
    except LetterRefused as refused:
        # The host of a match reads this, but must not learn the addresses of guests.
        why = str(refused).replace(to, "…")
        raise LetterRefused(why, refused.never, refused.by_server, refused.perhaps_all) from None
    # Only letters that are read at /mailbox are kept: their links open what they are about.
    return PreparedLetter(replace(ready.composed, picture=None, more_pictures=(), text="", html=""))


def _look_and_begin(session: Session, letter: Letter, at: datetime) -> None:
    if not last_look.is_still_needed(session, letter):
        raise NotNeeded(last_look.ANSWERED)
    if not outbox.begin_handing_over(session, letter, at):
        raise NotOurs
