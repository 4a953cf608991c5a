"""The clock of the service."""

from datetime import UTC, datetime


def machine_time() -> datetime:
    """What this machine's clock shows. A test of many weeks puts its own clock here."""
    return datetime.now(UTC)


def now() -> datetime:
    """The clock of the service. Times are whole seconds, as in the record."""
    return machine_time().replace(microsecond=0)
