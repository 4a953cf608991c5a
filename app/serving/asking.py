"""Who asks, and for what, as far as the head of a request says it: enough to let visitors take turns."""

import re

from app.services.pace import caller, network_of
from app.serving.arriving import Arriving
from app.serving.waiting import Asked

STRANGER = "a stranger"
SECRET_OR_NUMBER = re.compile(r"[^/]{21,}|\d+")


def asked_by(peer: str, arriving: Arriving, proxies: tuple[str, ...] = ()) -> Asked:
    method, _, rest = arriving.first_line.decode("latin-1").partition(" ")
    path = rest.partition(" ")[0].partition("?")[0]
    fields = arriving.fields
    if proxies:
        peer = caller(peer, fields.get(b"x-forwarded-for", b"").decode("latin-1"), proxies)
    shape = f"{method} {SECRET_OR_NUMBER.sub('*', path)}"
    visitor = fields.get(b"cookie", b"").decode("latin-1") or _without_cookie(method, path)
    return Asked(network_of(peer), visitor, shape)


def _without_cookie(method: str, path: str) -> str:
    """Somebody with a link, which the path begins with. Whoever writes without one is a stranger."""
    begin = "/".join(path.split("/", 3)[:3])
    return begin if method in ("GET", "HEAD") or SECRET_OR_NUMBER.search(begin) else STRANGER
