"""Sessions: which player is signed in, and whether a form was sent from a page of ours (CSRF)."""

import hmac
import secrets
from functools import partial
from typing import cast

from flask import Flask, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from app.house import House
from app.links import BY_TOKEN, Signer
from app.models import Player
from app.problems import NotAllowed
from app.services.people import browsers
from app.web.own_host import host_name, name_in
from engine.speech import later

SIGN_IN = "/sign-in/"
CHANGING_METHODS = ("POST", "PUT", "PATCH", "DELETE")

NOT_OURS = later(
    "This form does not belong to your session; it may be from before you signed in. Nothing was changed."
)


class SignInFirst(NotAllowed):
    """Nobody is signed in, and the page is for players, or for players and guests."""


def signed_in_player() -> Player | None:
    """The player of this session, if it is no guest; None after the player has signed out."""
    me = player_or_guest()
    return me if me and me.email else None


def player_or_guest() -> Player | None:
    """The player of this session, who may be a guest without an account."""
    if "me" not in g:
        g.me = _player_of_session(_house())
    return cast("Player | None", g.me)


def _player_of_session(house: House) -> Player | None:
    key = str(session.get("browser", ""))
    if not key:
        return None
    with house.reading() as reading:
        return browsers.player_of(reading, key)


def need_player() -> Player:
    me = signed_in_player()
    if not me:
        raise SignInFirst("Sign in first.")
    return me


def need_player_or_guest() -> Player:
    """The player of this session, who may be a guest; raises SignInFirst if there is none."""
    me = player_or_guest()
    if not me:
        raise SignInFirst("Sign in first.")
    return me


def my_id() -> int | None:
    me = player_or_guest()
    return me.id if me else None


def begin_session(player: Player) -> None:
    """The browser gets a new key; if it was signed in before, as anybody, that session ends."""
    before = str(session.get("browser", ""))
    key = _house().write(partial(browsers.sign_in, player_id=player.id, before=before))
    language = player.language if player.email else remembered_language()
    session.clear()
    session.permanent = True
    session["browser"], session["csrf"] = key, secrets.token_urlsafe(24)
    if language:
        remember_language(language)
    g.me = player


def remember_language(language: str) -> None:
    """For strangers and guests; and for pages while the database is away and does not know who is reading."""
    session["language"], session.permanent = language, True


def remembered_language() -> str:
    return str(session.get("language", ""))


def end_session() -> None:
    """Also a copy of the cookie is good for nothing from now on."""
    key = str(session.get("browser", ""))
    if key:
        _house().write(partial(browsers.sign_out, key=key))
    language = remembered_language()
    session.clear()
    if language:
        remember_language(language)
    g.me = None


def csrf() -> str:
    return str(session.get("csrf", ""))


def csrf_for_stranger() -> str:
    """A token for a form of a browser in which nobody is signed in."""
    if not csrf():
        session["csrf"] = secrets.token_urlsafe(24)
    return csrf()


def check() -> None:
    """Before every request: one that changes something must come from a form of this session."""
    if request.method not in CHANGING_METHODS:
        return
    signs_in = request.path.startswith(SIGN_IN)  # such a form has its own check, need_csrf
    if request.path.startswith(BY_TOKEN) and not signs_in:
        return  # the token in the address is enough: another site does not know it
    if _is_from_elsewhere():
        abort(403, later("This form was sent from another site."))
    if player_or_guest() and not signs_in:
        need_csrf()


def need_csrf() -> None:
    """Refuses a form that is from no page of this browser.

    Whoever sends somebody a link to sign in knows its token, so that form needs this, signed in or not.
    """
    if not csrf() or not hmac.compare_digest(csrf().encode(), request.form.get("csrf", "").encode()):
        abort(403, NOT_OURS)


def _is_from_elsewhere() -> bool:
    """As browsers say it. The origin is `null` for a form of a page of ours that sends no referrer."""
    if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
        return True
    origin = request.headers.get("Origin", "null")
    return origin != "null" and name_in(origin) != host_name()


def _house() -> House:
    return cast(House, current_app.extensions["house"])


class Sessions(SecureCookieSessionInterface):
    """Flask's own makes a new signer for each request, even for one without a cookie; this one keeps it."""

    _serializer: URLSafeTimedSerializer | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Made once: an application has its own sessions."""
        if not self._serializer and (made := super().get_signing_serializer(app)):
            made.signer = Signer
            self._serializer = made
        return self._serializer


def prepare(app: Flask, house: House) -> None:
    app.session_interface = Sessions()
    keys = house.settings.keys
    app.config.update(
        SECRET_KEY=keys[0],
        SECRET_KEY_FALLBACKS=list(keys[1:]),
        SESSION_COOKIE_NAME="chasqui",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=house.settings.url.startswith("https:"),
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=browsers.KEPT_FOR,
    )
    app.before_request(check)
