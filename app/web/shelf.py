"""The shelf: a player's finished matches, for the player alone."""

from flask import Blueprint, Response, request

from app.services.lobby.shelf import shelf_of
from app.web.pages import house, page, page_speech
from app.web.sessions import need_player

blueprint = Blueprint("shelf", __name__)


@blueprint.get("/shelf")
def shelf() -> Response:
    me, number = need_player().id, request.args.get("page", 1, type=int)
    with house().reading() as session:
        found = shelf_of(session, house(), me, request.args.get("with", ""), number, page_speech())
    return page("shelf.html", shelf=found)
