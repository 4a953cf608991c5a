"""Adding a game is a folder and a line: a toy game is played by letters, with a bot and a plan."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.pebbles
from app.services.upkeep import fsck
from engine.game import Game
from engine.registry import GAMES
from engine.verify import RIGHT, verify
from tests.app.by_letters import Post, new_post, open_match, play_on, seat_page, submit
from tests.app.test_by_letters import accept_all, asking, the_match

# The type checker reads this as: the folder has all that the contract names.
PEBBLES: Game = tests.pebbles


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    monkeypatch.setitem(GAMES, "pebbles", "tests.pebbles")  # the line
    made = new_post(tmp_path)
    yield made
    made.house.db.close()


def test_a_new_game_is_played_by_letters_from_its_folder_and_its_line_alone(post: Post) -> None:
    address = open_match(post, "pebbles", ["bo@example.org", "bot"])
    accept_all(post)
    planned = asking(post)
    submit(post, seat_page(planned), what="set", plan="take 2")
    post.read.add(planned.id)  # the plan has answered it

    while the_match(post).status == "running":
        for letter in post.unread():
            if letter.kind == "your_turn":
                play_on(post, letter)
        post.work()

    post.work()
    page, record = post.web.get(address), post.web.get(f"{address}/record.jsonl").data
    assert "Pebbles" in page.text
    assert verify(record).status == RIGHT
    assert len([letter for letter in post.letters() if letter.kind == "result"]) == 2
    with post.house.db.reading() as session:
        assert fsck.check(session, post.house) == []
