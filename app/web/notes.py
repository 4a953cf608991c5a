"""Private notes about a match, on its page."""

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from app.problems import Problem
from app.services.matches import notes
from app.web import forms, table
from app.web.pages import house, told_in
from app.web.sessions import playing

blueprint = Blueprint("notes", __name__)


@blueprint.post("/m/<code>/note")
def write(code: str) -> Answer:
    me = playing()
    player_id, text = me.id, forms.text("note")
    told, doors = table.read(code), table.doors(code)  # and whether this match may be looked at
    try:
        house().write(lambda session: notes.keep(session, code, player_id, text))
    except Problem as problem:
        return table.show({**told, "note": text}, doors, problem.status, problem=problem.tell(told_in()))
    return redirect(f"/m/{code}?noted#note", 303)
