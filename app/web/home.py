"""The first page: the player's matches, or for strangers what this service is."""

from flask import Blueprint, Response

from app.services.lobby.overview import invitations_to, matches_of
from app.web import sessions
from app.web.pages import house, page
from app.web.rules import introductions
from engine.registry import GAMES, meta

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> Response:
    games = [meta(name) for name in GAMES]
    player = sessions.player_or_guest()
    matches, invited = None, []
    if player and player.id:
        with house().reading() as session:
            matches = matches_of(session, player.id)
            invited = invitations_to(session, house(), player.email) if player.email else []
    if sessions.signed_in_player():
        return page("home.html", mine=matches, invitations=invited, games=games)
    return page("welcome.html", games=games, told=introductions(), email="", mine=matches)
