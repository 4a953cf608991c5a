"""Links that end letters: those of one seat in a match, or the daily digest."""

from typing import Any

from sqlmodel import Session, select

from app.house import House
from app.models import Loan, Match, Player, Seat
from app.problems import Missing
from app.services.matches import find, loans, seat_links
from app.services.people import accounts, preferences


def digest_address(house: House, player: Player) -> str:
    """The address of the page that ends the digest."""
    return house.links.address("stop", [player.stop_key])


def stop_facts(session: Session, house: House, token: str) -> dict[str, Any]:
    """What a link would end, for its page. This changes nothing."""
    about = house.links.read("stop", token)
    if len(about) == 1:
        player = _existing_player(session, *about)
        return {"match": None, "name": player.name, "mail": player.mail}
    seat, loan = _held(session, *about)
    match = session.get_one(Match, seat.match_id)
    return {"match": find.facts_of(session, match), "name": seat.name, "mute": (loan or seat).mute}


def stop_letters(session: Session, house: House, token: str, stop: bool = True) -> dict[str, Any]:
    """Ends the letters that the link is for; with `stop` false they come again. Twice is the same as once."""
    about = house.links.read("stop", token)
    if len(about) == 1:
        _stop_digest(session, _existing_player(session, *about), stop)
    else:
        seat_links.lock_match(session, str(about[0]))
        seat, loan = _held(session, *about)
        (loan or seat).mute = stop
    return stop_facts(session, house, token)


def _held(session: Session, code: str, number: int, theirs: str = "") -> tuple[Seat, Loan | None]:
    """The seat; for a player who has lent it, also the loan, which keeps the owner's wish."""
    seat = session.exec(seat_links.SEAT, params={"code": code, "number": number}).first()
    if seat and seat_links.is_owners(seat, theirs):
        return seat, loans.open_loan(session, seat.match_id, number) if seat.owner_id else None
    return seat_links.held_seat(session, code, number, theirs), None


def stop_letters_by_mail(session: Session, post_key: str) -> bool:
    """Ends a seat's letters for a mail to its address. Returns whether there is such a seat."""
    seat = session.exec(select(Seat).where(Seat.post_key == post_key).with_for_update()).first()
    if seat:
        seat.mute = True
    return seat is not None


def stop_digest(session: Session, player_id: int) -> None:
    """Ends the letter of the day for a player who gets one."""
    player = accounts.find_player(session, player_id)
    if player:
        _stop_digest(session, player, True)


def _stop_digest(session: Session, player: Player, stop: bool) -> None:
    """If the player has chosen another way to get letters meanwhile, it stays."""
    before, after = ("digest", "none") if stop else ("none", "digest")
    if player.mail == before:
        preferences.change_preferences(session, player, {"mail": after})


def _existing_player(session: Session, stop_key: str) -> Player:
    player = session.exec(select(Player).where(Player.stop_key == str(stop_key))).first()
    if not player or not player.email:
        raise Missing("This person no longer plays here.")
    return player
