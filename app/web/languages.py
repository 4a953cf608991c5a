"""Choosing a language on any page: remembered by this browser, and for a player with an account by that."""

from functools import partial

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as BaseResponse

from app.i18n.languages import LANGUAGES
from app.problems import Problem
from app.services.people import accounts
from app.web import forms, sessions
from app.web.pages import house
from app.web.people import local

blueprint = Blueprint("languages", __name__)


@blueprint.post("/language")
def choose() -> BaseResponse:
    language = forms.text("language")
    if language not in LANGUAGES:
        raise Problem("“{value}” is not one of our languages.", value=language[:40])
    if player := sessions.signed_in_player():
        house().write(partial(accounts.change_account, player_id=player.id, language=language))
    sessions.remember_language(language)
    return redirect(local(forms.text("then")), 303)
