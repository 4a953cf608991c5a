"""What a player wants of the table, by a word in a reply: it is proposed, or a friend is asked."""

from sqlmodel import Session, select

from app.house import House
from app.models import Match
from app.services.inbox.reply_facts import WishInReply
from app.services.inbox.wish_words import Wanted
from app.services.lending import offer
from app.services.play import resting
from app.services.proposals.propose import LONGEST, Wish, propose

DAY = 24 * 3600


def carry_out_wish(session: Session, house: House, code: str, seat: int, wanted: Wanted) -> WishInReply:
    """What needs a choice is left to the page that the answer names."""
    if wanted.kind == "propose" or (wanted.kind == "lend" and not wanted.email):
        return WishInReply(wanted.kind)
    if wanted.kind == "lend":
        begins, ends = (wanted.away.begins, wanted.away.ends) if wanted.away else (None, None)
        offer.offer(session, house, code, seat, offer.Wish(wanted.email, begins, ends))
        return WishInReply("lend", email=wanted.email)
    about = session.exec(select(Match.rests_at, Match.ask_seconds).where(Match.code == code)).one()
    if wanted.kind == "resume" and about[0]:
        resting.want_on(session, house, code, seat)
        return WishInReply("wake")
    made = propose(session, house, code, seat, wish_of(wanted, seat, about[1]))
    return WishInReply(wanted.kind, proposal=made.key)


def wish_of(wanted: Wanted, seat: int, ask_seconds: int | None) -> Wish:
    """More time is for the writer: without a number as much as a turn has."""
    if wanted.kind != "time":
        return Wish(wanted.kind)
    return Wish("time", seat, {"seconds": wanted.seconds or min(ask_seconds or DAY, LONGEST)})
