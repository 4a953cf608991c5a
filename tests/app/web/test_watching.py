"""An open page asks in a few bytes how the match stands; the page marks what its reader has not seen yet."""

import json
import re
from functools import partial

from sqlmodel import select

from app.models import Look
from app.services.people import accounts
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def test_an_open_page_is_told_that_it_is_the_readers_turn(world: World) -> None:
    friends = world.match("tikal", 2)
    bo = signed_in(world, "bo@example.org")
    before = bo.get(f"/m/{friends.match.code}/now")

    friends.play(1)
    after = bo.get(f"/m/{friends.match.code}/now", headers={"If-None-Match": before.headers["ETag"]})

    assert json.loads(before.text)["turn"] == 0
    assert after.status_code == 200
    assert json.loads(after.text)["turn"] == friends.ask(2).turn
    assert json.loads(after.text)["told"] == "It is your turn now."


def test_as_long_as_nothing_happens_nothing_is_sent(evening: Evening) -> None:
    path = f"/m/{evening.code}/now"
    tag = evening.ana.get(path).headers["ETag"]

    again = evening.ana.get(path, headers={"If-None-Match": tag})

    assert (again.status_code, again.data) == (304, b"")


def test_a_letters_page_is_told_too(world: World) -> None:
    friends = world.match("tikal", 2)
    link = friends.link(1).removesuffix("/go")

    assert json.loads(Visitor(world).get(f"{link}/now").text)["turn"] == friends.ask(1).turn


def test_nobody_else_is_told_of_a_match_that_only_players_watch(world: World) -> None:
    friends = world.match("tikal", 2, watch="players")

    assert Visitor(world).get(f"/m/{friends.match.code}/now").status_code == 403


def looked(visitor: Visitor, code: str) -> None:
    """As the page's script tells it, after a moment."""
    step = Friends(visitor.world, code).match.steps - 1
    assert visitor.post(f"/m/{code}/seen", {"step": step}).status_code == 204


def marked(visitor: Visitor, code: str) -> list[str]:
    scene = visitor.get(f"/m/{code}").text.split('id="board"')[1].split("</svg>")[0]
    return re.findall(r'data-changed="(\w+)"', scene)


def test_the_board_marks_what_has_changed_since_the_reader_last_looked(world: World) -> None:
    friends = world.match("tikal", 2)
    bo = signed_in(world, "bo@example.org")
    looked(bo, friends.match.code)

    friends.order(1, "tile a3 r0; end")
    first = marked(bo, friends.match.code)
    looked(bo, friends.match.code)
    again = marked(bo, friends.match.code)
    friends.order(2, "tile c5 r2; end")

    assert first == again == ["a3"]
    assert marked(bo, friends.match.code) == ["c5"]


def test_what_a_reader_misses_is_marked_all_at_once(world: World) -> None:
    friends = world.match("tikal", 2)
    bo = signed_in(world, "bo@example.org")
    looked(bo, friends.match.code)

    friends.order(1, "tile a3 r0; end")
    friends.order(2, "tile c5 r2; end")

    assert marked(bo, friends.match.code) == ["a3", "c5"]


def test_orders_tell_too_what_their_player_has_seen(world: World) -> None:
    friends = world.match("tikal", 2)
    ana, bo = signed_in(world, "ana@example.org"), signed_in(world, "bo@example.org")

    ana.order(friends.match.code, "tile a3 r0; end")
    bo.order(friends.match.code, "tile c5 r2; end")

    assert marked(ana, friends.match.code) == ["a3", "c5"]
    assert marked(bo, friends.match.code) == ["c5"]


def test_a_letters_page_tells_for_the_player_of_its_seat(world: World) -> None:
    friends = world.match("tikal", 2)

    answer = Visitor(world).post(friends.link(1).removesuffix("/go") + "/seen", {"step": 0})

    assert answer.status_code == 204
    assert marked(signed_in(world, "ana@example.org"), friends.match.code) == []


def test_nobody_tells_for_a_match_that_they_may_not_see(world: World) -> None:
    friends = world.match("tikal", 2, watch="players")

    assert (
        signed_in(world, "cy@example.org").post(f"/m/{friends.match.code}/seen", {"step": 0}).status_code
        == 403
    )


def test_what_was_looked_at_goes_with_the_account(world: World) -> None:
    friends = world.match("tikal", 2)
    bo = signed_in(world, "bo@example.org")
    looked(bo, friends.match.code)

    leaving = friends.seat(2).player_id or 0
    world.house.write(partial(accounts.delete_account, house=world.house, player_id=leaving))

    assert world.house.write(lambda session: session.exec(select(Look)).all()) == []


def test_a_line_says_what_came_of_orders_and_who_is_next(world: World) -> None:
    friends = world.match("tikal", 2)
    ana = signed_in(world, "ana@example.org")

    answer = ana.get(ana.order(friends.match.code, "tile a3 r0; end").location)

    assert "outcome" in marks(answer)
    assert "Done. Bo plays next; you get a letter." in read(answer)


def test_of_an_answer_that_is_sealed_it_says_for_whom_it_waits(evening: Evening) -> None:
    answer = evening.ana.get(evening.ana.order(evening.code, "torch").location)

    assert "Your answer is in. Still to answer: bo and cy; you get a letter." in read(answer)


def test_at_the_end_the_winners_come_first_and_then_whoever_has_more(world: World) -> None:
    friends = world.match("incan-gold", 4).play()

    page = Visitor(world).get(f"/m/{friends.match.code}").text

    seats = [int(seat) for seat in re.findall(r'data-mark="rank-(\d)"', page)]
    result = friends.match.result or {}
    points = [result["scores"][seat - 1] for seat in seats]
    assert sorted(seats) == [1, 2, 3, 4]
    assert points == sorted(points, reverse=True)
    assert set(seats[: len(result["winners"])]) == set(result["winners"])
