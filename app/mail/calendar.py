"""Deadlines as calendars: of one letter, or of all the matches of a player."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from app.mail.letter import Deadline
from app.safe_text import one_line

if TYPE_CHECKING:
    from icalendar import Event

ENTRY_LENGTH = timedelta(minutes=15)  # some calendar programs do not show an entry without a length


def calendar_of(entries: Iterable[Deadline], cancelled: bool = False, organizer: str = "") -> bytes:
    """iCalendar (RFC 5545) that adds the entries, or cancels them.

    A letter names its sender as the organizer; a feed has none.
    """
    from icalendar import Calendar  # 3 MB, for those who write entries

    calendar = Calendar()
    calendar.add("prodid", "-//Chasqui//Deadlines//EN")
    calendar.add("version", "2.0")
    # PUBLISH and not REQUEST: calendar programs offer to answer a REQUEST, and send that answer by mail.
    calendar.add("method", "CANCEL" if cancelled else "PUBLISH")
    for entry in entries:
        calendar.add_component(_event(entry, cancelled, organizer))
    ics: bytes = calendar.to_ical()
    return ics


def _event(entry: Deadline, cancelled: bool, organizer: str) -> "Event":
    from icalendar import Event, vCalAddress

    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.stamp)
    event.add("dtstart", entry.at)
    event.add("dtend", entry.at + ENTRY_LENGTH)
    event.add("summary", one_line(entry.summary))
    event.add("url", entry.url)
    event.add("transp", "TRANSPARENT")  # a deadline does not make the time before it busy
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    if organizer:
        event["organizer"] = vCalAddress(f"mailto:{organizer}")
    return event
