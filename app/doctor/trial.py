"""A real letter to an address, and what comes back of it."""

import secrets
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from sqlmodel import Session, col, select

from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.machine import TO_KEEP_RIGHT
from app.doctor.visit import Clock, Visit
from app.house import House
from app.mail.addresses import Addresses
from app.models import Letter, Mail
from app.post import imap_client, imap_look
from app.post.imap_client import MailboxAway
from app.post.sender import send_now
from app.services import outbox
from app.services.inbox import trials
from app.services.outbox import relay
from app.services.outbox.facts import TrialFacts
from app.services.upkeep.health import SKEW_BREAKS, SKEW_WARNS
from app.wake_worker import wake_once

LEAVES_SECONDS = 60.0
LOOKS = 0.5  # seconds between two looks into the database
MAILBOX_LOOKS = 5.0  # seconds between two looks into the mailbox
IMAP_SECONDS = 5.0
Say = Callable[[str], None]


def send(visit: Visit, to: str, seconds: float, say: Say) -> Iterator[Finding]:
    """Each finding as soon as it is known."""
    house = visit.house
    if not house or not visit.settings.smtp_url:
        yield wrong("letter", "No letter can be sent without the database and CHASQUI_SMTP_URL.")
        return
    letter_id = house.write(partial(_put, to=to))
    left = _leave(visit, house, letter_id)
    if not left.sent_at:
        yield _not_left(house, left, to)
        return
    yield right("letter", f"The letter to {to} has left; the mail server has taken it.")
    yield from _come_back(visit, house, left, to, seconds, say)


def _put(session: Session, to: str) -> int:
    key = f"{trials.KIND} {secrets.token_hex(8)}"
    outbox.put(session, trials.KIND, key, TrialFacts(), to=to, cause=trials.KIND)
    return session.exec(select(Letter.id).where(Letter.key == key)).one()


def _letter(house: House, letter_id: int) -> Letter:
    with house.reading() as session:
        return session.exec(select(Letter).where(Letter.id == letter_id)).one()


def _leave(visit: Visit, house: House, letter_id: int) -> Letter:
    """By the worker; where none runs, from here."""
    if not visit.runs:
        send_now(house, letter_id)
        return _letter(house, letter_id)
    wake_once(visit.settings)
    end = monotonic() + LEAVES_SECONDS
    while not _is_settled(letter := _letter(house, letter_id)) and monotonic() < end:
        time.sleep(LOOKS)
    return letter


def _is_settled(letter: Letter) -> bool:
    return bool(letter.sent_at or letter.dropped or letter.error)


def _not_left(house: House, letter: Letter, to: str) -> Finding:
    """It must not leave at a later time, when nobody waits for it any more."""
    house.write(partial(_forget, letter_id=letter.id))
    if letter.error or letter.dropped:
        return wrong("letter", f"The letter to {to} was not taken: {letter.error or letter.dropped}.")
    with house.reading() as session:
        server = relay.state(session)
    why = (
        f"the mail server does not take letters: {server.why}"
        if server and server.why
        else "see the worker's log"
    )
    return wrong("letter", f"The letter to {to} has not left within {LEAVES_SECONDS:.0f} s: {why}.")


def _forget(session: Session, letter_id: int) -> None:
    letter = session.get(Letter, letter_id)
    if letter and not letter.sent_at:
        outbox.mark_not_needed(session, letter, "nobody waits for it")


# --- Coming back ---


def _come_back(
    visit: Visit, house: House, letter: Letter, to: str, seconds: float, say: Say
) -> Iterator[Finding]:
    own = _is_own_mailbox(visit, to)
    if not visit.settings.takes_mail or (not visit.runs and not own):
        why = "the service does not run" if visit.settings.takes_mail else "no mail is taken in"
        yield not_seen(
            "way back", f"It is not waited for an answer, as {why}: look whether the letter has come."
        )
        return
    say(_what_to_do(to, seconds))
    begun, found = monotonic(), None
    looks_into_mailbox = begun
    while not found and monotonic() - begun < seconds:
        found = _seen(visit, house, letter, begun)
        if not found and own and monotonic() >= looks_into_mailbox:
            found = _in_mailbox(visit, letter, begun)
            looks_into_mailbox = monotonic() + MAILBOX_LOOKS
        if not found:
            time.sleep(LOOKS)
    yield from found or [_nothing_came(visit, to, seconds)]


def _what_to_do(to: str, seconds: float) -> str:
    until = (datetime.now().astimezone() + timedelta(seconds=seconds)).strftime("%H:%M:%S")
    return (
        f"Look into the mailbox of {to}, also into the folder for spam, and reply with any word. "
        f"Waiting until {until}; Ctrl-C ends it."
    )


def _seen(visit: Visit, house: House, letter: Letter, begun: float) -> list[Finding]:
    """What has come in, once it has been read; a mail that waits for its reader is told at the end."""
    facts = TrialFacts.from_json(_letter(house, letter.id).facts)
    if not facts.came:
        return []
    took = f"after {monotonic() - begun:.0f} s"
    clock = _clock(letter, facts, _received_at(house, visit, letter))
    if facts.came == trials.UNDELIVERABLE:
        return [
            wrong("way back", f"The letter has come back {took}: it could not be delivered ({facts.why})."),
            *clock,
        ]
    words = "The letter itself" if facts.came == trials.ITSELF else f"An {facts.came} to the letter"
    return [right("way back", f"{words} has come in {took}, and was read."), *clock]


def _received_at(house: House, visit: Visit, letter: Letter) -> datetime | None:
    ours = Addresses(visit.settings)
    places = [ours.trial(letter.message_id), ours.bounce(letter.message_id), ours.service]
    kept = [ours.kept(found) for place in places if (found := ours.read(place))]
    with house.reading() as session:
        newest = select(Mail.received_at).where(
            col(Mail.to).in_(kept), col(Mail.outcome).startswith("test letter")
        )
        return session.exec(newest.order_by(col(Mail.id).desc()).limit(1)).first()


def _clock(letter: Letter, facts: TrialFacts, received_at: datetime | None) -> list[Finding]:
    """The mail server that brought it has written its time into it: between our two moments."""
    if not facts.stamped or not letter.sent_at or not received_at:
        return []
    clock = Clock("the mail server", datetime.fromisoformat(facts.stamped), letter.sent_at, received_at)
    if abs(clock.skew) <= SKEW_WARNS:
        return []
    way = "ahead of" if clock.skew > 0 else "behind"
    words = (
        f"The clock here is {abs(clock.skew):.0f} s {way} that of the mail server which brought the answer."
    )
    tell = warning if abs(clock.skew) < SKEW_BREAKS else wrong
    return [tell("clock", words, TO_KEEP_RIGHT)]


def _is_own_mailbox(visit: Visit, to: str) -> bool:
    own, _, _ = visit.settings.mailbox.partition("@")
    local, _, domain = to.lower().rpartition("@")
    is_local = local == own or local.startswith(f"{own}+")
    return bool(own) and is_local and domain == visit.settings.mailbox.rpartition("@")[2]


def _in_mailbox(visit: Visit, letter: Letter, begun: float) -> list[Finding]:
    """The letter itself, in the mailbox that answers are read from. It is left alone there."""
    message_id = f"{Addresses(visit.settings).message_id(letter.message_id)}@{visit.settings.host}"
    try:
        with imap_client.opened(visit.settings, IMAP_SECONDS) as mailbox:
            if imap_look.holds(mailbox, message_id):
                took = f"after {monotonic() - begun:.0f} s"
                return [right("way back", f"The letter itself has come to the mailbox {took}.")]
    except MailboxAway:
        return []  # the look at the mailbox has told it
    return []


def _nothing_came(visit: Visit, to: str, seconds: float) -> Finding:
    words = f"Nothing has come back from {to} within {seconds:.0f} s"
    domain = visit.settings.domain
    return wrong(
        "way back", f"{words}. If it was answered, mail for {domain} does not get here: see MX and door."
    )
