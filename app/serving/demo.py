"""Makes a demo to play with at once: for one player, a match of each game against bots."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from app.house import House
from app.models import Match, Player
from app.services.lobby import opening
from app.services.people import accounts, signing_in
from engine.registry import GAMES, meta

ADDRESS = "demo@localhost"
SEATS = 3


def prepare_demo(house: House) -> str:
    """Returns the address at which the player signs in."""
    return house.write(lambda session: _prepare(session, house))


def _prepare(session: Session, house: House) -> str:
    player = accounts.find_or_create(session, ADDRESS, "Demo")
    session.flush()
    for wish in _wishes(session, player):
        opening.open_match(session, house, player.id, wish)
    return signing_in.sign_in_address(house, player)


def _wishes(session: Session, player: Player) -> Iterator[opening.Wish]:
    """For each game that has no match yet: a second start finds the matches of the first, until they end."""
    going_on = col(Match.status).in_(("open", "running", "paused"))
    present = set(session.exec(select(Match.game).where(Match.host_id == player.id, going_on)).all())
    for name in GAMES.keys() - present:
        rules = meta(name)
        size = max(rules.fewest, min(SEATS, rules.most))
        title = f"{rules.title} against bots"
        yield opening.Wish(name, title, size, ask_seconds=None, guests=["bot"] * (size - 1))
