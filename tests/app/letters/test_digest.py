"""One letter for a day: the whole turn of every match that waits, and what else has happened."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from app.clock import now
from app.letters import NotNeeded
from app.letters.digest import MOST_BOARDS
from app.models import Match, Player, Seat
from app.services.matches import talk
from app.services.people.feeds import RESULTS_FOR
from app.services.play import host_actions
from tests.app.letters.digests import Ana
from tests.world import World
from tests.world.letter_reader import Page, links, without_board, words

MONTH = 30 * 24 * 3600


@pytest.fixture
def ana(world: World) -> Ana:
    return Ana(world)


# --- What is in it ---


def test_the_next_deadline_comes_first_and_results_after_the_turns(ana: Ana) -> None:
    ana.sits(title="Finished").play()
    for title, seconds in (("No clock", None), ("Later", 7200), ("Soon", 3600)):
        ana.sits(title=title, ask_seconds=seconds)
    text = ana.digest().text

    order = [
        "Soon: torch or camp?",
        "Later: torch or camp?",
        "No clock: torch or camp?",
        "Finished is over: ",
    ]
    assert sorted(order, key=text.index) == order


def test_a_turn_is_whole_with_board_and_answers(ana: Ana) -> None:
    friends = ana.sits("tikal", "Temples")
    text = ana.digest().text

    assert "Temples: it is your turn." in text
    assert "Answer by" in text
    assert "/a5 BASE" in text
    assert "You are A, Ana." in text
    assert "> tile " in text
    assert friends.code not in "".join(link for link in links(text) if "/do/" in link)


def test_an_answer_is_one_click_away(ana: Ana) -> None:
    friends = ana.sits()
    text = ana.digest().text
    camp = re.search(r"Go back to the camp:\nhttps://play\.example(\S+)", text)

    assert camp
    ana.clicks(camp[1])

    assert 1 not in friends.waiting_for()


def test_news_of_matches_where_nothing_is_asked(ana: Ana) -> None:
    friends = ana.sits("tikal", "Elsewhere")
    while 1 in friends.waiting_for():
        friends.order(1)
    friends.house.db.write(partial(talk.say, code=friends.code, seat=2, text="Well placed!"))
    digest = ana.digest()

    assert digest.subject == "news from 1 match"
    assert "Elsewhere\n" in digest.text
    assert "Well placed!" in digest.text
    assert "Your answer" not in digest.text


def test_a_paused_match_is_told_so(ana: Ana) -> None:
    friends = ana.sits(title="Late")
    house = friends.house
    house.db.write(partial(host_actions.pause, house=house, code=friends.code, player_id=1))

    assert "Late: paused" in ana.digest().text


def test_a_player_who_is_away_can_come_back_from_it(ana: Ana) -> None:
    friends = ana.sits(title="Away")
    friends.world.change(Seat, friends.seat(1).id, deputy=True)
    [back] = [link for link in links(ana.digest().text) if "/back/" in link]

    ana.clicks(back)

    assert not friends.seat(1).deputy


def test_text_and_page_say_the_same_and_lead_to_the_same_places(ana: Ana) -> None:
    ana.sits("tikal", "One", options={"auction": True})
    ana.sits(title="Two")
    ana.sits(title="Three").play()
    lent = ana.sits(title="Four")
    lent.world.change(Seat, lent.seat(1).id, deputy=True)
    digest = ana.digest()
    page = Page(digest.html)

    assert words(without_board(digest.text)) == words(without_board(page.text))
    assert links(digest.text) == [link for link in page.links if not link.startswith("mailto:")]


def test_each_match_has_what_proves_it_later(ana: Ana) -> None:
    waiting, over = ana.sits(), ana.sits(title="Over").play()
    others = ana.sits("tikal")
    while 1 in others.waiting_for():
        others.order(1)
    digest = ana.digest()

    for told in (digest.text, Page(digest.html).text):
        for match, ends in (
            (waiting.match, "so far ends"),
            (over.match, "ends"),
            (others.match, "so far ends"),
        ):
            proof = f"commitment: {match.commitment[:8]}. The record {ends} in {match.head[:8]}."
            assert proof in " ".join(told.split())


def test_no_mail_program_cuts_it_off(ana: Ana) -> None:
    for number in range(MOST_BOARDS + 4):
        ana.sits("tikal", f"Match {number}", names=("Ana", "Bo"))
    digest = ana.digest()

    assert digest.subject.startswith(f"{MOST_BOARDS + 4} turns waiting, ")
    assert len(digest.html) < 100_000
    assert digest.text.count("/a5 BASE") == MOST_BOARDS
    assert digest.text.count("Play your turn:") == MOST_BOARDS + 4


# --- What is told once ---


def test_what_was_told_is_remembered_of_all_its_matches(ana: Ana) -> None:
    tables = [ana.sits(), ana.sits("tikal"), ana.sits(title="Over").play()]
    assert ana.gets().sent_at

    assert [friends.seat(1).told for friends in tables] == [friends.match.steps for friends in tables]


def test_a_turn_is_told_as_long_as_it_waits_and_a_result_once(ana: Ana) -> None:
    ana.sits(title="Waiting")
    ana.sits(title="Finished").play()
    ana.gets("first")
    second = ana.gets("second")

    assert second.subject.startswith("Waiting: ")
    assert "over" not in second.subject
    assert "Finished" not in second.text
    assert "What has happened" not in second.text


def test_what_was_not_shown_is_not_taken_for_told(ana: Ana) -> None:
    tables = [ana.sits("tikal", names=("Ana", "Bo"), ask_seconds=MONTH + n) for n in range(MOST_BOARDS + 1)]
    ana.gets()

    assert [friends.seat(1).told for friends in tables] == [1] * MOST_BOARDS + [0]


def test_a_result_of_long_ago_is_no_news(ana: Ana) -> None:
    friends = ana.sits().play()
    friends.world.change(Match, friends.match.id, ended_at=now() - RESULTS_FOR - timedelta(days=1))

    with pytest.raises(NotNeeded, match="nothing to tell"):
        ana.digest()


# --- When there is none ---


def test_without_anything_to_tell_there_is_none(ana: Ana) -> None:
    friends = ana.sits("tikal")
    friends.world.change(Seat, friends.seat(1).id, mute=True)

    assert ana.gets().dropped == "nothing to tell"


def test_what_was_answered_and_told_needs_no_digest(ana: Ana) -> None:
    friends = ana.sits()
    ana.gets("first")
    friends.order(1, "torch")

    assert ana.gets("second").dropped == "nothing to tell"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"mail": "none"}, "wants no letters"),
        ({"email": None}, "a former player"),
        ({"resting_at": now()}, "their mail comes back"),
    ],
)
def test_a_player_who_gets_no_letters_gets_no_digest(ana: Ana, wish: dict[str, Any], why: str) -> None:
    ana.sits().world.change(Player, 1, **wish)

    with pytest.raises(NotNeeded, match=why):
        ana.digest()
