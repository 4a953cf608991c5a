"""A match against bots in one click, without an account."""

from functools import partial
from ipaddress import ip_address, ip_network

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as Answer

from app.services.lobby import guests
from app.web import sessions
from app.web.pages import house

blueprint = Blueprint("trying", __name__)

NEIGHBOURS = 64  # bits of an IPv6 address that one household has


@blueprint.post("/try/<game>")
def begin(game: str) -> Answer:
    who = sessions.known()
    begun = house().write(partial(guests.begin, house=house(), game=game, place=place(), who=who))
    if not who:
        sessions.begin(begun.player)
    guests.bots_answer(house(), begun.code)
    return redirect(f"/m/{begun.code}", 303)


def place() -> str:
    """Where the request comes from. Behind a server of our own, that one has written it down last."""
    address = request.remote_addr or ""
    told = request.headers.get("X-Forwarded-For", "").split(",")[-1].strip()
    return network(told if told and is_near(address) else address)


def is_near(address: str) -> bool:
    try:
        return ip_address(address).is_private
    except ValueError:
        return False


def network(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return "nowhere"
    return str(ip_network((found, NEIGHBOURS), strict=False)) if found.version == 6 else str(found)
