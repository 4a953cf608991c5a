"""A mail of a player who has lent a seat, in answer to what its letters have told: the word ends the loan."""

from datetime import timedelta

from sqlmodel import Session, col, func, select

from app.clock import now
from app.house import House
from app.mail.read.incoming import Incoming
from app.models import Letter, Match
from app.services.inbox.away_words import read_away
from app.services.inbox.days import DayReader
from app.services.inbox.reply_words import without_bullet, word_alone
from app.services.inbox.wish_words import read_wish
from app.services.lending import offer
from app.services.matches import loans
from app.services.matches.loans import LoanFacts

HOUR = timedelta(hours=1)
MOST_ANSWERS = 5  # within an hour


def handle_owner(session: Session, house: House, letter: Letter, incoming: Incoming) -> str:
    """The outcome, in a few words."""
    match = session.get(Match, letter.match_id)
    loan = loans.by_key(session, LoanFacts.from_json(letter.facts).loan) if letter.facts else None
    if not match or not loan:
        return "there is no such loan"
    if incoming.automatic or incoming.bounce:
        return f"automatic: {incoming.automatic or incoming.bounce}"
    wants = any(wants_seat(line) for line in incoming.lines)
    if incoming.perhaps_automatic and not wants:
        return f"automatic, it seems: {incoming.perhaps_automatic}"
    if loan.closed_at:
        return "the loan is over"
    if wants:
        offer.call_back(session, house, match.code, loan.seat)
        return "called back"
    return say_it_is_unclear(session, match, letter)


def wants_seat(line: str) -> bool:
    """“return”, “take it back”, or “I am back”; a quoted line says nothing."""
    if line.lstrip().startswith(">"):
        return False
    bare, days = without_bullet(line), DayReader(now().date())
    said, wanted = read_away(bare, days), read_wish(bare, days)
    wishes = wanted is not None and wanted.kind in ("return", "undo")
    return word_alone(bare) in ("return", "undo") or wishes or bool(said and said.back)


def say_it_is_unclear(session: Session, match: Match, letter: Letter) -> str:
    loan = loans.by_key(session, LoanFacts.from_json(letter.facts).loan)
    same = select(func.count()).where(Letter.kind == "loan", Letter.player_id == letter.player_id)
    lately = same.where(col(Letter.created_at) > now() - HOUR)
    if loan and session.exec(lately).one() < MOST_ANSWERS:
        loans.tell(session, "loan", loan, match, letter.player_id, "unclear")
    return "neither"
