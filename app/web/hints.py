"""Hints for the first turns of somebody who tries a game. They are put away for good in this browser."""

from typing import NamedTuple

from flask import Blueprint, redirect, session
from werkzeug.wrappers import Response as BaseResponse

from app.services.matches.match_view import MatchView
from app.status import GOING_ON
from app.web.pages import page_language
from app.web.sessions import need_player_or_guest
from engine import hints
from engine.registry import GAMES

blueprint = Blueprint("hints", __name__)

PUT_AWAY = "hints"


class Hints(NamedTuple):
    """`at`: the number of the one that is up now; a script goes on from it, and without one all are read."""

    texts: tuple[str, ...]
    at: int


@blueprint.post("/m/<code>/hints")
def put_away(code: str) -> BaseResponse:
    need_player_or_guest()
    session[PUT_AWAY] = "away"
    return redirect(f"/m/{code}", 303)


def hints_for(view: MatchView, trying: bool) -> Hints | None:
    """For a guest, in the first turn; where a turn is one choice, each of the first ones has its hint."""
    if not trying or view.number is None or view.match.status not in GOING_ON or session.get(PUT_AWAY):
        return None
    texts = hints.hints(GAMES[view.match.game], page_language())
    played = len(view.receipts)
    at = played if view.choices or not played else len(texts) - 1 + (played > 1)
    return Hints(texts, at) if at < len(texts) else None
