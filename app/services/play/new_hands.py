"""A seat goes to a new person. The former player's links, addresses, orders and plans for it are void."""

from sqlmodel import Session, func, select

from app.clock import now
from app.keys import post_key
from app.models import Player, Seat, Talk
from app.problems import Problem
from app.services.matches import loans, seat_links
from app.services.matches.find import name_unlike, player_of, random_name
from app.services.play.afresh import ask_anew, check_may_change, drop_drafts
from app.services.play.deputies import end_deputy
from app.services.play.lent_seats import end_loan
from app.services.play.letters import put_handed_over, put_letter
from app.services.play.live import LiveMatch, person_from
from app.services.play.steps import add_line, record_time
from engine.record import Record, is_valid_name

LATELY = 12  # lines of the record that the new player's first letter tells


def give_seat(session: Session, live: LiveMatch, seat: int, player: Player, name: str) -> None:
    """From here on `player` has the seat, by a name that nobody else at this table has."""
    check_may_change(live)
    row = live.seats.get(seat)
    if not row:
        raise Problem("This match has no seat {seat}.", seat=seat)
    end_loan(live, seat, "new hands")
    if not player.id or any(loans.is_mine(other, player.id) for other in live.seats.values()):
        raise Problem("{name} has a seat in this match already.", name=player.name)
    if not is_valid_name(name):
        raise Problem("A name has 1 to 40 characters.")
    new_name = name_unlike(name, live.names)
    former, entry_at = None if row.mute or row.bot else player_of(session, row), row.entry_at
    write_line(live, seat, new_name)
    take_over(session, live, row, player, new_name)
    live.people[seat] = person_from(player)
    drop_drafts(live, seat)
    end_deputy(live, seat)
    ask_anew(live, seat)
    put_letter(live, row, "new_hands", str(live.match.steps))
    if former:
        put_handed_over(live, row, former, new_name, entry_at)


def write_line(live: LiveMatch, seat: int, name: str) -> None:
    record = Record(head=live.match.head)
    record.seat(live.match.steps, record_time(now()), seat, name)
    add_line(live, record, "seat")


def take_over(session: Session, live: LiveMatch, seat: Seat, player: Player, name: str) -> None:
    """The row of the seat as that of somebody who has just sat down, with the salt that it has had."""
    match = live.match
    seat.status, seat.player_id, seat.bot, seat.name = "taken", player.id, False, name
    seat.email, seat.asked_as, seat.key = None, "", random_name(26)
    seat.plan, seat.plan_told, seat.mute, seat.entry_at = None, "", False, None
    seat.days_away = []
    seat.bank_left, seat.since = match.bank_seconds, match.steps
    seat.told = max(0, match.steps - LATELY)
    said = select(func.max(Talk.id)).where(Talk.match_id == match.id)
    seat.heard = session.exec(said).one() or 0
    seat_links.new_holder(seat)
    for ask in session.exec(seat_links.closed_asks(seat)):
        ask.key = post_key()
