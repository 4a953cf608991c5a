"""Feeds at addresses that only their player knows: a calendar of deadlines (iCalendar), and news (Atom)."""

import hashlib
import re
from datetime import timedelta

from flask import Blueprint, Response, abort, make_response, request
from sqlmodel import Session

from app.clock import now
from app.i18n.render import Reader, render, speech
from app.mail.calendar import calendar_of
from app.mail.letter import Deadline
from app.models import Player
from app.services.people import feeds
from app.web.pages import house

blueprint = Blueprint("feeds", __name__)

LOOK_AGAIN = timedelta(hours=1)
# Characters that XML does not allow, not even escaped, but that names may contain.
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@blueprint.get("/feed/<key>/asks.ics")
def calendar(key: str) -> Response:
    with house().reading() as session:
        player = player_with_key(session, key)
        entries = [deadline(player, ask) for ask in feeds.open_asks_of(session, player) if ask.due_at]
    return response_with_etag(with_name(calendar_of(entries), player), "text/calendar")


@blueprint.get("/feed/<key>/asks.xml")
def atom(key: str) -> Response:
    with house().reading() as session:
        player = player_with_key(session, key)
        asks = feeds.open_asks_of(session, player)
        over = feeds.ended_matches_of(session, player, now(), speech(player.language))
    times = [player.created_at, *(ask.opened_at for ask in asks), *(match.ended_at for match in over)]
    facts = {"asks": asks, "over": over, "updated": max(times), "url": house().settings.url}
    where = {
        "host": house().settings.host,
        "key": key,
        "name": name_of(player, key),
        "language": reader(player).spoken,
    }
    feed = render("web/feed.xml", reader(player), **facts, **where)
    return response_with_etag(NO_XML.sub("", feed).encode(), "application/atom+xml")


def name_of(player: Player, key: str) -> str:
    """A feed needs a name that stays; the key itself is a secret, and so is the number of the player."""
    stays = player.feed_key if "." in key else key
    return hashlib.sha256(f"feed {stays}".encode()).hexdigest()[:20]


def player_with_key(session: Session, key: str) -> Player:
    player = feeds.player_with_feed(session, house(), key)
    if not player:
        abort(404)
    return player


def reader(player: Player) -> Reader:
    return Reader(player.language, player.zone)


def deadline(player: Player, ask: feeds.OpenAsk) -> Deadline:
    """The same calendar entry as in letters about this seat."""
    assert ask.due_at
    return Deadline.of_seat(
        house().settings,
        speech(player.language),
        (ask.code, ask.title, ask.seat),
        at=ask.due_at,
        stamp=ask.opened_at,
    )


def with_name(entries: bytes, player: Player) -> bytes:
    """Without a name, calendar programs show the address, which is a secret."""
    from icalendar import Calendar, vDuration  # 3 MB

    calendar = Calendar.from_ical(entries)
    name = speech(player.language).gettext("Chasqui: my turns")
    for key in ("name", "x-wr-calname"):
        calendar.add(key, name)
    calendar.add("refresh-interval", LOOK_AGAIN, {"value": "DURATION"})
    calendar.add("x-published-ttl", vDuration(LOOK_AGAIN))
    ical: bytes = calendar.to_ical()
    return ical


def response_with_etag(body: bytes, kind: str) -> Response:
    """With a hash as ETag, for there is no time of the last change: an ask that is gone leaves none."""
    response = make_response(body)
    response.headers["Content-Type"] = f"{kind}; charset=utf-8"
    response.add_etag()
    if request.if_none_match:
        response.make_conditional(request)
    return response
