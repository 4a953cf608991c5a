"""The first page: what wants an answer, or what this is."""

from flask import Blueprint, Response

from app.services.mine import mine
from app.web.pages import house, page
from app.web.sessions import signed_in
from engine.registry import GAMES, meta

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def home() -> Response:
    me = signed_in()
    if not me or not me.id:
        return page("welcome.html", games=[meta(name) for name in GAMES], email="")
    with house().db.reading() as session:
        told = mine(session, me.id)
    return page("home.html", mine=told)
