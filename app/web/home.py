"""The first page: the player's matches, or for strangers what this service is."""

from flask import Blueprint, Response

from app.services.lobby.overview import invitations_to, matches_of
from app.web import sessions
from app.web.pages import house, page, page_language, page_speech
from app.web.rules import introductions
from engine.registry import GAMES, meta

blueprint = Blueprint("home", __name__)

BOARD_SIZE, PAGE_SIZE = (560, 441), (446, 631)  # of the pictures that tests/welcome_pictures.py makes


@blueprint.get("/")
def home() -> Response:
    games = [meta(name) for name in GAMES]
    player = sessions.player_or_guest()
    matches, invited = None, []
    if player and player.id:
        with house().reading() as session:
            matches = matches_of(session, player.id, page_speech())
            invited = invitations_to(session, house(), player.email) if player.email else []
    if sessions.signed_in_player():
        return page("home.html", mine=matches, invitations=invited, games=games)
    pictures = {"pictured": page_language(), "board_size": BOARD_SIZE, "page_size": PAGE_SIZE}
    return page("welcome.html", games=games, told=introductions(), email="", mine=matches, **pictures)
