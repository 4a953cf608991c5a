"""A match against bots in one click, without an account."""

from functools import partial
from ipaddress import ip_network

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.services.lobby import guests
from app.services.pace import caller
from app.settings import address_of
from app.web import sessions
from app.web.pages import house, page_speech

blueprint = Blueprint("guests", __name__)

NEIGHBOURS = 64  # bits of an IPv6 address that one household has


@blueprint.post("/try/<game>")
def begin(game: str) -> BaseResponse:
    player = sessions.player_or_guest()
    trying = partial(guests.try_game, game=game, place=place(), visitor=player, speech=page_speech())
    begun = house().write(partial(trying, house=house()))
    if not player:
        sessions.begin_session(begun.player)
    guests.bots_answer(house(), begun.code)
    return redirect(f"/m/{begun.code}", 303)


def place() -> str:
    """The network that the request comes from."""
    forwarded_for = request.headers.get("X-Forwarded-For", "")
    return network(caller(request.remote_addr or "", forwarded_for, house().settings.proxies))


def network(address: str) -> str:
    try:
        ip = address_of(address)
    except ValueError:
        return "nowhere"
    return str(ip_network((ip, NEIGHBOURS), strict=False)) if ip.version == 6 else str(ip)
