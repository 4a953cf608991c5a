"""Saying something to all players of a match."""

from dataclasses import replace
from functools import partial

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Problem
from app.services.matches import talk
from app.web import forms
from app.web.match_page import show_match
from app.web.match_reading import form_of, page_addresses, read_match, seat_of_mine, write_as
from app.web.pages import house, told

blueprint = Blueprint("talk", __name__)


@blueprint.post("/m/<code>/talk")
def say(code: str) -> BaseResponse:
    held, text, limits = seat_of_mine(code), forms.text("talk"), house().settings.limits
    try:
        write_as(held, partial(talk.say, code=code, seat=held.number, text=text, limits=limits))
    except Problem as problem:
        here = read_match(code)
        form = replace(form_of(here), talk=text)
        return show_match(here, page_addresses(code), form, problem.status, told(problem))
    return redirect(f"/m/{code}#talk", 303)
