"""Whole matches through HTTP alone, by the links that are found in the letters."""

import re
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, select

from app.models import Letter, Match, Receipt
from app.services.upkeep import fsck
from engine.verify import RIGHT, verify
from tests.app.by_letters import Post, answers, link, links, new_post, open_match, play_on, seat_page, submit
from tests.app.services.houses import pass_time
from tests.lengths import long

GUESTS = ["bo@example.org", "cy@example.org", "bot"]


@pytest.fixture
def post(tmp_path: Path, database_url: str) -> Any:
    made = new_post(tmp_path, database_url)
    yield made
    made.house.db.close()


def accept_all(post: Post) -> None:
    post.work()
    for letter in post.unread():
        if letter.kind == "invitation":
            name = letter.to.split("@")[0].title()
            assert submit(post, link(letter, "/invitation/"), what="accept", name=name).status_code in (
                200,
                303,
            )
    post.work()


def the_match(post: Post) -> Match:
    with post.house.db.reading() as session:
        return session.exec(select(Match)).one()


def play_out(post: Post, late: int = 0) -> None:
    """Everybody answers every letter that asks for something, but for so many that Bo leaves to the clock."""
    for _ in range(400):
        if the_match(post).status != "running":
            return
        for letter in post.unread():
            if letter.kind == "your_turn" and late and "You are B, Bo." in letter.text:
                late -= 1
            elif letter.kind == "your_turn":
                play_on(post, letter)
        post.work()
        if not [letter for letter in post.letters() if letter.id not in post.read]:
            pass_time(post.house, the_match(post).code, hours=3.4)
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
    address = open_match(post, game, GUESTS, ask="6", **{"ask-unit": "hours"}, policy="automatic", **options)
    accept_all(post)
    assert the_match(post).status == "running"
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
        assert fsck.check(session, post.house) == []


def set_a_plan(post: Post, game: str) -> None:
    """The first who is asked sets a plan on the page that the letter leads to."""
    letter = asking(post)
    plan = {"incan-gold": "round 1: torch until hazards >= 1"}.get(game, "end scoring")
    rehearsed = submit(post, seat_page(letter), what="rehearse", plan=plan)
    assert re.search("With what you see now it would|It is disarmed", rehearsed.text)
    assert submit(post, seat_page(letter), what="set", plan=plan).status_code in (200, 303)


def asking(post: Post) -> Letter:
    """The first letter that asks for orders; it stays unread."""
    return next(letter for letter in post.letters() if letter.kind == "your_turn")


def everything(post: Post) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with post.house.db.reading() as session:
        tables = SQLModel.metadata.sorted_tables
        return {
            table.name: [tuple(row) for row in session.connection().execute(table.select())]
            for table in tables
        }


@pytest.mark.parametrize(
    ("game", "database_url"),
    [
        ("incan-gold", "sqlite"),
        ("incan-gold", "postgresql"),
        ("tikal", "sqlite"),
        long("tikal", "postgresql"),
    ],
    indirect=["database_url"],
)
def test_looking_at_every_link_of_every_letter_changes_nothing(post: Post, game: str) -> None:
    open_match(post, game, GUESTS, ask="6", **{"ask-unit": "hours"}, policy="automatic")
    accept_all(post)
    for _ in range(4):
        for letter in post.unread():
            if letter.kind == "your_turn":
                play_on(post, letter)
        pass_time(post.house, the_match(post).code, hours=4)
        post.work()
    before = everything(post)

    for letter in post.letters():
        for address in links(letter):
            for _ in range(3):
                assert post.web.get(address).status_code < 500
                assert post.web.head(address).status_code < 500

    assert everything(post) == before


def test_no_letter_asks_for_what_a_plan_has_answered(post: Post) -> None:
    open_match(post, "incan-gold", ["bo@example.org", "bot"])
    accept_all(post)
    letter = asking(post)
    submit(post, seat_page(letter), what="set", plan="always: torch until hazards >= 3; else camp")

    play_out(post)

    mine = [other for other in post.letters() if other.player_id == letter.player_id]
    assert [other.kind for other in mine if other.kind == "your_turn"] == ["your_turn"]
    assert mine[-1].kind == "result"


def test_a_link_that_is_used_again_shows_the_receipt_of_the_first_time(post: Post) -> None:
    open_match(post, "incan-gold", ["bo@example.org", "cy@example.org"])
    accept_all(post)
    asking = [letter for letter in post.unread() if letter.kind == "your_turn"]
    camp = answers(asking[0])["camp"]
    post.web.post(camp)
    for letter in asking[1:]:
        post.web.post(answers(letter)["torch"])

    again = post.web.post(camp, follow_redirects=True)

    assert "camp" in again.text
    assert again.status_code == 200
    assert the_match(post).steps == 2
    with post.house.db.reading() as session:
        assert len(session.exec(select(Receipt)).all()) == 3
