"""Whole matches through HTTP alone, by the links that are found in the letters."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, select

from app.models import Receipt
from app.services.upkeep import fsck
from engine.verify import RIGHT, verify
from tests.lengths import long
from tests.world.by_letters import Post, answers, links, seat_page

pytestmark = pytest.mark.usefixtures("undrawn")
GUESTS = ["bo@example.org", "cy@example.org", "bot"]


@pytest.fixture
def post(tmp_path: Path, database_url: str) -> Iterator[Post]:
    made = Post.new(tmp_path, database_url)
    yield made
    made.world.close()


def play_out(post: Post, late: int = 0) -> None:
    """Everybody answers every letter that asks for something, but for so many that Bo leaves to the clock."""
    for _ in range(400):
        if post.match.status != "running":
            return
        for letter in post.unread():
            if letter.kind == "your_turn" and late and letter.facts["seat"] == 2:
                late -= 1
            elif letter.kind == "your_turn":
                post.play_on(letter)
        post.work()
        if not [letter for letter in post.letters() if letter.id not in post.read]:
            post.friends.pass_time(hours=3.4)
            post.work()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("game", "options", "database_url"),
    [
        ("incan-gold", {"option-artifacts": "1"}, "sqlite"),
        ("incan-gold", {"option-artifacts": "1"}, "postgresql"),
        ("tikal", {}, "sqlite"),
        long("tikal", {}, "postgresql"),
        long("tikal", {"option-auction": "1"}, "sqlite"),
        long("tikal", {"option-auction": "1"}, "postgresql"),
    ],
    indirect=["database_url"],
)
def test_a_whole_match_by_letters_with_a_bot_a_plan_reminders_and_a_time_out(
    post: Post, game: str, options: dict[str, str]
) -> None:
    address = post.open_match(game, GUESTS, ask="6", **{"ask-unit": "hours"}, policy="automatic", **options)
    post.accept_all()
    assert post.match.status == "running"
    set_a_plan(post, game)

    play_out(post, late=2)
    post.work()

    kinds = {letter.kind for letter in post.letters()}
    assert {"sign_in", "invitation", "your_turn", "reminder", "result"} <= kinds
    record = post.web.get(f"{address}/record.jsonl").data
    assert verify(record).status == RIGHT
    told = {who for line in verify(record).lines[1:-1] for who in line.get("by", {}).values()}
    assert {"bot", "clock"} <= told
    with post.house.db.reading() as session:
        assert fsck.check_matches(session, post.house) == []


def set_a_plan(post: Post, game: str) -> None:
    """The first who is asked sets a plan on the page that the letter leads to."""
    letter = post.asking()
    plan = {"incan-gold": "round 1: torch until hazards >= 1"}.get(game, "end scoring")
    rehearsed = post.submit(seat_page(letter), what="rehearse", plan=plan)
    assert re.search("From what you can see now, it would|It has been switched off", rehearsed.text)
    assert post.submit(seat_page(letter), what="set", plan=plan).status_code in (200, 303)


def everything(post: Post) -> dict[str, list[Any]]:
    """All rows of all tables but one: that somebody has printed a board is counted."""
    with post.house.db.reading() as session:
        tables = [table for table in SQLModel.metadata.sorted_tables if table.name != "pace"]
        return {
            table.name: [tuple(row) for row in session.connection().execute(table.select())]
            for table in tables
        }


@pytest.mark.parametrize(
    ("game", "database_url"),
    [
        ("incan-gold", "sqlite"),
        long("incan-gold", "postgresql"),
        long("tikal", "sqlite"),
        long("tikal", "postgresql"),
    ],
    indirect=["database_url"],
)
def test_looking_at_every_link_of_every_letter_changes_nothing(post: Post, game: str) -> None:
    post.open_match(game, GUESTS, ask="6", **{"ask-unit": "hours"}, policy="automatic")
    post.accept_all()
    for _ in range(4):
        for letter in post.unread():
            if letter.kind == "your_turn":
                post.play_on(letter)
        post.friends.pass_time(hours=4)
        post.work()
    before, printed = everything(post), set[str]()

    for letter in post.letters():
        for address in links(letter):
            if address.endswith("/board.pdf"):
                if letter.kind in printed:
                    continue  # to print one takes seconds
                printed.add(letter.kind)
            for _ in range(3):
                assert post.web.get(address).status_code < 500
                assert post.web.head(address).status_code < 500

    assert everything(post) == before


def test_no_letter_asks_for_what_a_plan_has_answered(post: Post) -> None:
    post.open_match("incan-gold", ["bo@example.org", "bot"])
    post.accept_all()
    letter = post.asking()
    post.submit(seat_page(letter), what="set", plan="always: torch until hazards >= 3; else camp")

    play_out(post)

    mine = [other for other in post.letters() if other.player_id == letter.player_id]
    assert [other.kind for other in mine if other.kind == "your_turn"] == ["your_turn"]
    assert mine[-1].kind == "result"


def test_a_link_that_is_used_again_shows_the_receipt_of_the_first_time(post: Post) -> None:
    post.open_match("incan-gold", ["bo@example.org", "cy@example.org"])
    post.accept_all()
    asking = [letter for letter in post.unread() if letter.kind == "your_turn"]
    camp = answers(asking[0])["camp"]
    post.web.post(camp)
    for letter in asking[1:]:
        post.web.post(answers(letter)["torch"])

    again = post.web.post(camp, follow_redirects=True)

    assert "camp" in again.text
    assert again.status_code == 200
    assert post.match.steps == 2
    with post.house.db.reading() as session:
        assert len(session.exec(select(Receipt)).all()) == 3
