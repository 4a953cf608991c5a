"""Sessions: who is signed in, and whether a form was sent from a page of ours (CSRF)."""

import hmac
import secrets
from datetime import timedelta
from functools import cache
from typing import cast

from flask import Flask, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from app.house import House
from app.links import BY_TOKEN
from app.models import Player
from app.problems import NotAllowed
from app.services.lobby import guests
from app.services.people import accounts
from engine.speech import later

CHANGING_METHODS = ("POST", "PUT", "PATCH", "DELETE")

NOT_OURS = later(
    "This form does not belong to your session; it may be from before you signed in. Nothing was changed."
)


class SignInFirst(NotAllowed):
    """Nobody is signed in, and the page is for players, or for players and guests."""


def signed_in_player() -> Player | None:
    """The player of this session, if it is no guest; None after the player has signed out everywhere."""
    me = player_or_guest()
    return me if me and me.email else None


def player_or_guest() -> Player | None:
    """The player of this session, who may be a guest without an account."""
    if "me" not in g:
        g.me = _player_of_session(cast(House, current_app.extensions["house"]))
    return cast("Player | None", g.me)


def _player_of_session(house: House) -> Player | None:
    if "player" not in session:
        return None
    with house.reading() as reading:
        player = accounts.find_player(reading, session["player"]) or guests.find_guest(
            reading, session["player"]
        )
    return player if player and player.sessions == session.get("sessions") else None


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
    session.clear()
    session.permanent = True
    session["player"], session["sessions"] = player.id, player.sessions
    session["csrf"] = secrets.token_urlsafe(24)
    g.me = player


def end_session() -> None:
    session.clear()
    g.me = None


def csrf() -> str:
    return str(session.get("csrf", ""))


def check() -> None:
    """Before every request: one that changes something must come from a form of this session."""
    if request.method not in CHANGING_METHODS or request.path.startswith(BY_TOKEN):
        return  # the token in the address is enough: another site does not know it
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        abort(403, later("This form was sent from another site."))
    if player_or_guest() and not hmac.compare_digest(csrf().encode(), request.form.get("csrf", "").encode()):
        abort(403, NOT_OURS)


class Sessions(SecureCookieSessionInterface):
    """Flask's own makes a new signer for each request, even for one without a cookie; this one keeps it."""

    @cache  # noqa: B019 - an application has one
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        return super().get_signing_serializer(app)


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
        PERMANENT_SESSION_LIFETIME=timedelta(days=90),
    )
    app.before_request(check)
