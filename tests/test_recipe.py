"""Adding a game is a folder and a line: a toy game is played by letters, with a bot and a plan."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tests.pebbles
from app.models import Match
from app.problems import Problem
from app.services.play import new_rules
from app.services.proposals.ways import ways_for
from app.services.upkeep import fsck
from engine.errors import Illegal
from engine.game import Game
from engine.registry import GAMES
from engine.verify import RIGHT, verify
from tests.world import Friends, World
from tests.world.by_letters import Post, seat_page
from tests.world.council import Council

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


# --- Its rules change ---


@pytest.fixture
def begun_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Friends]:
    """A match that began when there was only version 1 of the rules. Now there are two."""
    monkeypatch.setitem(GAMES, "pebbles", "tests.pebbles")
    world = World.new(tmp_path)
    with monkeypatch.context() as earlier:
        earlier.setattr(tests.pebbles, "META", replace(tests.pebbles.META, rules=1))
        friends = world.match("pebbles", 2)
    yield friends
    world.close()


def move_on(friends: Friends, rules: int) -> None:
    friends.agree(lambda session, live: new_rules.change_rules(session, live, rules, [1, 2]))


def test_a_running_match_keeps_the_rules_that_it_began_with(begun_before: Friends) -> None:
    with pytest.raises(Illegal, match="Take 1 to 3"):
        begun_before.order(1, "take 4")

    begun_before.play()

    record = "".join(step.line + "\n" for step in begun_before.steps())
    assert '"rules":1' in record
    assert verify(record.encode()).status == RIGHT


def test_a_state_from_before_there_were_versions_is_right(begun_before: Friends) -> None:
    begun_before.order(1, "take 3")
    match, house = begun_before.match, begun_before.house
    kept = {name: value for name, value in (match.state or {}).items() if name != "rules"}
    begun_before.world.change(Match, match.id, state=kept)

    assert fsck.check_match(house, match.id) == []

    begun_before.play()
    assert begun_before.match.status == "over"
    assert fsck.check_match(house, match.id) == []


def test_a_new_match_has_the_newest_rules(begun_before: Friends) -> None:
    friends = begun_before.world.match("pebbles", 2)

    friends.order(1, "take 4")

    assert (friends.match.rules, begun_before.match.rules) == (2, 1)


def test_a_match_moves_on_when_its_players_agree(begun_before: Friends) -> None:
    begun_before.order(1, "take 3")
    left = begun_before.seen(1).game_view["left"]

    move_on(begun_before, 2)
    assert begun_before.seen(1).game_view["left"] == left
    begun_before.order(2, "take 4")
    begun_before.play()

    record = "".join(step.line + "\n" for step in begun_before.steps())
    assert verify(record.encode()).status == RIGHT
    assert begun_before.match.rules == 2
    with begun_before.house.db.reading() as session:
        assert fsck.check_matches(session, begun_before.house) == []


@pytest.mark.parametrize("rules", [0, 1, 3])
def test_rules_move_on_only_to_a_newer_version_that_there_is(begun_before: Friends, rules: int) -> None:
    with pytest.raises(Problem, match="the newest is version 2"):
        move_on(begun_before, rules)


def test_the_table_votes_on_newer_rules_and_reads_what_they_change(begun_before: Friends) -> None:
    council = Council(begun_before)
    begun_before.order(1, "take 3")

    proposal = council.propose(1, "rules")
    letter = begun_before.compose(begun_before.newest("proposed"))
    council.vote(2, "yes")

    assert "version 2 of the rules" in letter.text
    assert "up to four pebbles" in letter.text
    assert (council.outcome(), begun_before.match.rules) == ("passed", 2)
    begun_before.order(2, "take 4")
    assert proposal.detail == {"rules": 2, "since": 1}


def test_newer_rules_need_everybody(begun_before: Friends) -> None:
    council = Council(begun_before)
    council.propose(1, "rules")

    council.vote(2, "no")

    assert (council.outcome(), begun_before.match.rules) == ("failed", 1)


def test_newer_rules_are_offered_only_where_there_are_some(begun_before: Friends) -> None:
    def offered(friends: Friends) -> int:
        with friends.house.reading() as session:
            return ways_for(session, friends.match, 1, []).rules

    assert offered(begun_before) == 2
    assert offered(begun_before.world.match("pebbles", 2)) == 0
    with pytest.raises(Problem, match="the newest is version 2"):
        Council(begun_before.world.match("pebbles", 2)).propose(1, "rules")


def test_a_vote_on_rules_that_came_by_another_one_lapses(begun_before: Friends) -> None:
    council = Council(begun_before)
    council.propose(1, "rules")

    move_on(begun_before, 2)
    council.ring(seconds=1)

    assert council.outcome() == "lapsed"
    assert council.seen(1)[0].why == "The match goes on by these rules already."


def test_new_rules_are_never_taken_back(begun_before: Friends) -> None:
    begun_before.order(1, "take 3")
    move_on(begun_before, 2)
    begun_before.order(2, "take 4")

    with pytest.raises(Problem, match="from 2 to 2"):
        begun_before.go_back(1)
    begun_before.go_back(2)

    assert begun_before.waiting_for() == [2]
