"""Every kind of letter, about real matches: what it says, in both its forms."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.house import House
from app.letters import KINDS, Composed, NotNeeded
from app.models import Ask, Match, Player, Seat, now
from app.services import hosting, outbox, people, playing, table
from tests.app.post.friends import Friends, make_house
from tests.app.post.reading import Page, links, words

TEMPLATES = Path(__file__).parents[3] / "templates/mail"
GAMES: list[tuple[str, dict[str, bool]]] = [("incan-gold", {}), ("tikal", {}), ("tikal", {"auction": True})]
HOSTILE = (
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} %(x)s {x} %s",
    "🐆" * 40,
    "שלום \u202e\u2066 عليكم",
)


def letters_of(friends: Friends) -> Iterator[Composed]:
    """One of each kind, some of them in several cases, through a whole match."""
    compose = friends.compose
    yield compose(friends.newest("invitation"))
    friends.house.db.write(lambda s: people.ask_to_sign_in(s, friends.house, "1@example.org"))
    yield compose(friends.newest("sign_in"))
    friends.sit().send()
    yield compose(friends.put("started", 2))
    friends.play(3)
    turn = friends.newest("your_turn")
    seat, facts = turn.facts["seat"], turn.facts
    yield compose(turn)
    for which in ("half", "fifth"):
        yield compose(friends.put("reminder", seat, turn=facts["turn"], which=which))
    yield compose(friends.put("refused", seat, why="Action 2, “dig”: no.", orders="tile a3 r1"))
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: hosting.pause(s, friends.house, friends.code, host))
    yield compose(friends.put("paused", seat))
    friends.house.db.write(lambda s: hosting.resume(s, friends.house, friends.code, host))
    yield compose(friends.put("resumed", seat))
    friends.change(Seat, friends.seat(seat).id, deputy=True)
    yield compose(friends.put("reminder", seat, turn=facts["turn"], which="away"))
    friends.change(Seat, friends.seat(seat).id, deputy=False)
    yield compose(friends.play().newest("result"))


@pytest.fixture(scope="module")
def composed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Composed]]:
    """The letters of a match of each game."""
    houses = [make_house(tmp_path_factory.mktemp("house")) for _ in GAMES]
    more: dict[str, Any] = {"policy": "bot", "bank_seconds": 86400}
    matches = [
        Friends.meet(house, kind, options=options, **more)
        for house, (kind, options) in zip(houses, GAMES, strict=True)
    ]
    yield [letter for friends in matches for letter in letters_of(friends)]
    for house in houses:
        house.db.close()


def test_every_kind_has_its_function_and_its_three_templates() -> None:
    assert set(outbox.KINDS) == set(KINDS)
    for kind in KINDS:
        assert {file.name for file in (TEMPLATES / kind).iterdir()} == {
            "subject.txt",
            "body.txt",
            "body.html",
        }


def test_text_and_page_say_the_same(composed: list[Composed]) -> None:
    for letter in composed:
        assert words(letter.text) == words(Page(letter.html).text), letter.subject


def test_text_and_page_lead_to_the_same_places(composed: list[Composed]) -> None:
    for letter in composed:
        assert links(letter.text) == Page(letter.html).links


def test_every_link_has_a_line_of_its_own_and_what_is_secret_ends_in_go(composed: list[Composed]) -> None:
    for letter in composed:
        assert len(links(letter.text)) == letter.text.count("://")
        for link in links(letter.text):
            assert len(link) < 200
            assert link.endswith("/go") or re.fullmatch(r"https://play.example/m/\w+(/record.jsonl)?", link)


def test_nothing_is_loaded_or_run(composed: list[Composed]) -> None:
    for letter in composed:
        page = Page(letter.html)
        assert not page.tags & {"script", "img", "link", "iframe", "form", "svg", "object"}
        assert not {name for name in page.attributes if name.startswith("on")}
        assert "url(" not in letter.html
        assert "@import" not in letter.html


def test_styles_are_inlined_and_dark_mode_is_kept(composed: list[Composed]) -> None:
    for letter in composed:
        assert 'style="' in letter.html
        assert "prefers-color-scheme: dark" in letter.html
        assert len(letter.html) < 100_000  # Gmail shows no more


def test_the_seed_is_in_no_letter(friends: Friends) -> None:
    seed = friends.house.vault.open(friends.match.locked_seed).hex()

    letter = friends.compose(friends.newest("your_turn"))

    assert seed not in letter.text + letter.html
    assert friends.match.commitment in letter.text
    assert friends.match.head[:8] in letter.text


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_and_titles_do_no_harm(house: House, name: str) -> None:
    names = (name[:40], *(f"{part}{name}"[:40] for part in "BCD"))
    friends = Friends.meet(house, names=names)
    friends.change(Match, friends.match.id, title=f"{name}\r\nBcc: x@evil.example\u2028")

    for letter in letters_of(friends):
        assert words(letter.text) == words(Page(letter.html).text)
        assert "script" not in Page(letter.html).tags
        assert not re.search(
            "[\r\u2028\u202a-\u202e\u2066-\u2069]", letter.subject + letter.text + letter.html
        )
        assert "\n" not in letter.subject
        assert "\nBcc" not in letter.text


# --- Your turn ---


@pytest.fixture
def tikal(house: House) -> Friends:
    """Ana, in Warsaw, is to move."""
    return Friends.meet(house, "tikal", "Tikal at Ana's").sit()


def due(friends: Friends, at: datetime) -> str:
    """The subject of Ana's turn when it ends then."""
    with friends.house.db.reading() as session:
        [ask] = table.open_asks(session, friends.match)
    friends.change(Ask, ask.id, due_at=at)
    return friends.compose(friends.newest("your_turn")).subject


def test_the_subject_says_match_ask_and_time_by_the_readers_clock(tikal: Friends) -> None:
    evening = (now() + timedelta(days=2)).replace(hour=18, minute=0, second=0)

    there = evening.astimezone(ZoneInfo("Europe/Warsaw"))
    assert due(tikal, evening) == f"Tikal at Ana's: your turn, until {there:%a %H:%M}"


def test_a_day_far_off_has_its_date(tikal: Friends) -> None:
    far = now() + timedelta(days=20)

    assert f"{far.astimezone(ZoneInfo('Europe/Warsaw')):%a %-d %b}" in due(tikal, far)


def test_who_is_late_is_told_so(tikal: Friends) -> None:
    assert ": your turn, late since " in due(tikal, now() - timedelta(hours=1))


def test_a_letter_speaks_one_language_all_through(tikal: Friends) -> None:
    english = tikal.compose(tikal.newest("your_turn"))
    tikal.change(Player, tikal.seat(1).player_id, language="no catalog")

    letter = tikal.compose(tikal.newest("your_turn"))

    assert letter.subject == english.subject
    assert '<html lang="en"' in letter.html


def test_few_answers_are_one_click_each(friends: Friends) -> None:
    text = friends.compose(friends.newest("your_turn")).text

    torch = text.split("\ntorch:\n")[1].splitlines()[0]
    token = torch.removeprefix("https://play.example/do/").removesuffix("/go")
    assert friends.house.links.read_action(token) == (friends.code, 4, 1, 1, "torch")


def test_the_examples_are_legal_right_now(tikal: Friends) -> None:
    text = tikal.compose(tikal.newest("your_turn")).text

    examples = re.findall(r"^    (\S.*)$", text.split("these are legal now:")[1], re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        with tikal.house.db.reading() as session:
            loaded = playing.load(session, tikal.house, tikal.match.code)
        loaded.rules.apply(loaded.state, {1: example}, loaded.names)


def test_each_letter_tells_what_the_last_one_did_not(tikal: Friends) -> None:
    tikal.send()
    tikal.play(4)
    second = tikal.compose(tikal.newest("your_turn")).text
    assert tikal.newest("your_turn").facts["seat"] == 1

    tikal.send()
    tikal.play(4)
    third = tikal.compose(tikal.newest("your_turn")).text

    assert "Tile" in second
    news = [text.split("The board")[0].split("\n- ") for text in (second, third)]
    assert not set(news[0][1:]) & set(news[1][1:])
    assert len(news[0]) == len(news[1]) == 5


# --- Not needed any more ---


def why_not(friends: Friends, kind: str = "your_turn") -> str:
    with pytest.raises(NotNeeded) as caught:
        friends.compose(friends.newest(kind))
    return str(caught.value)


def test_an_answer_makes_the_letter_needless(friends: Friends) -> None:
    friends.order(friends.newest("your_turn").facts["seat"])

    assert why_not(friends) == "answered already"


def test_a_stopped_match_sends_nothing(friends: Friends) -> None:
    friends.change(Seat, friends.seat(4).id, mute=True)

    assert why_not(friends) == "stopped for this match"


def test_who_wants_no_letters_gets_none(friends: Friends) -> None:
    friends.change(Player, friends.seat(4).player_id, mail="none")

    assert why_not(friends) == "wants no letters"


def test_a_former_player_gets_none(friends: Friends) -> None:
    left = friends.seat(4).player_id or 0
    friends.house.db.write(partial(people.forget, house=friends.house, player_id=left))

    assert why_not(friends) == "a former player"


def test_during_a_pause_turns_wait_for_the_letter_that_ends_it(friends: Friends) -> None:
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: hosting.pause(s, friends.house, friends.code, host))
    assert why_not(friends) == "the match is not being played"
    friends.house.db.write(lambda s: hosting.resume(s, friends.house, friends.code, host))

    assert "\ntorch:\n" in friends.compose(friends.newest("resumed")).text
    assert why_not(friends, "paused") == "the match goes on"


def test_an_invitation_that_was_taken_back_does_not_leave(house: House) -> None:
    friends = Friends.meet(house)
    friends.change(Seat, friends.seat(4).id, status="empty", email=None)

    assert why_not(friends, "invitation") == "the invitation does not stand any more"


def test_a_match_that_was_given_up_has_no_winner(friends: Friends) -> None:
    host = friends.seat(1).player_id
    friends.house.db.write(lambda s: hosting.give_up(s, friends.house, friends.code, host))

    assert friends.compose(friends.newest("result")).subject == "Incan Gold: given up"
