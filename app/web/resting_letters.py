"""Letters that rest because earlier ones came back: the player tells us to try again."""

from functools import partial

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

from app.services.outbox import bounces
from app.web.pages import house
from app.web.sessions import need_player

blueprint = Blueprint("resting_letters", __name__)


@blueprint.post("/me/try-again")
def try_again() -> BaseResponse:
    me = need_player()
    house().write(partial(bounces.try_again, player_id=me.id))
    return redirect("/me", 303)
