"""What costs much is done once, for those who may ask for it, and only so often for a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.i18n.render import speech
from app.services.lobby import opening
from app.services.play.drafts import DraftPosition
from app.web.boards import MOST_DRAWN, NO_PART, Parts, board_of, parts_after
from tests.world import World
from tests.world.visitor import Visitor, signed_in

ABROAD = {"REMOTE_ADDR": "203.0.113.9"}
ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}


@pytest.fixture
def public(tmp_path: Path) -> Iterator[World]:
    made = World.new(tmp_path, limits=("printing.place=2/h", "book.place=1/h"))
    yield made
    made.close()


def test_a_network_prints_so_many_pages_and_those_that_are_kept_do_not_count(public: World) -> None:
    friends = public.match("incan-gold", 3)
    friends.play(6)
    visitor = Visitor(public)

    def printed(step: int, where: dict[str, str] = ABROAD) -> int:
        path = f"/m/{friends.code}/steps/{step}/board.pdf"
        return visitor.get(path, environ_overrides=where).status_code

    assert [printed(step) for step in (0, 1, 0, 1, 2)] == [200, 200, 200, 200, 429]
    assert printed(2, ELSEWHERE) == 200
    assert printed(2) == 200


def test_a_book_is_asked_for_by_players_only_and_only_so_often(public: World) -> None:
    friends = public.match("incan-gold", 3)
    friends.play()
    path = f"/m/{friends.code}/books"
    ana, dee = signed_in(public, "ana@example.org"), signed_in(public, "dee@example.org")

    assert dee.post(path, {"language": "de"}).status_code == 403
    assert "Make it" not in dee.get(path).text
    asked = [ana.post(path, {"language": each}, environ_overrides=ABROAD) for each in ("de", "fr")]
    assert [answer.status_code for answer in asked] == [303, 429]


def test_a_host_has_so_many_matches_at_a_time_on_a_public_site(public: World) -> None:
    ana = signed_in(public, "ana@example.org")
    for _ in range(opening.MOST_OF_A_HOST):
        public.open("tikal", 2, title="x", guests=[""])

    answer = ana.post("/matches/new", {"game": "tikal", "title": "one more", "seat-2": "free"})

    assert answer.status_code == 429
    assert str(opening.MOST_OF_A_HOST) in answer.text


def test_a_board_is_drawn_once_for_all_who_see_the_same(world: World) -> None:
    view = world.match("tikal", 2).seen(1).game_view

    def drawn(title: str, language: str = "en") -> object:
        return board_of("tikal", (title, "Bo"), view, speech(language))

    first = drawn("Ana")
    assert drawn("Ana") is first
    assert drawn("Ana", "de") != first
    for number in range(MOST_DRAWN):
        drawn(f"Ana {number}")
    assert drawn("Ana") is not first
    assert drawn("Ana") == first


def test_what_a_draft_leads_to_is_drawn_once_and_for_nobody_who_sees_another_thing(world: World) -> None:
    friends, drawn = world.match("tikal", 2), list[str]()
    own = DraftPosition("tikal", ["Ana", "Bo"], friends.seen(1).game_view, "", ())

    def is_drawn(position: DraftPosition = own, orders: str = "end", language: str = "en") -> bool:
        def draw() -> Parts:
            drawn.append(orders)
            return {"board": NO_PART}

        before = len(drawn)
        parts_after(position, orders, speech(language), draw)
        return len(drawn) > before

    assert is_drawn()
    assert not is_drawn()
    assert is_drawn(orders="pass")
    assert is_drawn(language="de")
    assert is_drawn(own._replace(names=["Ana", "Cy"]))
    assert is_drawn(own._replace(marked=({"event": "ended"},)))
    assert is_drawn(own._replace(view=friends.seen(2).game_view))
    for number in range(MOST_DRAWN):
        is_drawn(orders=f"bid {number}")
    assert is_drawn()
