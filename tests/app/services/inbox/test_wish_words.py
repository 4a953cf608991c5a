"""What players write who want something of the table, in five languages."""

from datetime import date

import pytest

from app.services.inbox.away_words import Away, read_away
from app.services.inbox.days import DayReader
from app.services.inbox.wish_words import Wanted, read_wish

TODAY = date(2026, 11, 19)
DAY = 24 * 3600
WORDS = {
    "undo": "take back; take it back, please; cofnij to; proszę cofnąć; vzít zpět; vrať to; zurücknehmen; "
    "Nimm das bitte zurück!; reprendre mon coup; annule ça",
    "return": "give the seat back; oddaję miejsce; vracím místo; "
    "ich gebe den Platz zurück; je rends le siège",
    "wake": "wake the match up; obudź partię; probuď partii; wach auf; réveille-toi",
    "pause": "pause; let's pause the match; pauza; proszę o przerwę; pozastavit partii; "
    "Pause bitte; une pause svp",
    "resume": "resume; wznów partię; obnovit; fortsetzen; reprendre la partie",
    "time": "more time; I need more time.; więcej czasu; proszę o więcej czasu; potřebuji více času; "
    "mehr Zeit bitte; j'ai besoin de plus de temps; j’ai besoin de plus de temps",
    "propose": "a substitute, please; zastępstwo; náhradník; Ersatz; un remplaçant; "
    "end the match; Partie beenden",
    "lend": "lend my seat; pożyczam miejsce; půjčit místo; Platz verleihen; prêter ma place",
}
DAYS = (
    "2 more days; 2 more days please; proszę o 2 dni więcej; o 2 dny více; "
    "noch 2 Tage Zeit; 2 jours de plus; 48 more hours; o 48 godzin dłużej; 48 Stunden mehr Zeit; "
    "plus de temps: 2 jours"
)
OTHERS = (
    "time; more; time is over; no time; pause?; do you need more time?; a break for torch; lend me a hand; "
    "two days; 2 days; I pause to think; Zeit; encore; take; back"
)


@pytest.mark.parametrize("kind", WORDS)
def test_a_line_of_nothing_else_says_what_is_wanted(kind: str) -> None:
    for line in WORDS[kind].split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted(kind), line


def test_time_may_have_a_number() -> None:
    for line in DAYS.split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted("time", 2 * DAY), line


def test_any_other_line_wants_nothing() -> None:
    for line in OTHERS.split("; "):
        assert read_wish(line, DayReader(TODAY)) is None, line


@pytest.mark.parametrize(
    "line",
    [
        "lend dora@example.org 24.12.-2.1.",
        "Lend my seat to Dora <dora@example.org> from 24 Dec until 2 Jan, please",
        "pożyczam miejsce dora@example.org od 24.12. do 2.1.",
        "půjčit místo dora@example.org 24.12.-2.1.",
        "leihen dora@example.org vom 24. Dezember bis 2. Januar",
        "je prête ma place à dora@example.org du 24 décembre au 2 janvier",
    ],
)
def test_a_seat_is_lent_for_days(line: str) -> None:
    away = Away(date(2026, 12, 24), date(2027, 1, 2))

    assert read_wish(line, DayReader(TODAY)) == Wanted("lend", email="dora@example.org", away=away)


def test_a_verb_may_come_last() -> None:
    line = "Ich möchte meinen Platz an dora@example.org verleihen."

    assert read_wish(line, DayReader(TODAY)) == Wanted("lend", email="dora@example.org")


def test_a_day_of_a_loan_that_could_be_two_is_asked_about() -> None:
    assert read_wish("lend dora@example.org until 3/12", DayReader(TODAY)) == Wanted(
        "lend", email="dora@example.org", unclear="3/12"
    )


@pytest.mark.parametrize("noun", ["holiday", "urlop", "dovolená", "Urlaub", "vacances"])
def test_holidays_are_an_absence_only_with_their_days(noun: str) -> None:
    said = read_away(f"{noun} 24.12.-2.1.", DayReader(TODAY))

    assert said
    assert said.away == Away(date(2026, 12, 24), date(2027, 1, 2))
    assert read_away(noun, DayReader(TODAY)) is None
