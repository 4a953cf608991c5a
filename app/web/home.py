"""The first page: what wants an answer, or what this is."""

from flask import Blueprint, Response

from app.services.lobby.overview import invitations, mine
from app.web import sessions
from app.web.pages import house, page
from app.web.rules import introductions
from engine.registry import GAMES, meta

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> Response:
    games = [meta(name) for name in GAMES]
    known = sessions.known()
    tries, kept_for_me = None, []
    if known and known.id:
        with house().reading() as session:
            tries = mine(session, known.id)
            kept_for_me = invitations(session, house(), known.email) if known.email else []
    if sessions.signed_in():
        return page("home.html", mine=tries, invitations=kept_for_me, games=games)
    return page("welcome.html", games=games, told=introductions(), email="", mine=tries)
