"""Each page, for a guest, a player, a host and an onlooker."""

import pytest

from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks, read


def test_a_guest_is_told_what_this_is(world: World) -> None:
    answer = Visitor(world).get("/")

    assert answer.status_code == 200
    assert "Incan Gold" in read(answer)
    assert "Tikal" in read(answer)


@pytest.mark.parametrize("path", ["/me", "/me/delete", "/matches/new"])
def test_a_page_for_people_we_know_leads_a_guest_to_sign_in(world: World, path: str) -> None:
    answer = Visitor(world).get(path)

    assert (answer.status_code, answer.location) == (303, f"/sign-in?then={path}")


@pytest.mark.parametrize("path", ["/", "/me", "/me/delete", "/matches/new", "/matches/new?game=tikal"])
def test_a_player_gets_every_page_of_their_own(ana: Visitor, path: str) -> None:
    assert ana.get(path).status_code == 200


def test_home_lists_what_is_asked_first(evening: Evening) -> None:
    lists, page = {"asked", "not-asked", "others"}, evening.bo.get("/")

    assert marks(page) & lists == {"asked"}
    assert f'href="/m/{evening.code}"' in page.text
    assert "<time" in page.text
    evening.bo.order(evening.code, "torch")
    assert marks(evening.bo.get("/")) & lists == {"not-asked", "others"}


def test_the_lobby_shows_seats_and_only_hashes_of_salts(world: World, ana: Visitor, bo: Visitor) -> None:
    secret = "a secret of"
    code = ana.open(salt=f"{secret} Ana's")
    bo.join(code, salt=f"{secret} Bo's")

    for visitor in (ana, bo, Visitor(world)):
        page = visitor.get(f"/m/{code}").text
        assert page.index("Chance that anybody can check") < page.index("SHA-256 of the salt")
        assert secret not in page
    assert Friends(world, code).join_key in ana.get(f"/m/{code}").text
    assert Friends(world, code).join_key not in bo.get(f"/m/{code}").text


def test_the_host_has_buttons_that_others_have_not(evening: Evening) -> None:
    path = f"/m/{evening.code}"

    assert f"{path}/pause" in evening.ana.get(path).text
    assert f"{path}/pause" not in evening.bo.get(path).text
    assert f"{path}/pause" not in Visitor(evening.world).get(path).text


def test_the_table_has_the_board_its_description_and_its_text_twin(evening: Evening) -> None:
    page = evening.bo.get(f"/m/{evening.code}").text

    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    assert 'role="img"' in page
    assert "<desc" in page
    assert '<pre class="plain"' in page


def test_an_onlooker_sees_the_board_and_no_form(evening: Evening) -> None:
    page = Visitor(evening.world).get(f"/m/{evening.code}").text

    assert "<svg" in page
    assert "<textarea" not in page


def test_only_players_see_a_match_that_is_for_players(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", watch="players")
    bo.join(code)

    for path in ("", "/steps/0", "/board.svg", "/record.jsonl"):
        assert Visitor(world).get(f"/m/{code}{path}").status_code == 403
        assert bo.get(f"/m/{code}{path}").status_code == 200


def test_what_the_others_have_in_their_tents_is_nowhere(evening: Evening) -> None:
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "camp")
    match = evening.friends.match
    evening.ana.order(evening.code, "torch")

    assert match.state is not None
    for path in ("", "/steps/1", "/board.svg"):
        seen = Visitor(evening.world).get(f"/m/{evening.code}{path}").text
        assert "In the tent" not in seen
        assert "data-tent" not in seen


def test_history_goes_step_by_step(evening: Evening) -> None:
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")

    first = evening.bo.get(f"/m/{evening.code}/steps/0").text
    last = evening.bo.get(f"/m/{evening.code}/steps/1").text
    assert f'rel="next" href="/m/{evening.code}/steps/1"' in first
    assert 'rel="prev"' not in first
    assert f'rel="prev" href="/m/{evening.code}/steps/0"' in last
    assert 'rel="next"' not in last


@pytest.mark.parametrize("number", ["2", "99999999999999999999", "-1", "x"])
def test_a_step_that_is_not_there_is_not_found(evening: Evening, number: str) -> None:
    assert evening.bo.get(f"/m/{evening.code}/steps/{number}").status_code == 404


def test_a_step_can_be_asked_for_by_number(evening: Evening) -> None:
    assert evening.bo.get(f"/m/{evening.code}/steps?n=0").location == f"/m/{evening.code}/steps/0"
    assert evening.bo.get(f"/m/{evening.code}/steps?n=//evil").location == f"/m/{evening.code}/steps/0"


def test_the_drawing_has_an_address(evening: Evening) -> None:
    answer = evening.bo.get(f"/m/{evening.code}/board.svg?step=0")

    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.text.startswith("<svg")


def test_the_record_can_be_downloaded(evening: Evening) -> None:
    answer = Visitor(evening.world).get(f"/m/{evening.code}/record.jsonl")

    assert answer.content_type == "application/jsonl"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.text.count("\n") == 1
    assert "server_seed" not in answer.text


def test_the_commitment_is_told_with_what_it_gives(evening: Evening) -> None:
    told = read(Visitor(evening.world).get(f"/m/{evening.code}"))

    assert evening.friends.match.commitment in told
    assert "unless they decide the last salt after knowing all the others" in told
    assert "its owner could look" in told


def test_the_pages_need_no_script_and_no_style_of_their_own(evening: Evening) -> None:
    for path in ("/", "/me", "/matches/new?game=tikal", f"/m/{evening.code}", f"/m/{evening.code}/steps/0"):
        page = evening.ana.get(path).text
        assert page.count("<script") == 1
        assert "<script src=" in page
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick=" not in page


def test_a_browser_that_shows_a_file_of_ours_finds_an_icon(world: World) -> None:
    icon = Visitor(world).get("/favicon.ico")

    assert icon.status_code == 200
    assert icon.content_type.startswith("image/svg+xml")
    assert "max-age=31536000" in icon.headers["Cache-Control"]
