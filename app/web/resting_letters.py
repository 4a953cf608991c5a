"""Letters that rest because they came back: the person lets us try again."""

from functools import partial

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from app.services.outbox import bounces
from app.web.pages import house
from app.web.sessions import needed

blueprint = Blueprint("resting", __name__)


@blueprint.post("/me/try-again")
def try_again() -> Answer:
    me = needed()
    house().write(partial(bounces.try_again, player_id=me.id))
    return redirect("/me", 303)
