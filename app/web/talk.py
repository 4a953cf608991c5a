"""Saying something to all at a table."""

from flask import Blueprint, redirect
from werkzeug.wrappers import Response as Answer

from app.problems import Problem
from app.services.matches import talk
from app.web import forms, table
from app.web.pages import house, told_in

blueprint = Blueprint("talk", __name__)


@blueprint.post("/m/<code>/talk")
def say(code: str) -> Answer:
    seat, text = table.my_seat(code), forms.text("talk")
    try:
        house().write(lambda session: talk.say(session, code, seat, text))
    except Problem as problem:
        told, doors = table.read(code), table.doors(code)
        return table.show(told, doors, problem.status, problem=problem.tell(told_in()), talk_text=text)
    return redirect(f"/m/{code}#talk", 303)
