"""Private notes about a match, on its page."""

from dataclasses import replace

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

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
def write(code: str) -> BaseResponse:
    player_id, text = playing().id, forms.text("note")
    here = read(code)  # raises a Problem if this player may not look at the match
    try:
        house().write(lambda session: notes.keep(session, code, player_id, text))
    except Problem as problem:
        form = replace(form_of(here), note=text)
        return show(here, page_addresses(code), form, problem.status, problem.tell(told_in()))
    return redirect(f"/m/{code}?noted#note", 303)
