"""Keeps to the limits of `app/limits.py`. What is used up is in the database, so all processes share it.

A row is one time: until then something of its limit is used up, and each use moves it further. So a limit
costs one row for each of those whom it holds for, and none for a use that was refused.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from ipaddress import ip_network
from math import ceil
from typing import Any, NamedTuple

from sqlalchemy import case, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col, select

from app.clock import now
from app.db.pieces import delete_some
from app.db.rows import connection_of, table_of
from app.limits import Rate, limits_with
from app.mail.mailboxes import folded
from app.models import Pace
from app.problems import TooMuch
from app.settings import Settings, address_of, is_loopback

NEIGHBOURS = {4: 24, 6: 56}  # bits of a network address that neighbours share
ALL = ""  # in the house


class Use(NamedTuple):
    limit: str  # its name
    by: str  # whom it holds for, in a form that tells nobody an address


def keep_to(session: Session, uses: Iterable[Use], changes: Sequence[str] = ()) -> None:
    """Counts the uses; raises TooMuch where a limit has been reached. `changes`: those of the settings."""
    at, limits = now().timestamp(), limits_with(changes)
    for use in uses:
        limit = limits[use.limit]
        for rate in limit.rates:
            if wait := _seconds_to_wait(session, _key(use, rate), rate, at):
                raise TooMuch(limit.refusal, seconds=wait, most=rate.most, wait=in_short(wait))


def _key(use: Use, rate: Rate) -> str:
    return f"{use.limit} {rate.seconds} {use.by}"


def _seconds_to_wait(session: Session, key: str, rate: Rate, at: float) -> float:
    """0: it may be done, and has been counted. One statement, so that two at once are both counted."""
    connection, table = connection_of(session), table_of(Pace)
    insertion: Any = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    until, latest = table.c.used_until, at + rate.seconds - rate.each
    counted = insertion.values(key=key, used_until=at + rate.each).on_conflict_do_update(
        index_elements=["key"],
        set_={"used_until": case((until > at, until), else_=at) + rate.each},
        where=until <= latest + 0.001,  # sums of fractions
    )
    if connection.execute(counted.returning(until)).first():
        return 0
    return max(1.0, float(session.exec(select(Pace.used_until).where(Pace.key == key)).one()) - latest)


def in_short(seconds: float) -> str:
    """12 min, 5 h: these are written alike in all our languages."""
    minutes = ceil(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{ceil(minutes / 60)} h"


def forget(session: Session, use: Use, changes: Sequence[str] = ()) -> None:
    """As if it had never been counted."""
    keys = [_key(use, rate) for rate in limits_with(changes)[use.limit].rates]
    session.exec(delete(Pace).where(col(Pace.key).in_(keys)))


def delete_old_paces(session: Session, at: datetime) -> int:
    """Of what nothing is used up any more."""
    return delete_some(session, Pace, col(Pace.used_until) < at.timestamp())


# --- Whom a limit holds for ---


def of_networks(settings: Settings, what: str, place: str) -> list[Use]:
    """`place`: the network address of a request; empty where there is none.

    At a machine that nobody else reaches, all people share one place, and nobody is a stranger.
    """
    if not place or (is_loopback(place) and not settings.is_public):
        return []
    return [
        Use(f"{what}.place", keyed_hash(settings, f"place {place}")),
        Use(f"{what}.network", keyed_hash(settings, f"network {network_of(place)}")),
    ]


def caller(address: str, forwarded_for: str, proxies: tuple[str, ...]) -> str:
    """The last address that no proxy of ours has: what stands before that can be made up by anybody."""
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    while hops and is_among(address, proxies):
        address = hops.pop()
    return address


def is_among(address: str, networks: tuple[str, ...]) -> bool:
    try:
        return any(address_of(address) in ip_network(each) for each in networks)
    except ValueError:
        return False


@lru_cache(maxsize=1024)
def network_of(place: str) -> str:
    """The network around an address, or around the small network of a household."""
    try:
        address = address_of(place.partition("/")[0])
    except ValueError:
        return place
    return str(ip_network((address, NEIGHBOURS[address.version]), strict=False))


def mailbox_hash(settings: Settings, address: str) -> str:
    """The same for all spellings of one mailbox."""
    return keyed_hash(settings, f"mailbox {folded(address)}")


def keyed_hash(settings: Settings, text: str) -> str:
    """Nobody without the key can tell from it what was hashed."""
    return hash_with(settings.keys[0], text)


def hash_with(key: str, text: str) -> str:
    return hmac.new(key.encode(), f"chasqui/limits {text}".encode(), hashlib.sha256).hexdigest()[:32]
