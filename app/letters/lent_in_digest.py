"""The daily letter of somebody who has lent a seat: what was played for them, and what the table says."""

from dataclasses import dataclass, replace

from sqlmodel import Session, col, func, select

from app.letters.lent_seats import played_in
from app.letters.match_letter import talk_news
from app.letters.match_news import MatchNews, match_news
from app.letters.recipient import Recipient
from app.mail.letter import SeatNews
from app.models import Letter, Match, Player, Seat
from app.services.matches import loans, seat_links
from app.services.matches.loans import LoanFacts
from app.services.outbox.schedule import GATHERED
from app.status import GOING_ON


@dataclass(frozen=True)
class LentMatch:
    """A seat of the reader that a friend plays."""

    news: MatchNews
    names: list[str]  # of all players
    friend: str
    played: list[str]  # since the last daily letter
    end: str  # where the reader takes the seat back
    heard: SeatNews


def lent_seats(session: Session, player: Player) -> list[Seat]:
    mine = select(Seat).join(Match).where(Seat.owner_id == player.id, col(Match.status).in_(GOING_ON))
    seats = session.exec(mine.order_by(col(Seat.match_id))).all()
    return [
        seat
        for seat in seats
        if (loan := loans.open_loan(session, seat.match_id, seat.number)) and not loan.mute
    ]


def lent_match(session: Session, to: Recipient) -> LentMatch | None:
    """None where there is nothing to tell."""
    played = played_lately(session, to)
    if not (played or to.new_talk or to.decided or to.proposed):
        return None
    news = replace(match_news(to), story=[], left_out=0)
    end = seat_links.present_address(to.house, "lend", to.match, to.seat)
    return LentMatch(news, to.view.names, to.view.lent[to.number].name, played, end, talk_news(to))


def played_lately(session: Session, to: Recipient) -> list[str]:
    """In the turns whose own letters have been left to this one."""
    loan = loans.open_loan(session, to.match.id, to.number)
    mine = Letter.player_id == to.player.id
    last = select(func.max(Letter.sent_at)).where(mine, Letter.kind == "digest", Letter.id != to.letter.id)
    told_at = session.exec(last).one()
    rows = select(Letter).where(mine, Letter.kind == "played", Letter.match_id == to.match.id)
    rows = rows.where(Letter.dropped == GATHERED).order_by(col(Letter.id))
    facts = [
        LoanFacts.from_json(one.facts)
        for one in session.exec(rows)
        if not told_at or one.created_at > told_at
    ]
    turns = [int(one.which) for one in facts if loan and one.loan == loan.key]
    return [text for turn in turns for text in played_in(session, to.match, to.number, turn, to.reader)]
