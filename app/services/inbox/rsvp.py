"""What comes of a mail that answers an invitation: the seat is taken, or declined, or nothing is changed."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select

from app.house import House
from app.i18n.safe_text import one_line
from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail, Match, Player, Seat, now
from app.problems import Problem
from app.services import outbox
from app.services.inbox.reply_words import bare
from app.services.lobby import seats
from app.services.outbox import bounces
from app.services.people import accounts
from app.status import is_open
from engine.words import Vocabulary, fold, tokens

HOUR = timedelta(hours=1)
MOST_ANSWERS = 10  # to one invitation within an hour
SHOWN, LONGEST_SHOWN = 6, 120  # lines of a mail, and characters of each
LONGEST_GREETING = 4  # words

WORDS = Vocabulary(
    {
        "accept": {
            "en": "accept accepted yes ok okay",
            "pl": "przyjmuję przyjmij przyjąć akceptuję tak ok",
            "cs": "přijímám přijmout ano ok",
            "de": "annehmen angenommen nehme ja ok okay",
            "fr": "accepter accepte j’accepte d’accord oui ok",
        },
        "decline": {
            "en": "decline declined refuse no",
            "pl": "odmawiam odrzucam odrzuć nie",
            "cs": "odmítám odmítnout nepřijímám ne",
            "de": "ablehnen abgelehnt lehne nein",
            "fr": "refuser refuse décliner décline non",
        },
        "hello": {
            "en": "hello hi hey dear",
            "pl": "cześć hej witaj",
            "cs": "ahoj nazdar",
            "de": "hallo liebe lieber",
            "fr": "bonjour salut cher chère",
        },
        "small": {
            "en": "i please thanks thank you the invitation gladly",
            "pl": "zaproszenie proszę dziękuję dzięki chętnie",
            "cs": "pozvání pozvánku prosím děkuji díky rád ráda",
            "de": "ich die einladung an ab bitte danke gerne gern leider",
            "fr": "je l’invitation merci avec plaisir",
        },
    }
)


def seat_of(session: Session, letter_id: int) -> Seat | None:
    """The seat that is kept for who got this invitation, or was taken by it."""
    letter = session.get(Letter, letter_id)
    seat = session.get(Seat, letter.facts["seat_id"]) if letter and letter.to else None
    if not letter or not seat or (letter.key, letter.to) != (seats.need(seat), seat.email):
        return None
    return seat


def handle(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words. Whoever the mail is from, the answer goes to who was invited."""
    letter = session.get(Letter, int(address.key))
    if not letter or not letter.to:
        return "there is no such invitation"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    facts = what_came_of(session, house, letter, incoming)
    if who := accounts.by_address(session, letter.to):
        bounces.alive(session, who)
    outcome = str(facts.get("came") or facts.get("problem") or "unreadable")
    if outcome == "accepted" and facts["begins"]:
        return outcome  # the first letters of the match tell it
    if answers_lately(session, letter) >= MOST_ANSWERS:
        return f"{outcome}; not answered: too many within an hour"
    answer(session, mail, letter, incoming, facts)
    return outcome


# --- What the mail says ---


class Answer(NamedTuple):
    what: str  # accept, decline, or nothing
    language: str = ""  # of the word, where it is of one alone


def answer_in(lines: Sequence[str]) -> Answer:
    """By the first line that is more than a greeting; it must say nothing else."""
    for line in lines:
        words = tokens("" if line.lstrip().startswith(">") else bare(line))
        said = {WORDS.index.get(word, "") for word in words} - {"small"}
        if said and not (WORDS.index.get(words[0]) == "hello" and len(words) <= LONGEST_GREETING):
            return _answer(words) if said in ({"accept"}, {"decline"}) else Answer("")
    return Answer("")


def _answer(words: Sequence[str]) -> Answer:
    word, what = next((word, said) for word in words if (said := WORDS.index[word]) != "small")
    languages = [name for name, known in WORDS.meanings[what].items() if word in fold(known).split()]
    return Answer(what, languages[0] if len(languages) == 1 else "")


def name_in(sender: str) -> str:
    """How somebody is called in From; empty where that is no name to play by."""
    name = one_line(sender.rpartition("<")[0]).replace("\\", "").strip("\"' ")
    try:
        return "" if "@" in name else accounts.display_name(name)
    except Problem:
        return ""


# --- What is done ---


def what_came_of(session: Session, house: House, letter: Letter, incoming: Incoming) -> dict[str, Any]:
    """The facts of the answer."""
    if incoming.problem:
        return {"unreadable": incoming.problem}
    said = answer_in(incoming.lines)
    if not said.what:
        return {"came": "neither"}
    try:
        with session.begin_nested():
            return done(session, house, letter, said, name_in(incoming.sender))
    except Problem as problem:
        facts = {"problem": problem.text, "values": problem.values}
    session.expire_all()  # what was read meanwhile has not happened
    return facts


def done(session: Session, house: House, letter: Letter, said: Answer, name: str) -> dict[str, Any]:
    """As the buttons of the page do it."""
    _, seat_id, key = letter.key.split()
    token = house.links.make("invitation", [int(seat_id), key])
    if said.what == "decline":
        seats.decline(session, house, token)
        return {"came": "declined"}
    match, _ = seats.invited(session, house, token)
    was_open = is_open(match)
    host = session.get_one(Player, match.host_id)
    own = "" if accounts.by_address(session, letter.to) else name
    seats.accept(session, house, token, own, language=said.language or host.language, zone=host.zone)
    return {"came": "accepted", "begins": was_open and not is_open(match)}


# --- The answer ---


def answers_lately(session: Session, letter: Letter) -> int:
    same = select(func.count()).where(Letter.kind == "rsvp", Letter.match_id == letter.match_id)
    return session.exec(same.where(Letter.to == letter.to, col(Letter.created_at) > now() - HOUR)).one()


def answer(session: Session, mail: Mail, letter: Letter, incoming: Incoming, facts: dict[str, Any]) -> None:
    more: dict[str, Any] = {
        "invitation": letter.id,
        "mail": incoming.message_id,
        "about": incoming.subject,
        "rows": [line.strip()[:LONGEST_SHOWN] for line in incoming.lines if line.strip()][:SHOWN],
    }
    match = session.get(Match, letter.match_id)
    outbox.put(session, "rsvp", f"rsvp {mail.id}", to=letter.to, match=match, **{**more, **facts})
