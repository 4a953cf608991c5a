"""An account moves to another address.

Both addresses get a letter. The new one proves itself by its link, which works in a browser where the account
is signed in: so a stranger at a mistyped address gets nothing. The old one can stop it, and for a week it can
take it back.
"""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, update
from sqlmodel import Session, col, or_, select

from app.clock import now
from app.db.pieces import delete_some
from app.house import House
from app.keys import post_key
from app.links import BadLink
from app.models import Ask, Letter, Loan, Match, NewAddress, Player, Proposal, Seat
from app.problems import NotAllowed, Problem
from app.services import outbox, pace
from app.services.matches import seat_links
from app.services.outbox import bounces
from app.services.outbox.facts import AGAIN, AddressFacts, AgainFacts
from app.services.pace import Use
from app.services.people import accounts, signing_in
from engine.speech import later

LINK_SECONDS = 86400
BACK_FOR = timedelta(days=7)
OVER = later(
    "This change of address is over: it was stopped, or asked for anew, or has been done for a week."
)
OTHER_ACCOUNT = later("There is an account with this address already. Yours stays as it is.")
KINDS = ("new_address", "old_address")


class Move(NamedTuple):
    """For the page of a link."""

    old: str
    new: str
    player_id: int
    moved: bool


# --- Asking ---


def ask_for_address(session: Session, house: House, player_id: int, email: str, place: str = "") -> None:
    """Letters to both. Whether the address has an account is told to nobody who has not opened the link."""
    player, address = _player(session, player_id), accounts.checked_address(email)
    if address == player.email:
        raise Problem("This is your address already.")
    _keep_to_limits(session, house, player_id, address, place)
    waiting = delete(NewAddress).where(col(NewAddress.player_id) == player_id)
    session.connection().execute(waiting.where(col(NewAddress.moved_at).is_(None)))
    move = NewAddress(player_id=player_id, old=player.email or "", new=address, asked_at=now())
    session.add(move)
    session.flush()
    for kind, to in (("new_address", move.new), ("old_address", move.old)):
        facts = AddressFacts(player.language, move.id)
        outbox.put(session, kind, f"{kind} {move.key}", facts, to=to, cause=f"player {player_id}")


def _player(session: Session, player_id: int) -> Player:
    player = accounts.find_player(session, player_id)
    if not player:
        raise Problem("You are not signed in.")
    return player


def _keep_to_limits(session: Session, house: House, player_id: int, address: str, place: str) -> None:
    """Those of letters to sign in, as these go to an address that somebody has typed, too."""
    settings = house.settings
    uses = [
        Use("address.player", str(player_id)),
        *pace.of_networks(settings, "sign-in", place),
        Use("sign-in.mailbox", pace.mailbox_hash(settings, address)),
        Use("sign-in.house", pace.ALL),
    ]
    pace.keep_to(session, uses, settings.limits)


def new_link(house: House, move: NewAddress) -> str:
    return house.links.address("new-address", [move.key])


def old_link(house: House, move: NewAddress) -> str:
    return house.links.address("old-address", [move.stop_key])


# --- The link to the new address ---


def move_of_new(session: Session, house: House, token: str) -> Move:
    return _shown(_of_new(session, house, token))


def _of_new(session: Session, house: House, token: str, locked: bool = False) -> NewAddress:
    [key] = house.links.read("new-address", token, LINK_SECONDS)
    return _found(session, NewAddress.key == key, locked)


def _found(session: Session, which: Any, locked: bool) -> NewAddress:
    rows = select(NewAddress).where(which)
    move = session.exec(rows.with_for_update() if locked else rows).first()
    if not move or (move.moved_at and move.moved_at < now() - BACK_FOR):
        raise BadLink(OVER)
    return move


def _shown(move: NewAddress) -> Move:
    return Move(move.old, move.new, move.player_id, move.moved_at is not None)


def confirm(session: Session, house: House, token: str, player_id: int | None) -> None:
    """The account moves. From then on letters go there, also those about turns that are open."""
    move = _of_new(session, house, token, locked=True)
    if move.player_id != player_id:
        raise NotAllowed("Sign in with your present address first, in this browser.")
    if move.moved_at:
        return
    player = _player(session, move.player_id)
    if player.email != move.old:
        raise BadLink(OVER)
    if accounts.find_by_address(session, move.new):
        raise Problem(OTHER_ACCOUNT)
    move.moved_at = now()
    _move(session, player, move.new, move.key)


def _move(session: Session, player: Player, address: str, why: str) -> None:
    """All links and addresses in the mailbox of before end; what is open is told by new letters."""
    seat_links.renew_of_player(session, player)  # first, as it locks matches, and orders lock them first, too
    before, player.email = player.email or "", address
    _invitations_move(session, before, address)
    player.stop_key, player.sign_ins = post_key(), player.sign_ins + 1
    signing_in.end_first_links(session, player)
    session.flush()
    bounces.forget_bounces(session, player)
    _tell_open_turns(session, player, why)


def _invitations_move(session: Session, before: str, address: str) -> None:
    connection = session.connection()
    for table in (Seat, Loan, Proposal):
        connection.execute(update(table).where(col(table.email) == before).values(email=address))
    letters = update(Letter).where(col(Letter.to) == before, col(Letter.kind).not_in((*KINDS, "sign_in")))
    connection.execute(letters.values(to=address))


def _tell_open_turns(session: Session, player: Player, why: str) -> None:
    asks = (
        select(Ask.match_id, Ask.turn, Ask.seat)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player.id, Match.status == "running", col(Ask.held).is_(None))
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
        .where(col(Seat.mute).is_(False), col(Seat.deputy).is_(False))
    )
    for match_id, turn, seat in session.exec(asks).all():
        key = f"turn {match_id} {turn} {seat} moved {why}"
        need = outbox.Need("your_turn", key, AgainFacts(seat, turn, AGAIN), player.id)
        outbox.put_all(session, [need], match_id)


# --- The link to the old address ---


def move_of_old(session: Session, house: House, token: str) -> Move:
    return _shown(_of_old(session, house, token))


def _of_old(session: Session, house: House, token: str, locked: bool = False) -> NewAddress:
    [key] = house.links.read("old-address", token)
    return _found(session, NewAddress.stop_key == key, locked)


def stop(session: Session, house: House, token: str) -> None:
    """Whoever reads the letters of the old address keeps the account there, and signs out all browsers."""
    move = _of_old(session, house, token, locked=True)
    player = _player(session, move.player_id)
    if move.moved_at:
        _make_room(session, house, player, move.old)
        _move(session, player, move.old, move.stop_key)
    signing_in.sign_out_everywhere(session, move.player_id)
    later_ones = delete(NewAddress).where(col(NewAddress.player_id) == move.player_id)
    session.connection().execute(later_ones.where(col(NewAddress.asked_at) >= move.asked_at))


def _make_room(session: Session, house: House, player: Player, address: str) -> None:
    """Somebody may have signed in with the old address meanwhile, and so have made an account there."""
    other = accounts.find_by_address(session, address)
    if not other or other.id == player.id:
        return
    of_other = or_(col(Seat.player_id) == other.id, col(Seat.owner_id) == other.id)
    hosts = session.exec(select(Match.id).where(Match.host_id == other.id)).first()
    if hosts or session.exec(select(Seat.id).where(of_other)).first():
        raise Problem(OTHER_ACCOUNT)
    accounts.delete_account(session, house, other.id)
    session.flush()


# --- Afterwards ---


def forget_old(session: Session, at: datetime) -> int:
    """Nobody needs the addresses of a change that can neither be confirmed nor taken back."""
    lapsed = col(NewAddress.moved_at).is_(None) & (col(NewAddress.asked_at) < at - BACK_FOR)
    gone = delete_some(session, NewAddress, lapsed | (col(NewAddress.moved_at) < at - BACK_FOR))
    letters = (col(Letter.kind).in_(KINDS), col(Letter.created_at) < at - BACK_FOR)
    return gone + delete_some(session, Letter, *letters)


def waiting_address(session: Session, player_id: int) -> str:
    """The one that has still to prove itself; "" for none."""
    rows = select(NewAddress.new).where(NewAddress.player_id == player_id, col(NewAddress.moved_at).is_(None))
    rows = rows.where(col(NewAddress.asked_at) > now() - timedelta(seconds=LINK_SECONDS))
    return session.exec(rows).first() or ""
