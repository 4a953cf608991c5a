"""What the last step has changed, found from its events."""

from collections.abc import Sequence

from engine.game import Event

_CARDS = ("treasure", "artifact", "hazard")


def count_turned_up(events: Sequence[Event]) -> int:
    """How many cards of the present round the step has turned up."""
    count = 0
    for event in events:
        count = 0 if event["event"] == "round" else count + (event["event"] in _CARDS)
    return count


def stones_brought_home(events: Sequence[Event]) -> dict[int, int]:
    """By seat, what the step has put into the tent."""
    return _by_seat(events, "left", "stored")


def stones_lost(events: Sequence[Event]) -> dict[int, int]:
    """By seat, what was held when all fled, and is lost."""
    return _by_seat(events, "fled", "lost")


def _by_seat(events: Sequence[Event], kind: str, key: str) -> dict[int, int]:
    return {int(seat): n for event in events if event["event"] == kind for seat, n in event[key].items()}


def hazards_that_ended_rounds(events: Sequence[Event]) -> dict[int, str]:
    """By round, the hazard that ended it."""
    kinds = [event["kind"] for event in events if event["event"] == "fled"]
    rounds = [event["round"] for event in events if event["event"] == "round_over"]
    return dict(zip(reversed(rounds), reversed(kinds), strict=False))
