"""What the script of a match's page is told."""

import json
from typing import Any

import pytest
from sqlmodel import Session
from werkzeug.test import TestResponse

from app.services.matches import find
from engine import tikal
from tests.engine.matches import SETTINGS, moments
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, signed_in

TILE = "tile a3 r0"


@pytest.fixture
def code(world: World, ana: Visitor, bo: Visitor) -> str:
    made = ana.open("tikal")
    bo.join(made)
    return made


def compose(who: Visitor, code: str, orders: str, path: str = "", **fields: Any) -> TestResponse:
    match = Friends(who.world, code).match
    form = {"turn": match.turn, "base": match.steps, "orders": orders, **fields}
    return who.post(path or f"/m/{code}/compose", form)


def link(world: World, code: str, seat: int = 1) -> str:
    return Friends(world, code).link(seat).removesuffix("/go") + "/compose"


def told(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    value = json.loads(answer.text)
    assert isinstance(value, dict)
    return value


def test_an_empty_draft_is_told_where_the_tile_can_go(ana: Visitor, code: str) -> None:
    draft = told(compose(ana, code, ""))

    assert draft["actions"] == []
    assert {tap["at"] for tap in draft["taps"]} >= {"a3"}
    assert draft["left"].startswith("10 AP once")
    assert draft["board"].startswith("<svg")


def test_a_draft_is_told_in_canonical_form_with_what_comes_of_it(ana: Visitor, code: str) -> None:
    draft = told(compose(ana, code, "Tile A3, then enter 2 a5"))

    assert draft["actions"] == [TILE, "enter 2 a5"]
    assert "ana brings 2 workers into a5." in draft["sentences"]
    assert draft["left"] == "8 AP left"
    assert draft["problem"] is None
    moves = [tap for tap in draft["taps"] if tap.get("start") == "a5" and tap["at"] == "a4"]
    assert [(tap["orders"], tap["cost"]) for tap in moves] == [("move 1 a5 a4", 2)]


def test_of_a_mistake_the_place_is_told_and_what_was_good_before_it(ana: Visitor, code: str) -> None:
    for wrong in ("dig h1", "xyzzy h1", "enter xyzzy a5"):
        draft = told(compose(ana, code, f"{TILE}; {wrong}"))

        assert draft["actions"] == [TILE]
        assert draft["problem"]["place"] in wrong
        assert draft["problem"]["told"]


def test_nonsense_leaves_the_board_as_it_is(ana: Visitor, code: str) -> None:
    for text in ("🌋🗿", "hello", "; ; ;", "(" * 5_000, "tile h1 r0; " * 800):
        draft = told(compose(ana, code, text))

        assert draft["actions"] == []
        assert draft["problem"]


def test_what_is_written_is_kept_and_shown_on_the_page(ana: Visitor, code: str) -> None:
    compose(ana, code, f"{TILE}; enter")

    assert f"{TILE}; enter</textarea>" in ana.get(f"/m/{code}").text


def test_looking_keeps_nothing(world: World, ana: Visitor, code: str) -> None:
    before = world.dump()

    compose(ana, code, TILE, look="1")

    assert world.dump() == before


def test_composing_plays_nothing(world: World, ana: Visitor, code: str) -> None:
    compose(ana, code, f"{TILE}; end")

    assert Friends(world, code).match.steps == 1


def test_nobody_else_sees_a_draft(world: World, ana: Visitor, bo: Visitor, code: str) -> None:
    drafted = "enter 7 a5"

    compose(ana, code, f"{TILE}; {drafted}")

    for visitor in (bo, Visitor(world)):
        assert drafted not in visitor.get(f"/m/{code}").text


def test_by_the_link_of_a_letter_nobody_needs_to_be_signed_in(world: World, ana: Visitor, code: str) -> None:
    answer = compose(Visitor(world), code, TILE, link(world, code))

    assert told(answer)["actions"] == [TILE]
    assert f"{TILE}</textarea>" in ana.get(f"/m/{code}").text
    assert f'data-door="{link(world, code).removeprefix("http://127.0.0.1:8000")}"' in (
        Visitor(world).get(Friends(world, code).link(1)).text
    )


def test_the_link_of_another_turn_composes_nothing(
    world: World, ana: Visitor, bo: Visitor, code: str
) -> None:
    old = link(world, code)
    ana.order(code, f"{TILE}; end")
    bo.order(code, "end") if Friends(world, code).match.state["phase"] == "ap" else None  # type: ignore[index]
    before = world.dump()

    answer = compose(Visitor(world), code, TILE, old)

    assert answer.status_code == 409
    assert "already been decided" in json.loads(answer.text)["gone"]
    assert world.dump() == before


def test_a_base_that_has_passed_is_told(ana: Visitor, code: str) -> None:
    ana.order(code, TILE)

    answer = compose(ana, code, "enter 1 a5", base=1)

    assert answer.status_code == 409
    assert "already been decided" in json.loads(answer.text)["gone"]


def test_a_player_who_has_no_seat_or_is_not_asked_composes_nothing(
    world: World, bo: Visitor, code: str
) -> None:
    before = world.dump()

    for visitor, status in ((bo, 409), (signed_in(world, "dee@example.org"), 403), (Visitor(world), 403)):
        assert compose(visitor, code, TILE).status_code == status
    assert {line for line in world.dump().splitlines() if "draft" in line} == {
        line for line in before.splitlines() if "draft" in line
    }


def test_a_forged_token_is_no_link(world: World, code: str) -> None:
    assert compose(Visitor(world), code, "", "/do/forged/compose").status_code == 404


def test_without_the_token_of_the_session_nothing_is_kept(world: World, ana: Visitor, code: str) -> None:
    before = world.dump()

    assert compose(ana, code, TILE, csrf="x").status_code == 403
    assert world.dump() == before


def test_a_draft_is_bounded(world: World, ana: Visitor, code: str) -> None:
    before = world.dump()

    too_long = compose(ana, code, "enter 1 a5;" * 2_000)

    assert too_long.status_code == 400
    assert world.dump() == before


def test_no_cache_keeps_an_answer(world: World, ana: Visitor, code: str) -> None:
    for answer in (compose(ana, code, ""), compose(Visitor(world), code, "", link(world, code))):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Content-Type"] == "application/json"


def test_an_answer_never_holds_what_is_hidden(world: World, ana: Visitor, code: str) -> None:
    """Two matches that differ only in the order of what is face down give the same answer."""
    answers = [told(compose(ana, code, text)) for text in ("", f"{TILE}; end")]

    assert answers[1]["stops"] == "tile"
    assert "turned up" not in " ".join(answers[1]["sentences"])


def test_names_of_people_are_only_text(world: World, ana: Visitor) -> None:
    bo = signed_in(world, "bo@example.org")
    code = ana.open("tikal")
    bo.join(code, name="<img src=x>")

    assert "<img" not in told(compose(ana, code, ""))["board"]


def test_a_sealed_choice_can_be_drafted_too(evening: Evening) -> None:
    draft = told(compose(evening.bo, evening.code, "STAY"))

    assert draft["actions"] == ["torch"]
    assert draft["stops"] == "others"
    assert [tap["orders"] for tap in draft["taps"]] == ["torch", "camp"]


def test_the_script_is_on_the_page_of_a_player_who_can_play_on_the_board(
    ana: Visitor, bo: Visitor, code: str
) -> None:
    assert "playing.js" in ana.get(f"/m/{code}").text
    assert 'id="compose"' in ana.get(f"/m/{code}").text
    assert 'id="compose"' not in bo.get(f"/m/{code}").text
    assert "playing.js" not in Visitor(ana.world).get(f"/m/{code}").text


def test_the_page_of_a_full_table_is_not_heavy(world: World, ana: Visitor, bo: Visitor) -> None:
    setting = next(setting for setting in SETTINGS if str(setting) == "tikal-4")
    code = ana.open("tikal", **{"seat-3": "open", "seat-4": "open"})
    for friend in (bo, signed_in(world, "cy@example.org"), signed_in(world, "dee@example.org")):
        friend.join(code)
    late = next(m.before for m in moments(setting)[::-1] if m.before.to_move == 1 and m.before.phase == "ap")
    world.house.db.write(lambda session: put(session, code, tikal.to_json(late)))

    answers = ana.get(f"/m/{code}"), compose(ana, code, "")

    assert len(told(answers[1])["spots"]) >= 35
    assert all(len(answer.data) < 200_000 for answer in answers)


def put(session: Session, code: str, state: dict[str, Any]) -> None:
    match = find.by_code(session, code)
    match.state = state
    session.add(match)


def test_where_bids_are_asked_for_there_is_nothing_to_tap_on_the_board(ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", **{"option-auction": "1"})
    bo.join(code)

    page = ana.get(f"/m/{code}").text

    assert "data-place" not in page
    assert '<button name="orders" value="bid 1"' in page
