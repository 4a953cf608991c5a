"""A letter about a turn: what its subject says, what it tells, and how it can be answered."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.clock import now
from app.i18n.render import Reader
from app.letters.quote_guard import guard_quotes, reads_as_orders
from app.letters.templates import short_moment
from app.mail.addresses import Addresses
from app.models import Ask, Player
from app.services.matches import talk
from app.services.matches.asks import open_asks
from app.services.outbox import result_letters
from app.services.play import live
from engine.errors import OrderError
from engine.registry import game
from tests.world import Friends, World
from tests.world.letter_reader import Page, one_click


@pytest.fixture
def tikal(world: World) -> Friends:
    """Ana, in Warsaw, is to move."""
    return world.invite("tikal", "Tikal at Ana's").sit()


def due(friends: Friends, at: datetime) -> str:
    """The subject of Ana's turn when it ends then."""
    with friends.house.db.reading() as session:
        [ask] = open_asks(session, friends.match)
    friends.world.change(Ask, ask.id, due_at=at)
    return friends.compose(friends.newest("your_turn")).subject


def test_the_subject_says_match_ask_and_time_by_the_readers_clock(tikal: Friends) -> None:
    evening = (now() + timedelta(days=2)).replace(hour=18, minute=0, second=0)

    there = evening.astimezone(ZoneInfo("Europe/Warsaw"))
    assert due(tikal, evening) == f"Tikal at Ana's: your turn, by {there:%a %H:%M} (turn 1)"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Wed 25 Nov, 19:00"),
        ("pl", "śr., 25 lis, 19:00"),
        ("cs", "st 25. 11. 19:00"),
        ("de", "Mi., 25. Nov., 19:00"),
        ("fr", "mer. 25 nov. 19:00"),
    ],
)
def test_a_time_more_than_a_week_ahead_has_its_date_as_the_language_writes_it(
    language: str, words: str
) -> None:
    assert short_moment(datetime(2099, 11, 25, 19, tzinfo=UTC), Reader(language)) == words


def test_a_french_subject_has_a_blank_before_its_colon(tikal: Friends) -> None:
    tikal.world.change(Player, 1, language="fr")

    subject = tikal.compose(tikal.newest("your_turn")).subject

    assert subject.startswith("Tikal at Ana's\N{NO-BREAK SPACE}: ")


def test_where_there_is_little_to_choose_from_the_subject_asks_it(friends: Friends) -> None:
    subject = friends.compose(friends.newest("your_turn")).subject

    assert re.fullmatch(r"Incan Gold: torch or camp, by \w{3} \d\d:\d\d \(round [1-5], turn 1\)", subject)


def test_a_bid_is_told_from_a_move_and_without_a_clock_there_is_no_until(world: World) -> None:
    friends = world.invite("tikal", options={"auction": True}, ask_seconds=None).sit()

    assert friends.compose(friends.newest("your_turn")).subject == "Tikal: bid or pass (turn 1)"


def test_the_letters_of_a_match_have_subjects_of_their_own_that_begin_alike(tikal: Friends) -> None:
    for _ in range(6):
        tikal.send()
        tikal.play(1)

    subjects = [letter.subject for letter in tikal.letters("your_turn") if letter.sent_at]
    assert len(set(subjects)) == len(subjects) == 6
    assert all(subject.startswith("Tikal at Ana's: your turn") for subject in subjects)


def test_a_day_far_off_has_its_date(tikal: Friends) -> None:
    far = now() + timedelta(days=20)

    assert f"{far.astimezone(ZoneInfo('Europe/Warsaw')):%a %-d %b}" in due(tikal, far)


def test_a_player_who_is_late_is_told_so(tikal: Friends) -> None:
    assert ": your turn, late since " in due(tikal, now() - timedelta(hours=1))


def test_a_letter_speaks_one_language_all_through(tikal: Friends) -> None:
    english = tikal.compose(tikal.newest("your_turn"))
    tikal.world.change(Player, tikal.seat(1).player_id, language="no catalog")

    letter = tikal.compose(tikal.newest("your_turn"))

    assert letter.subject == english.subject
    assert '<html lang="en"' in letter.html


def test_few_answers_are_one_click_each(friends: Friends) -> None:
    text = friends.compose(friends.newest("your_turn")).text

    token = one_click(text)["torch"].removeprefix("https://play.example/do/").removesuffix("/go")
    assert friends.house.links.read_action(token)[:5] == (friends.code, 4, 1, 1, "torch")


def examples(text: str) -> list[str]:
    """Each with its first line's mark taken away, and put together where it goes on in the next line."""
    marked = re.findall(r"^    > (.*)$", text.split("one of these now:")[1], re.MULTILINE)
    return "\n".join(marked).replace(";\n", "; ").split("\n")


def test_the_examples_are_legal_right_now(tikal: Friends) -> None:
    found = examples(tikal.compose(tikal.newest("your_turn")).text)

    assert len(found) == 3
    for example in found:
        with tikal.house.db.reading() as session:
            loaded = live.load(session, tikal.house, tikal.match.code)
        loaded.rules.apply(loaded.state, {1: example}, loaded.names)


def test_each_letter_tells_what_the_last_one_did_not(tikal: Friends) -> None:
    tikal.send()
    tikal.play(4)
    second = tikal.compose(tikal.newest("your_turn")).text
    assert tikal.newest("your_turn").facts["seat"] == 1

    tikal.send()
    tikal.play(4)
    third = tikal.compose(tikal.newest("your_turn")).text

    assert not {*turns_told(second)} & {*turns_told(third)}
    for text in (second, third):
        # Those for which a letter has no room are counted.
        left_out = re.search(r"(\d+) earlier turn", text)
        assert turns_told(text)
        assert len(turns_told(text)) + int(left_out[1] if left_out else 0) >= 3


def turns_told(letter: str) -> list[str]:
    told = letter.split("What has happened")[1].split("How to answer")[0]
    return re.findall(r"^(?:> )?- (.*)", told, re.MULTILINE)


# --- Answering by a reply ---


def test_a_letter_begins_with_the_line_to_write_above(tikal: Friends) -> None:
    letter = tikal.compose(tikal.newest("your_turn"))

    assert letter.text.startswith("##- write above this line -##\n")
    assert Page(letter.html).text.split("\n\n")[0].strip().startswith("##- write above this line -##")


def test_an_inbox_shows_the_deadline_and_the_news_first(tikal: Friends) -> None:
    tikal.send()
    tikal.play(4)

    page = tikal.compose(tikal.newest("your_turn")).html.partition("<body")[2]

    shown = re.sub(r"<[^>]*>", "", page.partition(">")[2]).split()
    assert shown[:2] == ["Answer", "by"]


def test_an_answer_goes_to_the_ask_and_any_other_reply_to_the_seat(tikal: Friends) -> None:
    with tikal.house.db.reading() as session:
        [ask] = open_asks(session, tikal.match)

    asked = tikal.compose(tikal.newest("your_turn"))
    watching = tikal.compose(tikal.put("started", 2))

    assert asked.reply_to == Addresses(tikal.house.settings).reply(ask.key)
    assert watching.reply_to == f"r.{tikal.key_between(2, 0)}@play.example"
    assert asked.thread
    assert asked.thread.unsubscribe == Addresses(tikal.house.settings).unsubscribe(tikal.seat(1).post_key)


def test_where_no_mail_is_taken_in_a_letter_speaks_of_links_only(tmp_path: Path) -> None:
    world = World.new(tmp_path, door="none")
    friends = world.invite().sit()

    letter = friends.compose(friends.newest("your_turn"))

    assert letter.reply_to == ""
    assert letter.thread
    assert letter.thread.unsubscribe == ""
    assert "##-" not in letter.text + letter.html
    assert "eply" not in letter.text
    assert examples(letter.text) == ["torch", "camp"]
    world.close()


@pytest.fixture(scope="module")
def whole_matches(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """The games and texts of all letters of a match of each, among friends with difficult names."""
    names, texts = ("camp", "Move 2", "say: help", "1. torch"), list[tuple[str, str]]()
    for kind, options in (("incan-gold", {}), ("tikal", {"auction": True})):
        world = World.new(tmp_path_factory.mktemp("house"))
        friends = world.invite(kind, "pass", names, options=options).sit()
        for _ in range(6):
            chat(friends, "torch\nend\nplan: none\nbid 3")
            friends.send()
            friends.play(1)
        friends.play().send(later=result_letters.LETTERS_WAIT)
        texts += [(kind, letter.text) for letter in friends.letters() if letter.sent_at]
        world.close()
    return texts


def chat(friends: Friends, text: str) -> None:
    friends.house.db.write(lambda s: talk.say(s, friends.code, 1, text))


def test_no_line_of_ours_is_orders_should_it_come_back_unmarked(whole_matches: list[tuple[str, str]]) -> None:
    assert len(whole_matches) > 20
    for kind, text in whole_matches:
        for line in text.splitlines():
            if not line.endswith(":"):  # the label of a link: a heading is never an order
                assert line.lstrip().startswith(">") or not reads(kind, line), line
            assert not reads_as_orders(line, [kind]), line


def test_a_paragraph_is_marked_as_a_whole() -> None:
    assert guard_quotes("- dig b2\n  (now worth 4)\n  and so on\n- Bo thinks.\n").splitlines() == [
        "> - dig b2",
        ">   (now worth 4)",
        ">   and so on",
        "- Bo thinks.",
    ]


def reads(kind: str, line: str) -> bool:
    """By the game's own reader."""
    try:
        game(kind).write(line)
    except OrderError:
        return False
    return True


def test_every_line_that_could_be_orders_is_one_of_the_examples_in_a_letter_to_friends(
    tikal: Friends,
) -> None:
    text = tikal.compose(tikal.newest("your_turn")).text

    marked = [line for line in text.splitlines() if line.lstrip().startswith(">")]
    assert len(marked) == len(re.findall(r"^    > ", text, re.MULTILINE)) >= 3
