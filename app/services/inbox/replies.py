"""A mail to a match: what it says is done, and one answer tells what came of it.

The address says which seat writes and about which turn. All that a mail says is done, or nothing of it.
"""

from dataclasses import dataclass, replace
from datetime import timedelta

from sqlmodel import Session, col, select

from app.clock import now
from app.db.rows import look_up, look_up_columns, savepoint
from app.house import House
from app.mail.addresses import Address, Addresses, Between, between_in
from app.mail.read.automatic import VACATION_NOTICE, sounds_away
from app.mail.read.incoming import Incoming
from app.models import Letter, Mail, Match, Player, Seat
from app.problems import BeingLookedAt, Problem
from app.safe_text import harmless
from app.services import outbox
from app.services.inbox import seat_queries
from app.services.inbox.carry_out import carry_out, is_past
from app.services.inbox.days import DayReader
from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from app.services.inbox.reply_facts import AnsweredMail, MailOutcome, ReplyFacts
from app.services.inbox.reply_words import without_bullet, word_with_text
from app.services.inbox.seat_queries import NOT_UNDERSTOOD
from app.services.inbox.writers import NotDone, Writer
from app.services.inbox.yes_or_no import read_answer
from app.services.outbox import Need, bounces
from app.services.people import own_time
from app.services.people.own_time import today_of
from app.services.play import deputies
from app.services.play.order_errors import OrderMistake
from app.status import GOING_ON
from app.tally import count_refusal
from engine.registry import game
from engine.speech import ENGLISH, fill_text

HOUR = timedelta(hours=1)
MOST_ANSWERS = 40  # to one seat within an hour: where two machines write to each other, one falls silent
MOST_UNREAD = 10  # of these, to mails that nothing was found in
TOLD_HERE = "the answer to the mail tells it"


def handle_reply(session: Session, house: House, mail: Mail, address: Address, incoming: Incoming) -> str:
    """The outcome, in a few words."""
    writer = writer_of(session, house, address.key)
    if not writer:
        return "there is no such address"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    if is_doubtful(session, writer, incoming) and not says_anything(session, writer, incoming):
        return f"automatic, it seems: {incoming.perhaps_automatic}"
    if look_up_columns(session, seat_queries.STARTED_AND_LOCKED, **writer.of_match) == [[None]]:
        return "the match has not started"
    if writer_of(session, house, address.key) != writer:
        return "the seat has somebody else by now"
    player = player_of(session, writer)
    if not player:
        return "nobody plays this seat by mail"
    if player.hard_bounces or player.resting_at:
        bounces.try_again(session, player.id)
    before = newest_letter_id(session)
    outcome = outcome_of(session, house, writer, incoming)
    if outcome.gave_back:
        return "gave_back"  # a letter of its own tells it
    drop_letters_told_here(session, player, writer.match_id, before)
    return put_answer(session, mail, incoming, writer, player, outcome)


def writer_of(session: Session, house: House, key: str) -> Writer | None:
    """Plain values only: the rows are read when the match is locked."""
    if between := between_in(key):
        return _writer_between(session, house, key, between)
    found = look_up_columns(session, seat_queries.ASKED, key=key)
    return Writer(*found[0]) if found else None


def _writer_between(session: Session, house: House, key: str, between: Between) -> Writer | None:
    mine = select(Match.id, Seat.holder).where(Seat.match_id == Match.id, Seat.number == between.seat)
    row = session.exec(mine.where(Match.code == between.code)).first()
    if not row or not Addresses(house.settings).is_between(key, row[1]):
        return None
    return Writer(row[0], between.code, between.seat, 0, between.turn)


def player_of(session: Session, writer: Writer) -> Player | None:
    """Only to look at: the player of the seat, if that is a person with an address. From can say anything."""
    return next(iter(look_up(session, Player, seat_queries.PLAYER, **writer.of_seat)), None)


# --- What the mail says ---


def outcome_of(session: Session, house: House, writer: Writer, incoming: Incoming) -> MailOutcome:
    if incoming.problem:
        return MailOutcome(unreadable=incoming.problem)
    old = is_past(session, writer)
    try:
        content = read_content(session, writer, incoming)
    except DoubtfulReply as doubt:
        count_refusal("mail", doubt.error, doubt.error.why)
        back = come_back(session, house, writer)
        wrong = OrderMistake.of(doubt.error, doubt.text, is_orders=doubt.is_orders)
        unsaid, unwritten = (has_word(incoming, word) for word in ("say", "diary"))
        return MailOutcome(wrong=wrong, unsaid=unsaid, unwritten=unwritten, back=back, old=old)
    back = bool(content.orders) and come_back(session, house, writer)
    return replace(all_or_nothing(session, house, writer, content), back=back, old=old)


def read_content(session: Session, writer: Writer, incoming: Incoming) -> ReplyContent:
    lines = [harmless(line) for line in incoming.lines]
    player = player_of(session, writer)
    content = parse_reply(order_reader(session, writer, player), lines, day_reader(player))
    if content.nothing and is_asked_whether_to_go_on(session, writer):
        content.words += ["wake"] if read_answer(lines).said == "yes" else []
    return content


def is_asked_whether_to_go_on(session: Session, writer: Writer) -> bool:
    """Then a plain yes answers that."""
    idle = select(Match.id).where(Match.id == writer.match_id, col(Match.asked_on_at).is_not(None))
    return session.exec(idle.where(col(Match.status).in_(GOING_ON))).first() is not None


def day_reader(player: Player | None) -> DayReader:
    """Days are read in the writer's zone and language."""
    if not player:
        return DayReader(now().date())
    return DayReader(today_of(player, now()), player.language)


def order_reader(session: Session, writer: Writer, player: Player | None) -> OrderReader:
    names = [name for (name,) in look_up_columns(session, seat_queries.NAMES, **writer.of_match)]
    [[kind, turn]] = look_up_columns(session, seat_queries.GAME_AND_TURN, **writer.of_match)
    asked = look_up_columns(session, seat_queries.KIND_OF_ASK, **writer.of_seat, turn=turn)
    languages = tuple({player.language, "en"}) if player else ()
    away = is_away(session, writer, player) if player else False
    return OrderReader(game(kind), names, asked[0][0] if asked else "", languages, away)


def is_away(session: Session, writer: Writer, player: Player) -> bool:
    return has_deputy(session, writer) or own_time.is_away(player, today_of(player, now()))


def is_doubtful(session: Session, writer: Writer, incoming: Incoming) -> bool:
    """Whether a program may have written it. The subject may have its words from the title of the match."""
    [[title]] = look_up_columns(session, seat_queries.TITLE, **writer.of_match)
    if incoming.perhaps_automatic == VACATION_NOTICE:
        return sounds_away(incoming.subject.replace(title, ""))
    return bool(incoming.perhaps_automatic)


def says_anything(session: Session, writer: Writer, incoming: Incoming) -> bool:
    """A vacation notice has many words, but none that could be carried out."""
    try:
        return not read_content(session, writer, incoming).only_away
    except DoubtfulReply:
        return False


def has_word(incoming: Incoming, wanted: str) -> bool:
    words = [word_with_text(without_bullet(line)) for line in incoming.lines]
    return any(word and word.word == wanted and word.text for word in words)


def come_back(session: Session, house: House, writer: Writer) -> bool:
    """Orders end the bot's deputyship, even those that cannot be played. Whether there was one."""
    away = has_deputy(session, writer)
    if away:
        deputies.come_back(session, house, writer.code, writer.seat)
    return away


def has_deputy(session: Session, writer: Writer) -> bool:
    return look_up_columns(session, seat_queries.DEPUTY, **writer.of_seat) == [[True]]


def all_or_nothing(session: Session, house: House, writer: Writer, content: ReplyContent) -> MailOutcome:
    """What was done, or why nothing was."""
    try:
        with savepoint(session):
            return carry_out(session, house, writer, content)
    except BeingLookedAt:
        raise  # the mail waits
    except NotDone as refused:
        outcome = refused.outcome
    except Problem as problem:
        outcome = MailOutcome(problem=problem.text, values=problem.values)
    session.expire_all()  # what was read meanwhile has not happened
    return replace(outcome, unsaid=bool(content.talk), unwritten=bool(content.diary))


# --- The answer ---


def newest_letter_id(session: Session) -> int:
    [[newest]] = look_up_columns(session, seat_queries.NEWEST_LETTER)
    return newest or 0


def drop_letters_told_here(session: Session, player: Player, match_id: int, before: int) -> None:
    """One letter for one need: a receipt for the same orders would say nothing new."""
    newer = {"player_id": player.id, "before": before}
    for letter in look_up(session, Letter, seat_queries.TOLD_IN_ANSWERS, **newer):
        if letter.match_id != match_id:
            continue  # the deadline of another match
        outbox.mark_not_needed(session, letter, TOLD_HERE)


@dataclass(frozen=True)
class RecentAnswers:
    """How many answers to this seat there were within an hour."""

    all: int
    unread: int

    def allows(self, unread: bool) -> bool:
        return self.all < MOST_ANSWERS and not (unread and self.unread >= MOST_UNREAD)

    def ends_with_this(self, unread: bool) -> bool:
        """The last answer for a while says that it is the last."""
        return self.all + 1 == MOST_ANSWERS or (unread and self.unread + 1 == MOST_UNREAD)


def recent_answers(session: Session, writer: Writer, player: Player) -> RecentAnswers:
    mine = {**writer.of_match, "player_id": player.id, "since": now() - HOUR}
    [[every, unread]] = look_up_columns(session, seat_queries.ANSWERS, **mine)
    return RecentAnswers(every, unread or 0)


def put_answer(
    session: Session, mail: Mail, incoming: Incoming, writer: Writer, player: Player, outcome: MailOutcome
) -> str:
    unread, in_short = outcome.not_understood, outcome_for_log(outcome)
    before = recent_answers(session, writer, player)
    if not before.allows(unread):
        return f"{in_short}; not answered: too many within an hour"
    silent = before.ends_with_this(unread)
    facts = ReplyFacts(writer.seat, AnsweredMail.of(incoming), outcome, silent)
    key = f"{NOT_UNDERSTOOD if unread else 'reply'} {mail.id}"
    outbox.put_all(session, [Need("reply", key, facts, player.id)], writer.match_id)
    return in_short


def outcome_for_log(outcome: MailOutcome) -> str:
    if outcome.receipt:
        return f"receipt {outcome.receipt.number}" + (" again" if outcome.receipt.again else "")
    if outcome.wrong:
        return f"wrong: {fill_text(outcome.wrong.why, outcome.wrong.values, ENGLISH)}"
    names = (
        "unreadable",
        "problem",
        "passed",
        "unasked",
        "nothing",
        "undone",
        "plan",
        "said",
        "diary",
        "away",
        "returned",
        "awake",
        "wishes",
        "gave_back",
        "words",
    )
    name = next((name for name in names if getattr(outcome, name)), "nothing")
    return fill_text(outcome.problem, outcome.values, ENGLISH) if name == "problem" else name
