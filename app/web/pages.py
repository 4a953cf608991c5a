"""What every page has: who reads it, the frame, and the headers."""

import hashlib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, cast

from flask import Flask, Response, current_app, g, make_response, request

from app.house import House
from app.i18n.languages import LANGUAGES
from app.i18n.render import Reader, render, speech
from app.links import BY_TOKEN
from app.models import Player
from app.web import sessions
from engine.speech import Speech

STATIC = Path(__file__).parent.parent / "static"

# Who has the address of one of these can act: it must not leave this browser.
SECRET = (*BY_TOKEN, "/join/", "/mailbox")
# And of these: read along. Feed readers may keep what they have, to ask whether it has changed.
FOLLOWED = ("/feed/",)

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {  # of what is shown
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SENT_ON = 303
YEAR = int(timedelta(days=365).total_seconds())


def house() -> House:
    return cast(House, current_app.extensions["house"])


def reader(me: Player | None) -> Reader:
    """A guest is told in the first language of the browser that we have, in UTC."""
    if "reader" in g:
        return cast(Reader, g.reader)
    if me:
        return Reader(me.language, me.zone)
    return Reader(request.accept_languages.best_match(LANGUAGES) or "en")


def read_by(player: Player | None) -> None:
    """This request's page is for somebody who need not be signed in."""
    if player:
        g.reader = Reader(player.language, player.zone)


def told_in() -> Speech:
    return cast(Speech, speech(reader(sessions.signed_in()).language))


def page(template: str, status: int = 200, /, **facts: Any) -> Response:
    me, known = sessions.signed_in(), sessions.known()
    reading = reader(me)
    frame = {
        "me": me,
        "guest": known is not None and me is None,
        "csrf": sessions.csrf() if known else "",
        "language": reading.spoken,
        "zone": reading.zone,
        "static": static,
        "shows_mailbox": house().settings.shows_mailbox,
        "here": request.path,
        "problem": "",
        "notice": "",
    }
    return make_response(render(f"web/{template}", reading, **{**frame, **facts}), status)


@cache
def static(name: str) -> str:
    """An address that changes with the file, so that it can be kept for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


def add_headers(response: Response) -> Response:
    secret = request.path.startswith(SECRET)
    unnamed = secret or request.path.startswith(FOLLOWED)
    if response.status_code != SENT_ON:
        own = {name.lower() for name, _ in response.headers}
        response.headers.extend({name: value for name, value in HEADERS.items() if name.lower() not in own})
    response.headers.setdefault("Referrer-Policy", "no-referrer" if unnamed else "same-origin")
    if request.endpoint == "static":
        return response
    unkept = secret or response.cache_control.no_store
    response.headers["Cache-Control"] = "no-store" if unkept else "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    if house().settings.url.startswith("https:"):
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    return response


def prepare(app: Flask) -> None:
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR
    app.after_request(add_headers)
