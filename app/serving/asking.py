"""Who asks, and for what, as far as the head of a request says it: enough to let visitors take turns."""

import re

from app.services.pace import caller, network_of
from app.serving.arriving import Arriving
from app.serving.waiting import Asked

SECRET_OR_NUMBER = re.compile(r"[^/]{21,}|\d+")


def asked_by(peer: str, arriving: Arriving, proxies: tuple[str, ...] = ()) -> Asked:
    method, _, rest = arriving.first_line.decode("latin-1").partition(" ")
    path = rest.split(" ")[0].split("?")[0]
    network = network_of(caller(peer, arriving.field("X-Forwarded-For").decode("latin-1"), proxies))
    # Without a cookie, somebody with a link: the first part of the path has it.
    visitor = arriving.field("Cookie").decode("latin-1") or "/".join(path.split("/")[:3])
    return Asked(network, visitor, f"{method} {SECRET_OR_NUMBER.sub('*', path)}")
