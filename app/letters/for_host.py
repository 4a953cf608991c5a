"""A letter to the host of a match: somebody's letters come back."""

from sqlmodel import Session, select

from app.house import House
from app.letters.templates import written
from app.mail.letter import Composed, NotNeeded
from app.models import Letter, Match, Player, Seat
from app.services.matches import find
from app.services.outbox import bounces
from app.services.people import accounts
from app.status import goes_on


def resting(session: Session, house: House, letter: Letter) -> Composed:
    host = accounts.player(session, letter.player_id)
    match = session.get(Match, letter.match_id)
    if not host or not match or match.host_id != host.id:
        raise NotNeeded("somebody else hosts now")
    if host.mail == "none":
        raise NotNeeded("wants no letters")
    if host.resting_at:
        raise NotNeeded(bounces.RESTING)
    if not goes_on(match):
        raise NotNeeded("the match is over")
    seat, who = _who(session, match, letter.facts["who"])
    facts = {
        "match": find.facts(session, match),
        "name": seat.name,
        "since": who.resting_at,
        "address": f"{house.settings.url}/m/{match.code}",
    }
    return written("resting", host, facts)


def _who(session: Session, match: Match, player_id: int) -> tuple[Seat, Player]:
    player = accounts.player(session, player_id)
    seat = session.exec(select(Seat).where(Seat.match_id == match.id, Seat.player_id == player_id)).first()
    if not player or not seat or not player.resting_at:
        raise NotNeeded("their mail arrives again")
    return seat, player
