"""The one name that this site has: a request for another name is not for us, and no answer repeats it."""

from urllib.parse import urlsplit

from flask import Flask, abort, request

from app.house import House
from app.settings import is_loopback
from engine.speech import later

# What watches over a site may call it by its number; the answers have no address in them, but for a caller
# who knows the database.
WATCHED = ("health.health", "metrics.metrics", "whoami.tell")
NOT_OUR_NAME = later("This site has another name. Use the address in your letters.")


def host_name() -> str:
    """The name that the request is for."""
    return name_in(f"//{request.host}")


def name_in(address: str) -> str:
    """Without the port, which a web server in front may leave out; "" if there is no name."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def is_ours(name: str, own: str) -> bool:
    """Each name of this machine is as good as another."""
    return name == own or (is_loopback(name) and is_loopback(own))


def prepare(app: Flask, house: House) -> None:
    own = urlsplit(house.settings.url).hostname or ""
    app.url_map.merge_slashes = False  # its redirect would name the host that the request has named

    def check() -> None:
        if request.endpoint not in WATCHED and not is_ours(host_name(), own):
            abort(400, NOT_OUR_NAME)

    app.before_request(check)
