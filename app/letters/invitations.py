"""Letters to people who are on their way in."""

from datetime import timedelta
from typing import Any

from sqlmodel import Session

from app.house import House
from app.i18n.render import speech
from app.letters.reply import told_now, without_marks
from app.letters.templates import written
from app.mail.addresses import Addresses
from app.mail.letter import Composed, NotNeeded
from app.models import Letter, Match, Player, Seat, now
from app.services.inbox.rsvp import seat_of
from app.services.lobby import rematch, seats
from app.services.matches import find
from app.services.people import accounts
from app.status import is_open


def sign_in(session: Session, house: House, letter: Letter) -> Composed:
    player = accounts.player(session, letter.player_id)
    if not player:
        raise NotNeeded("a former player")
    if now() - letter.created_at > timedelta(seconds=accounts.SIGN_IN_SECONDS):
        raise NotNeeded("asked for too long ago")
    return written("sign_in", player, {"address": accounts.sign_in_address(house, player)})


def invitation(session: Session, house: House, letter: Letter) -> Composed:
    seat = session.get(Seat, letter.facts["seat_id"])
    match = seat and session.get(Match, seat.match_id)
    if not seat or not match or not is_open(match) or (seat.status, seat.email) != ("invited", letter.to):
        raise NotNeeded("the invitation does not stand any more")
    host = session.get(Player, match.host_id)
    if not host:
        raise NotNeeded("nobody invites any more")
    address = seats.invitation_address(house, seat)
    facts: dict[str, Any] = {"match": find.facts(session, match), "host": host.name, "address": address}
    facts["follows"] = rematch.follows(session, match)
    facts["rules"] = f"{house.settings.url}/rules/{match.game}"
    to = guest(session, letter.to, host)
    facts["options"] = [speech(to.language).gettext(title) for title in facts["match"].option_titles]
    takes_mail = house.settings.takes_mail
    reply_to = Addresses(house.settings).invitation(letter.id) if takes_mail else ""
    facts |= {"seats": match.size, "by_mail": takes_mail}
    return written("invitation", to, facts, reply_to=reply_to)


def rsvp(session: Session, house: House, letter: Letter) -> Composed:
    """To who has answered an invitation by mail."""
    known, match = letter.facts, session.get(Match, letter.match_id)
    host = session.get(Player, match.host_id) if match else None
    if not match or not host:
        raise NotNeeded("there is no such match")
    to = guest(session, letter.to, host)
    tongue, seat = speech(to.language), seat_of(session, known["invitation"])
    facts = {
        "match": find.facts(session, match),
        "came": known.get("came", ""),
        "about": without_marks(known["about"]),
        "rows": known["rows"],
        "unreadable": told_now(tongue, known.get("unreadable")),
        "problem": told_now(tongue, known.get("problem"), known.get("values")),
        "kept": is_open(match) and seat is not None and seat.status == "invited",
        "address": f"{house.settings.url}/m/{match.code}",
    }
    reply_to = Addresses(house.settings).invitation(known["invitation"]) if seat else ""
    return written("rsvp", to, facts, reply_to=reply_to, in_reply_to=known["mail"], replied=True)


def guest(session: Session, email: str, host: Player) -> Player:
    """Who is not known yet is written to in the host's language and with the host's clock."""
    known = accounts.by_address(session, email)
    if known and known.mail == "none":
        raise NotNeeded("wants no letters")
    return known or Player(email=email, name="", language=host.language, zone=host.zone)
