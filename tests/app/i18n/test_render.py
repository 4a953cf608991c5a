"""Times and durations, as a reader is told them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.clock import now
from app.i18n.render import ENVIRONMENT, Reader, _reader, render, speech


def told(source: str, zone: str = "UTC", language: str = "en", **facts: Any) -> str:
    """A line of a template, rendered as a file would be."""
    template = ENVIRONMENT.from_string(source)
    token = _reader.set(Reader(language, zone))
    try:
        return template.render(facts)
    finally:
        _reader.reset(token)


NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "Wed, 18 Nov 2026, 12:00 UTC"),
        ("Europe/Prague", "Wed, 18 Nov 2026, 13:00 CET"),
        ("Pacific/Kiritimati", "Thu, 19 Nov 2026, 02:00 UTC+14:00"),
    ],
)
def test_a_moment_is_told_for_the_readers_zone(zone: str, words: str) -> None:
    assert told("{{ at|moment }}", zone, at=NOON) == words


@pytest.mark.parametrize(
    ("language", "zone", "winter", "summer"),
    [
        ("fr", "UTC", "UTC", "UTC"),
        ("en", "Europe/London", "GMT", "BST"),
        ("pl", "Europe/London", "UTC+00:00", "UTC+01:00"),
        ("fr", "Europe/London", "UTC+00:00", "UTC+01:00"),
        ("en", "America/New_York", "UTC-05:00", "UTC-04:00"),
        ("cs", "Europe/Prague", "SEČ", "SELČ"),
        ("de", "Europe/Berlin", "MEZ", "MESZ"),
    ],
)
def test_a_zone_has_a_short_name_all_the_year_or_none(
    language: str, zone: str, winter: str, summer: str
) -> None:
    july = datetime(2026, 7, 18, 12, 0, tzinfo=UTC)

    assert told("{{ at|moment }}", zone, language, at=NOON).split()[-1] == winter
    assert told("{{ at|moment }}", zone, language, at=july).split()[-1] == summer


@pytest.mark.parametrize(
    ("language", "minutes", "words"),
    [
        ("en", 59, "in 59 minutes"),
        ("en", 60, "in 1 hour"),
        ("en", 61, "in 1 hr 1 min"),
        ("en", -119, "1 hr 59 mins ago"),
        ("en", 120, "in 2 hours"),
        ("en", 47 * 60 + 20, "in 47 hours"),
        ("en", 47 * 60 + 59, "in 2 days"),
        ("en", -2880, "2 days ago"),
        ("en", 71 * 60, "in 3 days"),
        ("pl", 61, "za 1 godz. 1 min"),
        ("de", 119, "in 1 Std. 59 Min."),
    ],
)
def test_how_long_it_is_still_is_told_as_people_say_it(language: str, minutes: float, words: str) -> None:
    at = now() + timedelta(minutes=minutes, seconds=2)

    assert told("{{ at|until }}", language=language, at=at) == words


@pytest.mark.parametrize(
    ("hours", "words"),
    [(36, "in 36 hours"), (50, "in 2 days"), (-30, "30 hours ago"), (0.001, "in 1 minute")],
)
def test_how_long_it_is_still(hours: float, words: str) -> None:
    assert told("{{ at|until }}", at=now() + timedelta(hours=hours, seconds=2)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(60, "1 minute"), (36 * 3600, "1 day and 12 hours"), (90061, "1 day, 1 hour and 1 minute")],
)
def test_a_duration_is_exact(seconds: int, words: str) -> None:
    assert told("{{ seconds|duration }}", seconds=seconds) == words


def test_what_people_typed_is_escaped_and_percent_signs_are_harmless() -> None:
    assert told("{{ _('Hello %(who)s', who=who) }}", who="<b>100%") == "Hello &lt;b&gt;100%"


def test_a_language_without_a_catalog_is_told_in_english() -> None:
    assert speech("xx").gettext("Hello") == "Hello"
    assert Reader("xx").spoken == "en"
    assert "Not found" in render(
        "web/error.html", Reader("xx"), status=404, message="", typed={}, me=None, csrf="", language="en",
        zone="UTC", static=str, faces="", shows_mailbox=False, operates=False, notice="", problem="",
        languages={},
    )  # fmt: skip
