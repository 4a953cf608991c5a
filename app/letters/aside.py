"""Letters about a match that is set aside. They are made without asking the engine anything."""

from dataclasses import dataclass, replace

from sqlmodel import Session

from app.house import House
from app.i18n.render import speech
from app.letters.recipient import Addressee, addressee_of, count_of_letters, last_ask
from app.letters.reply import without_reply_marks
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, Deadline, NotNeeded, SeatNews
from app.models import Letter, Match
from app.services.inbox.reply_facts import AnsweredMail
from app.services.matches import find
from app.services.outbox.facts import AsideFacts
from app.status import goes_on


@dataclass(frozen=True)
class Places:
    """What the foot of a letter links to: nothing where the engine would be asked."""

    address: str
    rules: str
    me: str
    propose: str = ""
    give_back: str = ""
    snapshot: str = ""
    story: tuple[str, ...] = ()


ANSWERS = ("reply", "voted")


def waits(session: Session, letter: Letter) -> bool:
    """Whether the letter is about a match of which the engine can tell nothing."""
    match = session.get(Match, letter.match_id) if letter.match_id else None
    return bool(match and match.aside_at) and letter.kind != "aside"


def aside(session: Session, house: House, letter: Letter) -> ComposedLetter:
    to = addressee_of(session, letter)
    facts = AsideFacts.from_json(letter.facts)
    if not goes_on(to.match) or facts.over == bool(to.match.aside_at):
        raise NotNeeded("it is not so any more")
    return _composed(session, house, letter, to)


def answer(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To a mail: nothing of it could be done."""
    to, mail = addressee_of(session, letter, asked_for=True), AnsweredMail.from_json(letter.facts)
    composed = _composed(session, house, letter, to, without_reply_marks(mail.about))
    return replace(composed, in_reply_to=mail.mail, replied=True)


def _composed(
    session: Session, house: House, letter: Letter, to: Addressee, about: str | None = None
) -> ComposedLetter:
    facts, thread = find.facts_of(session, to.match), to.thread(house)
    url = house.settings.url
    places = Places(thread.address, f"{url}/rules/{to.match.game}", f"{url}/me")
    composed = from_templates("aside", to.player, match=facts, stop=thread.stop, news=places, about=about)
    entry = _entry_taken_back(session, house, letter, to)
    news = SeatNews(to.seat.id, lines=0).with_entry(entry)
    return replace(composed, thread=thread, deadline=entry, seat_news=(news,) if entry else ())


def _entry_taken_back(session: Session, house: House, letter: Letter, to: Addressee) -> Deadline | None:
    """No calendar calls anybody to a match that rests."""
    ask = last_ask(session, to.seat)
    if not to.seat.entry_at or not ask or not ask.due_at:
        return None
    return Deadline.of_seat(
        house.settings,
        speech(to.player.language),
        (to.match.code, to.match.title, to.number),
        at=ask.due_at,
        stamp=letter.created_at,
        cancelled=True,
        count=count_of_letters(session, letter),
    )
