"""Private notes about a match, on its page."""

from dataclasses import replace

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Problem
from app.services.matches import notes
from app.web import forms
from app.web.match_page import show_match
from app.web.match_reading import form_of, page_addresses, read_match
from app.web.pages import house, told
from app.web.sessions import need_player_or_guest

blueprint = Blueprint("notes", __name__)


@blueprint.post("/m/<code>/note")
def write(code: str) -> BaseResponse:
    player_id, text = need_player_or_guest().id, forms.text("note")
    here = read_match(code)  # raises a Problem if this player may not look at the match
    try:
        house().write(lambda session: notes.save_note(session, code, player_id, text))
    except Problem as problem:
        form = replace(form_of(here), note=text)
        return show_match(here, page_addresses(code), form, problem.status, told(problem))
    return redirect(f"/m/{code}?noted#note", 303)
