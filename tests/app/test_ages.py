"""How long something has lasted, in words."""

from datetime import timedelta

import pytest

from app import ages
from app.i18n.render import speech

YEAR = timedelta(days=365)


@pytest.mark.parametrize(
    ("age", "told"),
    [
        (timedelta(seconds=-3), "0 seconds"),
        (timedelta(seconds=1), "1 second"),
        (timedelta(seconds=119), "119 seconds"),
        (timedelta(minutes=2), "2 minutes"),
        (timedelta(minutes=119), "119 minutes"),
        (timedelta(hours=36), "36 hours"),
        (timedelta(days=2), "2 days"),
        (timedelta(days=13, hours=23), "13 days"),
        (timedelta(days=14), "2 weeks"),
        (YEAR, "52 weeks"),
    ],
)
def test_an_age_is_told_in_the_largest_unit_of_which_there_are_two(age: timedelta, told: str) -> None:
    assert ages.in_words(age) == told


@pytest.mark.parametrize(
    ("language", "two", "five", "weeks"),
    [
        ("pl", "2 dni", "5 godzin", "52 tygodnie"),
        ("cs", "2 dny", "5 hodin", "52 týdnů"),
        ("de", "2 Tage", "5 Stunden", "52 Wochen"),
        ("fr", "2 jours", "5 heures", "52 semaines"),
    ],
)
def test_it_has_the_plural_of_its_language(language: str, two: str, five: str, weeks: str) -> None:
    told = [ages.in_words(age, speech(language)) for age in (timedelta(days=2), timedelta(hours=5), YEAR)]

    assert told == [two, five, weeks]
