"""What players write who want something of the table, in five languages."""

from datetime import date

import pytest

from app.services.inbox.away_words import Away, read_away
from app.services.inbox.days import DayReader
from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_words import word_alone
from app.services.inbox.wish_words import Wanted, read_wish
from engine.registry import GAMES, game

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
MORE_DAYS = (
    "two more days please; I need another 2 days; jeszcze dwa dni proszę; daj mi jeszcze 2 dni; "
    "ještě dva dny prosím; dej mi ještě 2 dny; noch zwei Tage bitte; gib mir noch 2 Tage; "
    "encore deux jours s'il vous plaît; donne-moi encore 2 jours"
)
CALLED_BACK = (
    "I want my seat back; give me my seat back; oddaj mi moje miejsce; chcę z powrotem moje miejsce; "
    "chci své místo zpátky; vrať mi moje místo; ich will meinen Platz zurück; gib mir meinen Platz zurück; "
    "je veux récupérer ma place; rends-moi ma place"
)
STANDS_IN = (
    "dora@example.org plays for me until 3 Dec; niech dora@example.org gra za mnie do 3 grudnia; "
    "ať za mě hraje dora@example.org do 3. prosince; Dora <dora@example.org> spielt für mich bis 3.12.; "
    "dora@example.org joue pour moi jusqu'au 3 décembre"
)
# Each has words of an order of a game: to end, to go back, to bid, to pass.
LIKE_ORDERS = (
    "end the match; let's end the game; stop the game; I give up my seat; let's go back one step; "
    "zakończ partię; cofnijmy się o krok; niech bot gra za mnie; ukončit partii; vraťme se o krok; "
    "Spiel beenden; lasst uns das Spiel beenden; lasst uns einen Schritt zurückgehen; Pause beenden; "
    "terminer la partie; je propose une pause; qu'un bot joue pour moi"
)
OTHERS = (
    "time; more; time is over; no time; pause?; do you need more time?; a break for torch; lend me a hand; "
    "two days; 2 days; I pause to think; Zeit; encore; take; back; "
    "0 more days; noch 2 Tage!; encore deux jours; dora@example.org; Dora plays for me"
)


@pytest.mark.parametrize("kind", WORDS)
def test_a_line_of_nothing_else_says_what_is_wanted(kind: str) -> None:
    for line in WORDS[kind].split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted(kind), line


def test_time_may_have_a_number() -> None:
    for line in DAYS.split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted("time", 2 * DAY), line


def test_time_may_be_asked_for_as_one_speaks() -> None:
    for line in MORE_DAYS.split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted("time", 2 * DAY), line


def test_an_owner_asks_for_the_seat_as_one_speaks() -> None:
    for line in CALLED_BACK.split("; "):
        assert read_wish(line, DayReader(TODAY)) == Wanted("return"), line


def test_a_friend_who_plays_for_me_gets_the_seat() -> None:
    lent = Wanted("lend", email="dora@example.org", away=Away(None, date(2026, 12, 3)))

    for line in STANDS_IN.split("; "):
        assert read_wish(line, DayReader(TODAY)) == lent, line


@pytest.mark.parametrize("name", GAMES)
def test_what_changes_the_match_is_no_order(name: str) -> None:
    for line in LIKE_ORDERS.split("; "):
        content = parse_reply(OrderReader(game(name)), [line], DayReader(TODAY))

        assert ([one.kind for one in content.wants], content.orders) in (
            (["propose"], ""),
            (["pause"], ""),
            (["resume"], ""),
        ), line


def test_who_returns_does_not_return_the_seat() -> None:
    assert word_alone("obudź się") == "wake"
    assert word_alone("vracím se") == ""


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
