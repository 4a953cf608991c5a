"""When a proposal has passed, and when it cannot pass any more."""

import pytest

from app.db.words import Need
from app.services.proposals.counting import Ballot, verdict


def came(
    need: Need, voters: str, yes: str = "", no: str = "", silent: str = "", is_over: bool = False
) -> str:
    """Seats are digits."""
    seats = [frozenset(map(int, each)) for each in (voters, yes, no, silent)]
    return verdict(Ballot(need, *seats), is_over)


@pytest.mark.parametrize(
    ("need", "voters", "yes", "no", "outcome"),
    [
        ("most", "123", "1", "", ""),
        ("most", "123", "12", "", "passed"),
        ("most", "123", "1", "23", "failed"),
        ("most", "1234", "12", "", ""),
        ("most", "1234", "12", "34", "failed"),
        ("most", "12", "1", "2", "failed"),
        ("all", "123", "12", "", ""),
        ("all", "123", "123", "", "passed"),
        ("all", "123", "12", "3", "failed"),
        ("all", "1", "1", "", "passed"),
        ("all", "", "", "", "lapsed"),
    ],
)
def test_it_passes_with_enough_and_fails_when_not_enough_are_left(
    need: Need, voters: str, yes: str, no: str, outcome: str
) -> None:
    assert came(need, voters, yes, no) == outcome


def test_the_yes_of_somebody_who_is_not_asked_does_not_count() -> None:
    assert came("most", "234", yes="12") == ""


def test_without_enough_answers_in_time_it_lapses() -> None:
    assert came("most", "123", yes="1", is_over=True) == "lapsed"


def test_the_silence_of_whom_it_is_about_counts_only_until_the_time_is_over() -> None:
    assert came("all", "12", yes="1", silent="2") == ""
    assert came("all", "12", yes="1", silent="2", is_over=True) == "passed"


def test_the_no_of_whom_it_is_about_counts() -> None:
    assert came("most", "12", yes="1", no="2", silent="2", is_over=True) == "failed"
