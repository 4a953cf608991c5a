"""What comes of a mail that somebody has written to a match: done, and told in one answer.

The address says who writes and about which turn. All that a mail says is done, or nothing of it.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import literal
from sqlmodel import Session, col, func, select

from app.house import House
from app.i18n.safe_text import harmless
from app.mail.addresses import Address
from app.mail.read.incoming import Incoming
from app.models import Ask, Letter, Mail, Match, Player, Seat, now
from app.problems import Problem
from app.services import outbox
from app.services.inbox.carry_out import NotDone, Writer, act
from app.services.inbox.order_errors import kept
from app.services.inbox.parse_reply import Doubtful, Said, find
from app.services.inbox.reply_words import bare, spoken
from app.services.outbox import bounces
from app.services.play import deputies
from engine.registry import game

HOUR = timedelta(hours=1)
MOST_ANSWERS = 40  # to one seat within an hour: where two machines write to each other, one falls silent
MOST_UNREAD = 10  # of these, to mails that nothing was found in
NOT_UNDERSTOOD = "reply unread"
TOLD_HERE = "the answer to the mail tells it"
SHOWN, LONGEST_SHOWN = 6, 120  # lines of a mail, and characters of each


def handle(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words."""
    writer = writer_of(session, address.key)
    if not writer:
        return "there is no such address"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    locked = select(Match.started_at).where(Match.id == writer.match_id).with_for_update()
    if session.exec(locked).one() is None:
        return "the match has not started"
    person = person_in(session, writer)
    if not person:
        return "nobody plays this seat by mail"
    bounces.alive(session, person)
    before = newest_letter(session)
    facts = what_came_of(session, house, writer, incoming)
    drop_what_is_told(session, person, before)
    return answered(session, mail, incoming, writer, person, facts)


def writer_of(session: Session, key: str) -> Writer | None:
    """Nothing but plain values: the rows are read when the match is locked."""
    asked = select(Match.id, Match.code, Ask.seat, Ask.turn)
    seated = select(Match.id, Match.code, Seat.number, literal(0))
    row = (
        session.exec(asked.where(Ask.match_id == Match.id, Ask.key == key)).first()
        or session.exec(seated.where(Seat.match_id == Match.id, Seat.post_key == key)).first()
    )
    return Writer(*row) if row and row[2] else None


def person_in(session: Session, writer: Writer) -> Player | None:
    """Whoever has the seat and an address. The From of a mail can say anything."""
    mine = select(Player).where(Seat.player_id == Player.id, col(Player.email).is_not(None))
    return session.exec(mine.where(Seat.match_id == writer.match_id, Seat.number == writer.seat)).first()


# --- What the mail says ---


def what_came_of(session: Session, house: House, writer: Writer, incoming: Incoming) -> dict[str, Any]:
    """The facts of the answer."""
    if incoming.problem:
        return {"unreadable": incoming.problem}
    said: Said | None = None
    wrong: dict[str, Any] = {}
    try:
        said = what_is_said(session, writer, incoming)
    except Doubtful as doubt:
        wrong = {"wrong": kept(doubt.error, doubt.text), "unsaid": says_something(incoming)}
    back = (wrong or (said and said.orders)) and come_back(session, house, writer)
    facts = wrong or done(session, house, writer, said or Said())
    return {**facts, "back": True} if back else facts


def what_is_said(session: Session, writer: Writer, incoming: Incoming) -> Said:
    rows = select(Seat.name).where(Seat.match_id == writer.match_id, col(Seat.number).is_not(None))
    names = list(session.exec(rows.order_by(col(Seat.number))))
    kind = session.exec(select(Match.game).where(Match.id == writer.match_id)).one()
    return find(game(kind), [harmless(line) for line in incoming.lines], names)


def says_something(incoming: Incoming) -> bool:
    words = [spoken(bare(line)) for line in incoming.lines]
    return any(word and word.word == "say" and word.text for word in words)


def come_back(session: Session, house: House, writer: Writer) -> bool:
    """Who gives orders, even in vain, is there again."""
    mine = select(Seat.deputy).where(Seat.match_id == writer.match_id, Seat.number == writer.seat)
    away = session.exec(mine).one()
    if away:
        deputies.come_back(session, house, writer.code, writer.seat)
    return away


def done(session: Session, house: House, writer: Writer, said: Said) -> dict[str, Any]:
    """All of it, or why nothing of it."""
    try:
        with session.begin_nested():
            return act(session, house, writer, said)
    except NotDone as refused:
        facts = refused.facts
    except Problem as problem:
        facts = {"problem": problem.text, "values": problem.values}
    session.expire_all()  # what was read meanwhile has not happened
    return {**facts, "unsaid": bool(said.talk)}


# --- The answer ---


def newest_letter(session: Session) -> int:
    return session.exec(select(func.max(Letter.id))).one() or 0


def drop_what_is_told(session: Session, person: Player, before: int) -> None:
    """One letter for one need: a receipt for the same orders would say nothing new."""
    mine = select(Letter).where(Letter.player_id == person.id, col(Letter.id) > before)
    for letter in session.exec(mine.where(col(Letter.kind).in_(("refused", "receipt")))):
        outbox.not_needed(session, letter, TOLD_HERE)


@dataclass(frozen=True)
class Lately:
    """How many answers to this seat there were within an hour."""

    all: int
    unread: int

    def allows(self, unread: bool) -> bool:
        return self.all < MOST_ANSWERS and not (unread and self.unread >= MOST_UNREAD)

    def ends_with_this(self, unread: bool) -> bool:
        """Whoever gets no more answers for a while is told so."""
        return self.all + 1 == MOST_ANSWERS or (unread and self.unread + 1 == MOST_UNREAD)


def lately(session: Session, writer: Writer, person: Player) -> Lately:
    mine = (
        select(func.count())
        .select_from(Letter)
        .where(Letter.kind == "reply", Letter.player_id == person.id, Letter.match_id == writer.match_id)
        .where(col(Letter.created_at) > now() - HOUR)
    )
    unread = mine.where(col(Letter.key).startswith(NOT_UNDERSTOOD))
    return Lately(session.exec(mine).one(), session.exec(unread).one())


def answered(
    session: Session, mail: Mail, incoming: Incoming, writer: Writer, person: Player, facts: dict[str, Any]
) -> str:
    unread = bool(facts.keys() & {"wrong", "nothing", "unreadable"})
    outcome = in_a_word(facts)
    before = lately(session, writer, person)
    if not before.allows(unread):
        return f"{outcome}; not answered: too many within an hour"
    more = {
        "seat": writer.seat,
        "mail": incoming.message_id,
        "about": incoming.subject,
        "attachments": incoming.attachments,
        "silent": before.ends_with_this(unread),
        "rows": [line.strip()[:LONGEST_SHOWN] for line in incoming.lines if line.strip()][:SHOWN],
    }
    match = session.get(Match, writer.match_id)
    key = f"{NOT_UNDERSTOOD if unread else 'reply'} {mail.id}"
    outbox.put(session, "reply", key, player=person, match=match, **{**more, **facts})
    return outcome


def in_a_word(facts: dict[str, Any]) -> str:
    """For the log."""
    if "receipt" in facts:
        return f"receipt {facts['receipt']['number']}" + (" again" if facts["receipt"]["again"] else "")
    if "wrong" in facts:
        return f"wrong: {facts['wrong']['why']}"
    told = ("unreadable", "problem", "passed", "unasked", "nothing", "undone", "plan", "said", "words")
    name = next((name for name in told if facts.get(name)), "nothing")
    return str(facts[name]) if name == "problem" else name
