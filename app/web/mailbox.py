"""Letters that are shown here because no mail server is set: only to a browser on the same machine."""

import re
from base64 import b64decode

from flask import Blueprint, Response, abort, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Missing, Problem
from app.services.books import sent
from app.services.inbox import mailbox as letters_here
from app.services.inbox.mailbox import KeptLetter
from app.settings import is_loopback
from app.web import forms
from app.web.own_host import host_name
from app.web.pages import house, page, page_speech, told
from engine.speech import later

blueprint = Blueprint("mailbox", __name__)

LARGEST = 2**31
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")  # each tells of a proxy
POLICY = (
    "default-src 'none'; img-src data: {picture}; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)
PICTURE = re.compile(r"cid:(board(?:-\d+)?)(?=\")")  # as letters name it
HANDED_IN = later("Sent. The answer will come as a letter.")


@blueprint.before_request
def only_here() -> None:
    """Links in these letters sign in, so nobody on another machine may read them, nor through a proxy."""
    at_this_machine = is_loopback(request.remote_addr or "") and is_loopback(host_name())
    forwarded = any(name in request.headers for name in FORWARDED)
    if not house().settings.shows_mailbox or not at_this_machine or forwarded:
        abort(404)


@blueprint.get("/mailbox")
def mailbox() -> Response:
    with house().reading() as session:
        letters = letters_here.newest_letters(session, limit=200)
    return page("mailbox.html", letters=letters)


@blueprint.get("/mailbox/<int:letter_id>")
def letter(letter_id: int) -> Response:
    notice = page_speech().gettext(HANDED_IN) if "handed-in" in request.args else ""
    return letter_page(letter_id, notice=notice)


def letter_page(letter_id: int, status: int = 200, **facts: str) -> Response:
    kept = _letter(letter_id)
    with house().reading() as session:
        attached = sent.files_of(session, kept.letter)
    return page("letter.html", status, kept=kept, attached=attached, **{"answer": "", **facts})


@blueprint.post("/mailbox/<int:letter_id>/answer")
def answer(letter_id: int) -> BaseResponse:
    answered, text = _letter(letter_id), forms.text("answer")
    try:
        letters_here.hand_in_answer(house(), answered, text)
    except Problem as problem:
        return letter_page(letter_id, problem.status, answer=text, problem=told(problem))
    return redirect(f"/mailbox/{letter_id}?handed-in", 303)


@blueprint.get("/mailbox/<int:letter_id>/html")
def as_html(letter_id: int) -> Response:
    """The letter in its frame. Its own policy runs no scripts, and loads nothing but the letter's picture."""
    pictures = f"{request.host_url}mailbox/{letter_id}/"
    html = PICTURE.sub(rf"{pictures}\1.png", _letter(letter_id).letter.html)
    response = make_response(html.replace("<head>", '<head><base target="_blank">', 1))
    response.headers["Content-Security-Policy"] = POLICY.format(picture=pictures)
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


@blueprint.get("/mailbox/<int:letter_id>/board.png")
def picture(letter_id: int) -> Response:
    return _png(_letter(letter_id).letter.picture)


@blueprint.get("/mailbox/<int:letter_id>/board-<int:number>.png")
def another_picture(letter_id: int, number: int) -> Response:
    others = _letter(letter_id).letter.more_pictures or []
    return _png(b64decode(others[number - 2]) if 2 <= number < len(others) + 2 else None)


def _png(png: bytes | None) -> Response:
    if not png:
        raise Missing("This letter has no picture.")
    response = make_response(png)
    response.headers["Content-Type"] = "image/png"
    # The frame is sandboxed and has no origin, so to it the picture comes from another origin.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _letter(letter_id: int) -> KeptLetter:
    with house().reading() as session:
        found = letters_here.kept_letter(session, house(), letter_id) if letter_id < LARGEST else None
    if not found:
        raise Missing("There is no such letter.")
    return found
