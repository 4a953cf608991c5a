"""Deadlines as calendars: of one letter, or of all the matches of a player."""

from collections.abc import Iterable
from datetime import timedelta

from icalendar import Calendar, Event, vCalAddress

from app.i18n.safe_text import one_line
from app.mail.letter import Deadline

LASTS = timedelta(minutes=15)  # an entry of no length does not show in every calendar


def calendar_of(entries: Iterable[Deadline], cancelled: bool = False, organizer: str = "") -> bytes:
    """Entries to show, or to take back again. A letter names its sender as the organizer; a feed need not."""
    calendar = Calendar()
    calendar.add("prodid", "-//Chasqui//Deadlines//EN")
    calendar.add("version", "2.0")
    # PUBLISH and not REQUEST: to that one, calendars offer an answer, and send it by mail.
    calendar.add("method", "CANCEL" if cancelled else "PUBLISH")
    for entry in entries:
        calendar.add_component(_event(entry, cancelled, organizer))
    made: bytes = calendar.to_ical()
    return made


def _event(entry: Deadline, cancelled: bool, organizer: str) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", entry.stamp)
    event.add("dtstart", entry.at)
    event.add("dtend", entry.at + LASTS)
    event.add("summary", one_line(entry.summary))
    event.add("url", entry.url)
    event.add("transp", "TRANSPARENT")  # whose turn it is is not busy
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    if organizer:
        event["organizer"] = vCalAddress(f"mailto:{organizer}")
    return event
