"""A rematch: one new match with the same people, opened by the first of them who asks for it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from app.house import House
from app.models import Match, Player, Rematch, Seat
from app.problems import NotAllowed, Problem
from app.services.lobby import opening
from app.services.lobby.seats import invite, join_match, seat_bot, take_seat
from app.services.lobby.start import start_when_full
from app.services.lobby.terms import LONGEST_TITLE, terms_of
from app.services.matches import find
from app.services.people import accounts, refusals
from app.status import has_ended, is_open

NUMBERED = re.compile(r"(.*?)(?: (\d{1,3}))?\Z", re.DOTALL)


def ask_for_rematch(session: Session, house: House, code: str, player_id: int) -> Match:
    """The first player who asks opens the new match; the others take the seats that it keeps for them."""
    old = find.by_code(session, code, locked=True)
    seats = find.numbered_seats(session, old)
    player = accounts.find_player(session, player_id)
    if not player or player.id not in [seat.player_id for seat in seats]:
        raise NotAllowed("Only people who played in this match can ask for a rematch.")
    if not has_ended(old):
        raise Problem("You can ask for a rematch when the match is over.")
    rematch = rematch_of(session, old)
    if rematch:
        return join_rematch(session, house, rematch, player)
    return open_again(session, house, old, seats, player)


def rematch_of(session: Session, match: Match) -> Match | None:
    """The rematch of this match, unless it was cancelled before it began."""
    rows = select(Match).where(Rematch.of_id == match.id, Match.id == Rematch.match_id)
    rematch = session.exec(rows).first()
    cancelled = rematch and rematch.status == "abandoned" and not rematch.started_at
    return None if cancelled else rematch


def title_of_earlier(session: Session, match: Match) -> str:
    """The title of the match that this one is the rematch of; "" if it is no rematch."""
    rows = select(Match.title).where(Rematch.match_id == match.id, Match.id == Rematch.of_id)
    return session.exec(rows).first() or ""


def join_rematch(session: Session, house: House, match: Match, player: Player) -> Match:
    free = [seat for seat in find.seats_of(session, match) if may_take(seat, player)]
    if is_open(match) and free:
        locked = find.by_code(session, match.code, locked=True)
        return join_match(session, house, locked, player.id or 0)
    return match


def may_take(seat: Seat, player: Player) -> bool:
    return seat.status == "empty" or (seat.status == "invited" and seat.email == player.email)


def open_again(session: Session, house: House, old: Match, seats: Sequence[Seat], host: Player) -> Match:
    terms = replace(terms_of(old), title=next_title(old.title), size=len(seats))
    match = opening.new_match(session, house, host, terms)
    for seat, earlier in zip(find.seats_of(session, match), rotated(seats), strict=True):
        fill_like(session, house, match, seat, earlier, host)
    save_rematch(session, old, match)
    session.flush()
    start_when_full(session, house, match)
    return match


def next_title(title: str) -> str:
    """Friday becomes Friday 2, and Friday 2 becomes Friday 3."""
    words, number = NUMBERED.fullmatch(title).groups()  # type: ignore[union-attr]  # it matches everything
    ending = f" {int(number or 1) + 1}"
    return words[: LONGEST_TITLE - len(ending)].rstrip() + ending


def rotated(seats: Sequence[Seat]) -> list[Seat]:
    """The seats in their old order, beginning with the second."""
    in_order = sorted(seats, key=lambda seat: seat.number or 0)
    return [*in_order[1:], in_order[0]]


def fill_like(session: Session, house: House, match: Match, seat: Seat, earlier: Seat, host: Player) -> None:
    player = accounts.find_player(session, earlier.player_id)
    if earlier.bot:
        seat_bot(house, seat, earlier.strength)
    elif player and player.id == host.id:
        take_seat(session, house, match, seat, host, "")
    elif player and player.email and not refusals.refuses(session, house, player.email):
        invite(session, house, match, seat, player.email, asked_as=earlier.name)
    # Otherwise the seat was a former player's, or that of a player who refuses invitations: it stays empty,
    # for anybody who has the link to join.


def save_rematch(session: Session, old: Match, match: Match) -> None:
    earlier = session.exec(select(Rematch).where(col(Rematch.of_id) == old.id)).first()
    session.add(earlier or Rematch(of_id=old.id, match_id=match.id))
    if earlier:
        earlier.match_id = match.id
