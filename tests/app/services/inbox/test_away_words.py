"""What lines of a mail say of their writer's absence, in five languages; and days that could be two."""

from datetime import date

import pytest

from app.services.inbox.away_words import Away, phrases, read_away
from app.services.inbox.days import DayReader
from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from engine.registry import GAMES, game

TODAY = date(2026, 11, 19)
XMAS, SECOND, THIRD = date(2026, 12, 24), date(2027, 1, 2), date(2026, 12, 3)


def read(line: str, language: str = "en") -> object:
    said = read_away(line, DayReader(TODAY, language))
    return said and (said.away or said.unclear or ("back" if said.back else None))


@pytest.mark.parametrize(
    "line",
    [
        "away 24.12.-2.1.", "Away: 24.12.2026 – 02.01.2027", "away 2026-12-24 - 2027-01-02",
        "I will be away from Dec 24 to Jan 2.", "Hi all, I'm away from 24 December until January 2nd",
        "vom 24.12. bis 2.1. im Urlaub", "Ich bin vom 24. Dezember bis zum 2. Januar weg, viele Grüße",
        "nie będzie mnie od 24 grudnia do 2 stycznia", "nie ma mnie 24 XII - 2 I",
        "budu pryč od 24.12. do 2.1.",
        "absente du 24 décembre au 2 janvier", "je serai absent du 24/12 au 2/1",
    ],
)  # fmt: skip
def test_from_a_day_to_a_day(line: str) -> None:
    assert read(line, "fr") == Away(XMAS, SECOND)


@pytest.mark.parametrize(
    "line",
    [
        "away until 3 Dec", "I am away till December 3rd!", "away until 3.12.", "weg bis 3.12.",
        "Bin bis zum 3. Dezember weg",
        "nie ma mnie do 3.12", "nie ma mnie do 3 grudnia", "pryč do 3. prosince", "nepřítomna do 3.12.",
        "absent jusqu'au 3 décembre", "en vacances jusqu’au 3/12", "away until 2026-12-03",
    ],
)  # fmt: skip
def test_until_a_day(line: str) -> None:
    assert read(line, "de") == Away(None, THIRD)


@pytest.mark.parametrize("line", ["away", "Away.", "I'm away", "weg", "nie ma mnie", "pryč", "absent"])
def test_until_one_is_back(line: str) -> None:
    assert read(line) == Away()


@pytest.mark.parametrize(
    "line",
    ["back", "I'm back!", "wieder da", "Ich bin zurück", "wróciłam", "jsem zpět", "je suis de retour"],
)
def test_back(line: str) -> None:
    assert read(line) == "back"


@pytest.mark.parametrize(
    ("line", "language", "asked_about"),
    [
        ("away until 3/12", "en", "3/12"),  # December or March
        ("away until 3 Nov", "en", "3 nov"),  # over, and next year's is far
        ("away 24.12.-20.12.", "de", "20.12."),
        ("away until 30 Feb", "en", "30 feb"),
        ("away until the 3rd", "en", "3rd"),
        ("away 2026-12-24 - 2026-12-20", "en", "2026-12-20"),
        ("away until 2026-11-01", "en", "2026-11-01"),
        ("back until 3 Dec", "en", "3 dec"),
        ("back next week", "en", "next week"),
        ("back on 0001-01-01", "en", "0001-01-01"),
        ("away from 9999-12-31 until tomorrow", "en", "tomorrow"),
        ("away 9999-12-31 and tomorrow", "en", "tomorrow"),
        ("back 3 Dec and 5 Dec", "en", "5 dec"),
        ("away tomorrow and Sunday", "en", "sunday"),
        ("pryč v sobotu a v pondělí", "cs", "pondeli"),
        ("away 2 weeks ago", "en", "2 weeks"),
        ("away for 0 days", "en", "0 days"),
        ("away from the weekend", "en", "weekend"),
    ],
)
def test_what_could_be_another_day_is_asked_about(line: str, language: str, asked_about: str) -> None:
    assert read(line, language) == asked_about


def test_only_english_may_have_the_month_first() -> None:
    assert read("weg bis 3/12", "de") == Away(None, THIRD)
    assert read("away until 12/24") == read("away until 24/12") == Away(None, XMAS)


def test_one_that_has_begun_is_as_good_as_one_that_begins_today() -> None:
    assert read("away 15.11.-25.11.") == Away(date(2026, 11, 15), date(2026, 11, 25))


def test_days_can_be_named() -> None:
    assert read("away until tomorrow") == Away(None, date(2026, 11, 20))
    assert read("weg bis Dienstag") == Away(None, date(2026, 11, 24))
    assert read("away 24-26 Dec") == Away(XMAS, date(2026, 12, 26))


@pytest.mark.parametrize(
    ("lines", "first", "last"),
    [
        ("I'm away on Friday; jsem pryč v pátek; zítra tu nejsem; morgen bin ich nicht da; "
         "je ne serai pas là demain; nie ma mnie w piątek", 20, 20),
        ("away this weekend; nie ma mnie w weekend; o víkendu jsem pryč; am Wochenende bin ich weg; "
         "je suis absent ce week-end; bin übers Wochenende weg; nie ma mnie w sobotę i niedzielę; "
         "jsem pryč v sobotu a v neděli; "
         "ich bin Samstag und Sonntag nicht da; absent samedi et dimanche; "
         "nie ma mnie 21 i 22 listopada", 21, 22),
        ("away next week; w przyszłym tygodniu mnie nie będzie; příští týden jsem pryč; "
         "nächste Woche bin ich verreist; la semaine prochaine je ne suis pas là", 23, 29),
        ("away for a week; nie ma mnie przez tydzień; jsem pryč týden; ich bin eine Woche weg; "
         "absent une semaine; away for 7 days", 19, 25),
        ("nebudu doma od soboty do středy; je pars de samedi à mercredi; I'm gone from Saturday to Wednesday",
         21, 25),
    ],
)  # fmt: skip
def test_several_days_have_words_of_their_own(lines: str, first: int, last: int) -> None:
    for line in lines.split("; "):
        assert read(line) == Away(date(2026, 11, first), date(2026, 11, last)), line


@pytest.mark.parametrize(
    "line",
    [
        "I'll be back on Monday", "wracam w poniedziałek", "będę z powrotem w poniedziałek",
        "budu zpátky v pondělí", "vrátím se v pondělí", "am Montag komme ich zurück",
        "ab Montag bin ich wieder da", "de retour lundi", "je reviens lundi",
    ],
)  # fmt: skip
def test_an_absence_ends_before_the_day_of_return(line: str) -> None:
    assert read(line) == Away(None, date(2026, 11, 22))
    assert read(f"away from Friday, {line}") == Away(date(2026, 11, 20), date(2026, 11, 22))


@pytest.mark.parametrize(
    "line",
    [
        "I can't play until 3 Dec", "nie mogę grać do 3 grudnia", "do 3. prosince nemůžu hrát",
        "bis 3. Dezember kann ich nicht spielen", "je ne peux pas jouer jusqu'au 3 décembre",
        "We're away until 3 Dec. Best wishes", "FYI: away until 3 Dec",
        "Just so you know, I'm away until 3 Dec",
        "Informuję, że nie będzie mnie do 3 grudnia", "Jen pro informaci: do 3.12. jsem pryč",
        "Nur zur Info: ich bin bis 3.12. nicht da", "Pour info : je suis absente jusqu'au 3 décembre",
    ],
)  # fmt: skip
def test_who_cannot_play_until_a_day_is_away(line: str) -> None:
    assert read(line, "fr") == Away(None, THIRD)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("line", ["I'm back!", "Hi, I am back", "we're back", "je suis rentré"])
def test_who_is_here_again_orders_nothing(name: str, line: str) -> None:
    content = parse_reply(OrderReader(game(name)), [line])

    assert (content.words, content.orders) == (["back"], "")


def test_two_lines_may_tell_one_absence() -> None:
    reader = OrderReader(game("tikal"))
    lines = ["Hello,", "I am away", "until 3 Dec.", "Best, Bo"]

    assert parse_reply(reader, lines, DayReader(TODAY)).away == Away(None, THIRD)
    assert parse_reply(reader, ["away.", "Until Friday!"], DayReader(TODAY)).away == Away()


@pytest.mark.parametrize(
    "line",
    ["I am away from my desk", "Bo is away until 3 Dec", "Are you away until 3 Dec?", "I go back to b4",
     "we were away until Friday", "I was away for a week", "nie było mnie tydzień", "ich war eine Woche weg",
     "maybe away until Friday", "Ich glaube, ich bin bis Freitag weg", "Myślę, że nie będzie mnie do piątku",
     "Doufám, že do pátku budu pryč", "I think, I am away until Friday", "I hope to be back on Monday",
     "je pense, je suis absent jusqu'à vendredi",
     "možná budu pryč do pátku", "I am not away", "wracam", "je reviens"],
)  # fmt: skip
def test_talk_is_no_absence(line: str) -> None:
    assert read(line) is None


@pytest.mark.parametrize("name", GAMES)
def test_what_is_an_order_too_stays_one_unless_its_writer_is_away(name: str) -> None:
    here, away = OrderReader(game(name)), OrderReader(game(name), away=True)
    lines = [" ".join(words) for words, kind in phrases() if kind == "back"]
    orders = [line for line in lines if here.classify(line).kind == "orders"]

    assert not any(parse_reply(here, [line]).words for line in orders)
    assert all(parse_reply(away, [line]).words == ["back"] for line in lines)
