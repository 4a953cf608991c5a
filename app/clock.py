"""The clock of the service."""

from datetime import UTC, datetime


def now() -> datetime:
    """The clock of the service. Times are whole seconds, as in the record."""
    return datetime.now(UTC).replace(microsecond=0)
