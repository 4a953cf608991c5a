"""What all pages have: a reader with a language, the frame around the page, and headers."""

import hashlib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, cast

from flask import Flask, Response, current_app, g, make_response, request, send_from_directory

from app.house import House
from app.i18n.languages import LANGUAGES
from app.i18n.render import Reader, render, speech
from app.links import BY_TOKEN
from app.models import Player
from app.problems import Problem, Stale
from app.services.books import page_faces
from app.services.upkeep import operators
from app.tally import count_refusal
from app.web import sessions
from engine.speech import Speech

STATIC = Path(__file__).parent.parent / "static"

# Anybody who knows an address that begins like this can act: it must not leave this browser.
ACTION_PATHS = (*BY_TOKEN, "/join/", "/sit/", "/mailbox")
# Anybody who knows one of these can read along. Feed readers may cache them, to ask whether they changed.
FEED_PATHS = ("/feed/",)

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {  # of all responses but redirects
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SEE_OTHER = 303
YEAR = int(timedelta(days=365).total_seconds())


TRY_AGAIN = {429: 3600, 503: 60}  # seconds, where nothing better is known


def house() -> House:
    return cast(House, current_app.extensions["house"])


def reader_of(me: Player | None) -> Reader:
    """A guest reads in UTC, and in the first language of the browser that we have."""
    if "reader" in g:
        return cast(Reader, g.reader)
    if me:
        return Reader(me.language, me.zone)
    remembered = sessions.remembered_language()
    return Reader(remembered or request.accept_languages.best_match(LANGUAGES) or "en")


def set_reader(player: Player | None) -> None:
    """The page of this request is in this player's language and time zone, signed in or not."""
    if player:
        g.reader = Reader(player.language, player.zone)


def page_language() -> str:
    return reader_of(sessions.signed_in_player()).spoken


def page_speech() -> Speech:
    return cast(Speech, speech(reader_of(sessions.signed_in_player()).language))


def told(problem: Problem) -> str:
    """Its text, for the reader of the page. When it may be tried again goes into a header (`add_headers`)."""
    g.retry_after = getattr(problem, "seconds", 0)
    if not isinstance(problem, Stale):  # refused orders are counted where they are refused
        count_refusal("page", problem, problem.text)
    return problem.tell(page_speech())


def page(template: str, status: int = 200, /, **facts: Any) -> Response:
    me, player = sessions.signed_in_player(), sessions.player_or_guest()
    page_reader = reader_of(me)
    frame = {
        "me": me,
        "guest": player is not None and me is None,
        "csrf": sessions.csrf() if player else "",
        "language": page_reader.spoken,
        "zone": page_reader.zone,
        "static": static,
        "faces": page_faces.version(),
        "shows_mailbox": house().settings.shows_mailbox,
        "operates": operators.is_operator(house().settings, me),
        "here": request.path,
        "languages": {} if "reader" in g else LANGUAGES,  # the page of a link is in its holder's
        "then": here_again(),
        "site": house().settings.url,
        "problem": "",
        "notice": "",
    }
    return make_response(render(f"web/{template}", page_reader, **{**frame, **facts}), status)


def here_again() -> str:
    """Where the page can be opened once more; "/" for the answer to a form, and for secret addresses.

    Without its query: compressed pages repeat nothing of it (`compression.py`).
    """
    return "/" if request.method != "GET" or request.path.startswith(ACTION_PATHS) else request.path


@cache
def static(name: str) -> str:
    """An address that changes with the file, so that browsers can cache it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


def favicon() -> Response:
    """For browsers that show a file of ours, which has no line that names it."""
    return send_from_directory(STATIC, "mark.svg")


def add_headers(response: Response) -> Response:
    secret = request.path.startswith(ACTION_PATHS)
    no_referrer = secret or request.path.startswith(FEED_PATHS)
    if response.status_code != SEE_OTHER:
        present = {name.lower() for name, _ in response.headers}
        response.headers.extend({key: value for key, value in HEADERS.items() if key.lower() not in present})
    response.headers.setdefault("Referrer-Policy", "no-referrer" if no_referrer else "same-origin")
    if request.endpoint in ("static", "favicon") or response.cache_control.immutable:
        return response
    no_store = secret or response.cache_control.no_store
    response.headers["Cache-Control"] = "no-store" if no_store else "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    if house().settings.url.startswith("https:"):
        response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
    return response


def add_retry_after(response: Response) -> Response:
    """Wherever we are asked for too much, or cannot answer, the answer says when to come again."""
    if response.status_code in TRY_AGAIN:
        usual = TRY_AGAIN[response.status_code]
        response.headers.setdefault("Retry-After", str(g.get("retry_after") or usual))
    return response


def prepare(app: Flask) -> None:
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR
    app.after_request(add_headers)
    app.after_request(add_retry_after)
    app.add_url_rule("/favicon.ico", view_func=favicon)
