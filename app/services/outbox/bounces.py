"""Letters that come back: after three in a row a player's letters rest, until the player does something.

Only those count that come back because of the player's address. What a server has against us is logged as
a warning, because the operator alone can do something about it.
"""

import logging
import re
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import update
from sqlmodel import Session, col, select

from app.clock import now
from app.db.work import mark_work
from app.house import House
from app.mail.addresses import Address
from app.mail.read.bounce_reason import reason_in
from app.mail.read.incoming import Incoming
from app.models import Letter, Match, Player, Seat
from app.services import outbox
from app.services.outbox.facts import RestingFacts
from app.status import GOING_ON

log = logging.getLogger(__name__)

MOST_IN_A_ROW = 3
# `Letter.dropped` of letters that were not sent for this reason; the player's return finds them by it.
RESTING = "their mail comes back"
CAME_BACK = "came back: "
ABOUT_US = "about us"  # how such an outcome begins
LONGEST_WHY = 200


def handle_bounce(session: Session, house: House, address: Address, incoming: Incoming) -> str:
    """Returns what came of the bounce, for the log. It gets no answer, which would only come back too."""
    bounce, letter = incoming.bounce, outbox.named(session, address.key, locked=True)
    if not letter or not bounce:
        return f"no bounce: {incoming.automatic or incoming.perhaps_automatic or 'written by somebody'}"
    if not (bounce.hard or bounce.about_us):
        return f"soft: {bounce.why}"
    if letter.error.startswith(CAME_BACK):
        return "this letter has come back before"
    why = _without_address(session, letter, bounce.why)
    # The host of the match sees such letters on the match's page.
    letter.dropped, letter.error, letter.due_at = outbox.GIVEN_UP, f"{CAME_BACK}{why}", None
    if bounce.about_us:
        _warn_operator(letter, why)
        return f"{ABOUT_US}: {why}"
    _count(session, letter)
    return f"hard: {why}"


def _without_address(session: Session, letter: Letter, why: str) -> str:
    """The host reads this, and must not learn the player's address from it."""
    player = session.get(Player, letter.player_id) if letter.player_id else None
    for address in (letter.to, (player and player.email) or ""):
        if address:
            why = re.sub(re.escape(address), "…", why, flags=re.IGNORECASE)
    return why[:LONGEST_WHY]


def count_refusal(session: Session, letter: Letter, why: str) -> None:
    """Counts a letter that a mail server refused to take. `why` is what it answered."""
    reason = reason_in(why)
    if reason == "us":
        _warn_operator(letter, why)
    elif reason == "address":
        _count(session, letter)


def _warn_operator(letter: Letter, why: str) -> None:
    log.warning("letter %s was refused because of us, not of its reader: %s", letter.id, why)


def _count(session: Session, letter: Letter) -> None:
    if not letter.player_id:
        return
    matches = _matches_of(session, letter.player_id)
    player = session.get(Player, letter.player_id, with_for_update=True, populate_existing=True)
    if not player or not player.email:
        return
    player.hard_bounces += 1
    if player.hard_bounces >= MOST_IN_A_ROW and not player.resting_at:
        player.resting_at = now()
        for match in matches:
            _tell_host(session, match, player)


def _matches_of(session: Session, player_id: int) -> list[Match]:
    """The player's matches that go on, locked before the player, as orders do it: so nobody deadlocks."""
    seats = select(Seat.match_id).where(Seat.player_id == player_id)
    going_on = select(Match).where(col(Match.id).in_(seats), col(Match.status).in_(GOING_ON))
    return list(session.exec(going_on.order_by(col(Match.id)).with_for_update()).all())


def _tell_host(session: Session, match: Match, player: Player) -> None:
    host = session.get(Player, match.host_id)
    if host and host.email and host.id != player.id:
        key = f"resting {match.id} {player.id} {player.resting_at:%Y-%m-%dT%H:%M:%SZ}"
        outbox.put(session, "resting", key, RestingFacts(player.id or 0), host, match=match)


def forget_bounces(session: Session, player: Player) -> None:
    """The player has done something: bounces are forgotten, and letters that rested are due now."""
    if not player.hard_bounces and not player.resting_at:
        return
    player.hard_bounces, player.resting_at = 0, None
    rested = update(Letter).where(col(Letter.player_id) == player.id, col(Letter.dropped) == RESTING)
    if session.connection().execute(rested.values(dropped="", due_at=now(), wanted_at=now())).rowcount:
        mark_work(session)


def try_again(session: Session, player_id: int) -> None:
    """The player says that letters arrive again."""
    player = session.get(Player, player_id)
    if player:
        forget_bounces(session, player)


class RestingPlayer(NamedTuple):
    name: str  # the seat's name in the match
    since: datetime


def resting_players(session: Session, match: Match) -> list[RestingPlayer]:
    """The players of a match whose letters rest."""
    rows = select(Seat.name, Player.resting_at).where(
        Seat.match_id == match.id,
        Seat.player_id == Player.id,
        col(Player.resting_at).is_not(None),
        col(Player.email).is_not(None),
    )
    by_position = rows.order_by(col(Seat.position))
    return [RestingPlayer(name, since) for name, since in session.exec(by_position) if since]
