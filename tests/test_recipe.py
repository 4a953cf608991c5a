"""Adding a game is a folder and a line: a toy game is played by letters, with a bot and a plan."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import tests.pebbles
from app.services.upkeep import fsck
from engine.game import Game
from engine.registry import GAMES
from engine.verify import RIGHT, verify
from tests.world.by_letters import Post, seat_page

# The type checker reads this as: the folder has all that the contract names.
PEBBLES: Game = tests.pebbles


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    monkeypatch.setitem(GAMES, "pebbles", "tests.pebbles")  # the line
    made = Post.new(tmp_path)
    yield made
    made.world.close()


def test_a_new_game_is_played_by_letters_from_its_folder_and_its_line_alone(post: Post) -> None:
    address = post.open_match("pebbles", ["bo@example.org", "bot"])
    post.accept_all()
    planned = post.asking()
    post.submit(seat_page(planned), what="set", plan="take 2")
    post.read.add(planned.id)  # the plan has answered it

    while post.match.status == "running":
        for letter in post.unread():
            if letter.kind == "your_turn":
                post.play_on(letter)
        post.work()

    post.work()
    page, record = post.web.get(address), post.web.get(f"{address}/record.jsonl").data
    assert "Pebbles" in page.text
    assert verify(record).status == RIGHT
    assert len([letter for letter in post.letters() if letter.kind == "result"]) == 2
    with post.house.db.reading() as session:
        assert fsck.check_matches(session, post.house) == []
