"""Drafts are for the one decision that their seat saw, and for that seat."""

from pathlib import Path

import pytest
from sqlmodel import col, func, select

from app.models import Draft
from app.problems import Stale
from app.services.play import drafts
from tests.world import Friends, World
from tests.world.visitor import local_world, signed_in


class Game:
    """A match of Tikal in which seat 1 is asked."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ana, self.bo = (signed_in(world, f"{name}@example.org") for name in ("ana", "bo"))
        self.code = self.ana.open("tikal")
        self.bo.join(self.code)

    def now(self) -> tuple[int, int]:
        match = Friends(self.world, self.code).match
        return match.turn, match.steps

    def keep(self, text: str, at: tuple[int, int] | None = None, seat: int = 1) -> None:
        turn, base = at or self.now()
        self.world.house.db.write(
            lambda session: drafts.save_draft(session, self.code, seat, turn, base, text)
        )

    def kept(self, seat: int = 1) -> str:
        turn, base = self.now()
        with self.world.house.db.reading() as session:
            return drafts.position_of(session, self.code, seat, turn, base).draft

    def rows(self) -> int:
        with self.world.house.db.reading() as session:
            return session.exec(select(func.count(col(Draft.id)))).one()


@pytest.fixture
def play(tmp_path: Path) -> Game:
    return Game(local_world(tmp_path))


def test_a_draft_is_kept_as_it_was_typed(play: Game) -> None:
    play.keep("TILE a3,\n then?")

    assert play.kept() == "TILE a3,\n then?"


def test_the_later_draft_takes_the_place_of_the_earlier(play: Game) -> None:
    play.keep("tile a3")
    play.keep("tile a3; end")

    assert play.kept() == "tile a3; end"
    assert play.rows() == 1


def test_an_empty_draft_is_none(play: Game) -> None:
    play.keep("tile a3")
    play.keep("  \n")

    assert play.kept() == ""
    assert play.rows() == 0


def test_what_was_submitted_leaves_no_draft_for_what_comes_next(play: Game) -> None:
    play.keep("tile a3 r0; enter 2 a5")
    play.ana.order(play.code, "tile a3 r0")  # the same seat goes on

    assert play.kept() == ""


def test_a_draft_of_a_decision_that_has_passed_is_refused(play: Game) -> None:
    then = play.now()
    play.ana.order(play.code, "tile a3 r0")

    with pytest.raises(Stale, match="already been decided"):
        play.keep("tile a3 r0; end", then)
    assert play.rows() == 0


def test_a_player_who_is_not_asked_keeps_no_draft(play: Game) -> None:
    with pytest.raises(Stale):
        play.keep("tile a3", seat=2)


def test_a_draft_is_never_played(play: Game) -> None:
    play.keep("tile a3 r0; end")
    play.ana.order(play.code, "tile a3 r0")
    play.ana.order(play.code, "end")

    with pytest.raises(Stale):
        play.kept()
    assert Friends(play.world, play.code).match.steps == 3


def test_a_paused_match_keeps_drafts(play: Game) -> None:
    play.keep("tile a3")
    play.ana.post(f"/m/{play.code}/pause")
    play.keep("tile a3; end")

    assert play.kept() == "tile a3; end"


def test_a_position_holds_nothing_that_is_hidden(play: Game) -> None:
    turn, base = play.now()
    with play.world.house.db.reading() as session:
        position = drafts.position_of(session, play.code, 1, turn, base)

    assert "deal" not in position.view
    assert position.names == ["ana", "bo"]
