"""/metrics: figures for Prometheus, for this machine itself or with a token."""

import hmac
import logging
from collections.abc import Iterator
from functools import partial

from flask import Blueprint, Response, make_response, request
from sqlalchemy.exc import SQLAlchemyError

from app.db.away import in_one_line
from app.house import House
from app.services.pace import is_among
from app.services.upkeep import heartbeats, tallies
from app.services.upkeep.metrics import COUNTER, Figure, figures
from app.settings import is_loopback
from app.web.guests import place
from app.web.health import calls_waiting, watch
from app.web.mailbox import FORWARDED
from app.web.own_host import host_name
from app.web.pages import house

LOG = logging.getLogger(__name__)

blueprint = Blueprint("metrics", __name__)

PREFIX = "chasqui_"
BEARER = "Bearer "
REFUSED = "Only for this machine itself, or with the token of CHASQUI_METRICS_TOKEN.\n"
AWAY = "The database cannot be read.\n"


@blueprint.get("/metrics")
def metrics() -> Response:
    if not (has_token() or is_from_here()):
        return plain(REFUSED, 403)
    watching = watch().house
    tallies.write_down(watching.db)
    try:
        watching.write(partial(heartbeats.beat, role="web"))
        with watching.reading() as session:
            found = [*figures(session, watching), of_broker(watching)]
    except SQLAlchemyError as error:
        LOG.warning("the figures: %s", in_one_line(error))
        return plain(AWAY, 503)
    return plain(as_text(found), 200)


def plain(text: str, status: int) -> Response:
    response = make_response(text, status)
    response.headers["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
    response.cache_control.no_store = True
    return response


def has_token() -> bool:
    token, said = house().settings.metrics_token, request.headers.get("Authorization", "")
    if not token or not said.startswith(BEARER):
        return False
    return hmac.compare_digest(said.removeprefix(BEARER).strip().encode(), token.encode())


def is_from_here() -> bool:
    """By a connection of this machine, and through no web server in front, which may be on this machine too.

    Behind one that CHASQUI_PROXIES names, the address that it passes on counts. One that is not named shows
    by its headers, or by the public name that it passes on.
    """
    proxies, peer = house().settings.proxies, request.remote_addr or ""
    if is_among(peer, proxies):
        return is_loopback(place()) and not is_among(place(), proxies)
    forwarded = any(name in request.headers for name in FORWARDED)
    return is_loopback(peer) and is_loopback(host_name()) and not forwarded


def of_broker(watching: House) -> Figure:
    calls = calls_waiting(watching.settings)
    known = {} if calls is None else {(): float(calls)}
    return Figure("broker_calls_waiting", "Calls that no worker has taken yet.", (), known)


def as_text(found: list[Figure]) -> str:
    """The library is read when somebody asks: no page needs it."""
    from prometheus_client import CollectorRegistry, Metric, generate_latest
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
    from prometheus_client.registry import Collector

    class Found(Collector):
        def collect(self) -> Iterator[Metric]:
            for figure in found:
                make = CounterMetricFamily if figure.kind == COUNTER else GaugeMetricFamily
                family = make(f"{PREFIX}{figure.name}", figure.what, labels=figure.labels)
                for labels, value in sorted(figure.values.items()):
                    family.add_metric(labels, value)
                yield family

    registry = CollectorRegistry()
    registry.register(Found())
    return generate_latest(registry).decode()
