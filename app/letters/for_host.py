"""Letters to the host of a match: letters to one of its players come back, or somebody has declined."""

from sqlmodel import Session, select

from app.house import House
from app.letters.templates import from_templates
from app.mail.letter import ComposedLetter, NotNeeded
from app.models import Letter, Match, Player, Seat
from app.services.matches import find
from app.services.outbox import bounces
from app.services.outbox.facts import DeclinedFacts, RestingFacts
from app.services.people import accounts
from app.status import goes_on, is_open


def resting(session: Session, house: House, letter: Letter) -> ComposedLetter:
    host = accounts.find_player(session, letter.player_id)
    match = session.get(Match, letter.match_id)
    if not host or not match or match.host_id != host.id:
        raise NotNeeded("somebody else hosts now")
    if host.mail == "none":
        raise NotNeeded("wants no letters")
    if host.resting_at:
        raise NotNeeded(bounces.RESTING)
    if not goes_on(match):
        raise NotNeeded("the match is over")
    resting_id = RestingFacts.from_json(letter.facts).who
    seat, player = _resting_seat(session, match, resting_id)
    return from_templates(
        "resting",
        host,
        match=find.facts_of(session, match),
        name=seat.name,
        since=player.resting_at,
        address=f"{house.settings.url}/m/{match.code}",
    )


def declined(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """Somebody has declined, so the match waits for somebody else."""
    seat = session.get(Seat, DeclinedFacts.from_json(letter.facts).seat_id)
    host, match = accounts.find_player(session, letter.player_id), session.get(Match, letter.match_id)
    if not host or not match or match.host_id != host.id or not is_open(match):
        raise NotNeeded("the match is not open any more")
    if host.mail == "none":
        raise NotNeeded("wants no letters")
    if not seat or seat.status != "empty":
        raise NotNeeded("somebody else has been asked")
    address = f"{house.settings.url}/m/{match.code}"
    return from_templates(
        "declined", host, match=find.facts_of(session, match), who=seat.asked_as, address=address
    )


def _resting_seat(session: Session, match: Match, player_id: int) -> tuple[Seat, Player]:
    player = accounts.find_player(session, player_id)
    seat = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.player_id == player_id)).first()
    if not player or not seat or not player.resting_at:
        raise NotNeeded("their mail arrives again")
    return seat, player
