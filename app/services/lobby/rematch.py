"""Playing on with the same people: one new match, whoever of them asks for it first."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from app.house import House
from app.models import Match, Player, Rematch, Seat
from app.problems import NotAllowed, Problem
from app.services.lobby import opening
from app.services.lobby.seats import invite, join, seat_bot, take
from app.services.lobby.start import start_when_full
from app.services.lobby.terms import LONGEST_TITLE, terms_of
from app.services.matches import find
from app.services.people import accounts
from app.status import has_ended, is_open

NUMBERED = re.compile(r"(.*?)(?: (\d{1,3}))?\Z", re.DOTALL)


def again(session: Session, house: House, code: str, player_id: int) -> Match:
    """The match that follows: opened by who asks first; who asks later takes the seat kept for them."""
    old = find.by_code(session, code, locked=True)
    seats = find.seated(session, old)
    who = accounts.player(session, player_id)
    if not who or who.id not in [seat.player_id for seat in seats]:
        raise NotAllowed("Only who has played this match can ask for a rematch.")
    if not has_ended(old):
        raise Problem("A rematch can be asked for when the match is over.")
    following = follower(session, old)
    if following:
        return sit_down(session, house, following, who)
    return open_again(session, house, old, seats, who)


def follower(session: Session, match: Match) -> Match | None:
    """One that was cancelled before it began follows nothing."""
    rows = select(Match).where(Rematch.of_id == match.id, Match.id == Rematch.match_id)
    found = session.exec(rows).first()
    cancelled = found and found.status == "abandoned" and not found.started_at
    return None if cancelled else found


def follows(session: Session, match: Match) -> str:
    """The title of the match that this one is the rematch of; nothing where it is none."""
    rows = select(Match.title).where(Rematch.match_id == match.id, Match.id == Rematch.of_id)
    return session.exec(rows).first() or ""


def sit_down(session: Session, house: House, match: Match, who: Player) -> Match:
    waiting = [seat for seat in find.seats_of(session, match) if may_take(seat, who)]
    if is_open(match) and waiting:
        return join(session, house, match.join_key, who.id)
    return match


def may_take(seat: Seat, who: Player) -> bool:
    return seat.status == "empty" or (seat.status == "invited" and seat.email == who.email)


def open_again(session: Session, house: House, old: Match, seats: Sequence[Seat], who: Player) -> Match:
    terms = replace(terms_of(old), title=next_title(old.title), size=len(seats))
    match = opening.new_match(session, house, who, terms)
    for seat, earlier in zip(find.seats_of(session, match), rotated(seats), strict=True):
        fill(session, house, match, seat, earlier, who)
    remember(session, old, match)
    session.flush()
    start_when_full(session, house, match)
    return match


def next_title(title: str) -> str:
    """Friday, Friday 2, Friday 3."""
    words, number = NUMBERED.fullmatch(title).groups()  # type: ignore[union-attr]  # it matches everything
    ending = f" {int(number or 1) + 1}"
    return words[: LONGEST_TITLE - len(ending)].rstrip() + ending


def rotated(seats: Sequence[Seat]) -> list[Seat]:
    """As they sat, and who was second begins."""
    in_order = sorted(seats, key=lambda seat: seat.number or 0)
    return [*in_order[1:], in_order[0]]


def fill(session: Session, house: House, match: Match, seat: Seat, earlier: Seat, host: Player) -> None:
    person = accounts.player(session, earlier.player_id)
    if earlier.bot:
        seat_bot(seat)
    elif person and person.id == host.id:
        take(session, house, match, seat, host, "")
    elif person and person.email:
        invite(session, match, seat, person.email)
    # Otherwise it was a former player's: it is free for whoever gets the link.


def remember(session: Session, old: Match, match: Match) -> None:
    known = session.exec(select(Rematch).where(col(Rematch.of_id) == old.id)).first()
    session.add(known or Rematch(of_id=old.id, match_id=match.id))
    if known:
        known.match_id = match.id
