"""Feeds as calendar programs and feed readers see them."""

from datetime import datetime
from xml.etree import ElementTree

import pytest
from icalendar import Calendar
from sqlmodel import Session
from werkzeug.test import TestResponse

from app.clock import now
from app.services.matches import find
from app.services.people import feeds
from tests.world import World
from tests.world.visitor import Evening, Visitor, signed_in

ATOM = "{http://www.w3.org/2005/Atom}"
FEEDS = ["asks.ics", "asks.xml"]


def address(world: World, visitor: Visitor, feed: str) -> str:
    player = world.player(visitor.email)
    if not player.feed_key:
        assert visitor.post("/me/feeds").location == "/me#feeds"
    return f"/feed/{feeds.feed_key(world.house, world.player(visitor.email))}/{feed}"


def followed(world: World, visitor: Visitor, feed: str) -> TestResponse:
    """By a program that has no session."""
    answer = Visitor(world).get(address(world, visitor, feed))
    assert answer.status_code == 200
    return answer


def entries(answer: TestResponse) -> list[dict[str, str]]:
    root = ElementTree.fromstring(answer.data)
    return [
        {child.tag.removeprefix(ATOM): child.text or child.attrib.get("href", "") for child in entry}
        for entry in root.findall(f"{ATOM}entry")
    ]


def events(answer: TestResponse) -> list[dict[str, str]]:
    calendar = Calendar.from_ical(answer.data)
    return [{name: str(event[name]) for name in event} for event in calendar.walk("VEVENT")]


def test_the_addresses_are_made_when_they_are_asked_for(world: World, ana: Visitor) -> None:
    assert "asks.ics" not in ana.get("/me").text
    calendar = address(world, ana, "asks.ics")

    assert calendar in ana.get("/me").text
    ana.post("/me/feeds")
    assert Visitor(world).get(calendar).status_code == 404


def test_the_calendar_has_every_deadline(evening: Evening) -> None:
    evening.ana.open("tikal", title="No clock", ask="0")
    answer = followed(evening.world, evening.bo, "asks.ics")

    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = events(answer)
    [ask] = [ask for ask in evening.friends.all_asks() if ask.seat == 2]
    calendar = Calendar.from_ical(answer.data)
    assert calendar.walk("VEVENT")[0].decoded("dtstart") == ask.due_at
    assert event["SUMMARY"] == "Friday: your turn"
    assert str(calendar["x-wr-calname"]) == "Chasqui: my turns"
    assert not calendar.errors


def test_the_feed_has_every_ask_and_its_time(evening: Evening) -> None:
    [entry] = entries(followed(evening.world, evening.ana, "asks.xml"))
    [ask] = [ask for ask in evening.friends.all_asks() if ask.seat == 1]

    assert entry["title"] == "Friday: your turn"
    assert datetime.fromisoformat(entry["updated"]) == ask.opened_at
    assert entry["link"].endswith(f"/m/{evening.code}")
    assert "Incan Gold. Answer by " in entry["summary"]


def test_the_feed_is_as_its_specification_has_it(evening: Evening) -> None:
    answer = followed(evening.world, evening.ana, "asks.xml")
    root = ElementTree.fromstring(answer.data)

    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated") or "").tzinfo
    assert root.findtext(f"{ATOM}author/{ATOM}name")
    assert {link.get("rel") for link in root.findall(f"{ATOM}link")} == {"self", "alternate"}


def test_an_entry_keeps_its_id_and_goes_with_the_answer(evening: Evening) -> None:
    first, again = (entries(followed(evening.world, evening.ana, "asks.xml")) for _ in range(2))
    evening.ana.order(evening.code, "torch")

    assert first == again
    assert entries(followed(evening.world, evening.ana, "asks.xml")) == []
    assert events(followed(evening.world, evening.ana, "asks.ics")) == []


def test_a_match_that_was_given_up_is_told(evening: Evening) -> None:
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})

    [entry] = entries(followed(evening.world, evening.bo, "asks.xml"))
    assert entry["title"] == "Friday has ended without a result."


@pytest.mark.parametrize("feed", FEEDS)
def test_what_has_not_changed_is_not_sent_again(evening: Evening, feed: str) -> None:
    guest, at = Visitor(evening.world), address(evening.world, evening.ana, feed)
    tag = guest.get(at).headers["ETag"]

    same = guest.get(at, headers={"If-None-Match": tag})
    evening.ana.order(evening.code, "torch")
    changed = guest.get(at, headers={"If-None-Match": tag})

    assert (same.status_code, same.data) == (304, b"")
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


@pytest.mark.parametrize("feed", FEEDS)
def test_a_feed_stays_with_its_reader_and_looking_changes_nothing(evening: Evening, feed: str) -> None:
    guest, at = Visitor(evening.world), address(evening.world, evening.ana, feed)
    before = evening.world.dump()

    answer, head = guest.get(at), guest.client.head(at)

    assert evening.world.dump() == before
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer.headers
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == answer.headers["ETag"]


@pytest.mark.parametrize("key", ["a" * 26, "x", "None", "%00", "' or 1=1"])
@pytest.mark.parametrize("feed", FEEDS)
def test_an_unknown_address_tells_nothing(evening: Evening, key: str, feed: str) -> None:
    answer = Visitor(evening.world).get(f"/feed/{key}/{feed}")

    assert answer.status_code == 404
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Friday" not in answer.text


@pytest.mark.parametrize("feed", FEEDS)
def test_a_feed_holds_nothing_that_acts_and_nothing_of_others(evening: Evening, feed: str) -> None:
    title = "Of Bo alone"
    evening.bo.open("tikal", title=title)
    told = followed(evening.world, evening.ana, feed).text

    assert title not in told
    assert not [word for word in ("/do/", "/stop/", "/back/", "@example.org") if word in told]
    assert not [ask.key for ask in evening.friends.all_asks() if ask.key in told]


@pytest.mark.parametrize("title", ["<b>&amp;]]>", "{{ 7 * 7 }}", "משחק 🐆", "x, y; z\\n"])
def test_any_title_makes_a_feed_that_can_be_read(world: World, ana: Visitor, title: str) -> None:
    code = ana.open("tikal", title=title)
    signed_in(world, "bo@example.org").join(code)

    [entry] = entries(followed(world, ana, "asks.xml"))
    [event] = events(followed(world, ana, "asks.ics"))
    assert entry["title"] == f"{title}: your turn"
    assert event["SUMMARY"] == f"{title}: your turn"


def test_any_name_makes_a_feed_that_can_be_read(world: World, ana: Visitor) -> None:
    ana.post("/me", {"name": "A\ufffe<n>\uffffa"})
    code = ana.open("incan-gold", **{"seat-2": "bot", "seat-3": "bot"}, policy="automatic", ask="1")

    def is_over(session: Session) -> None:
        match = find.by_code(session, code)
        match.status, match.ended_at = "over", now()
        match.result = {"winners": [1], "scores": [3, 2, 1]}

    world.house.db.write(is_over)

    [entry] = entries(followed(world, ana, "asks.xml"))
    assert entry["title"] == "Friday is over: A<n>a wins."
    assert entry["summary"].startswith("A<n>a: 3; ")


def test_feeds_speak_the_language_and_the_time_of_their_player(evening: Evening) -> None:
    evening.ana.post("/me", {"zone": "Asia/Kathmandu"})

    assert "UTC+05:45" in entries(followed(evening.world, evening.ana, "asks.xml"))[0]["summary"]
