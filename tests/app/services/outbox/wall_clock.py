"""Moments, by the clocks on the wall."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

hours = st.integers(0, 23)
moments = st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))


def wall(zone: str, text: str, fold: int = 0) -> datetime:
    """A moment by the clock of a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def warsaw(text: str, fold: int = 0) -> datetime:
    return wall("Europe/Warsaw", text, fold)
