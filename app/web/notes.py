"""Private notes about a match, on its page."""

from dataclasses import replace

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from app.problems import Problem
from app.services.matches import notes
from app.web import forms
from app.web.match_form import form_of, page_addresses
from app.web.match_page import show
from app.web.match_reading import read
from app.web.pages import house, told_in
from app.web.sessions import playing

blueprint = Blueprint("notes", __name__)


@blueprint.post("/m/<code>/note")
def write(code: str) -> Answer:
    me = playing()
    player_id, text = me.id, forms.text("note")
    here = read(code)  # and whether this match may be looked at
    try:
        house().write(lambda session: notes.keep(session, code, player_id, text))
    except Problem as problem:
        form = replace(form_of(here), note=text)
        return show(here, page_addresses(code), form, problem.status, problem.tell(told_in()))
    return redirect(f"/m/{code}?noted#note", 303)
