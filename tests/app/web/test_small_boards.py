"""Small boards: the pictures of the list of matches."""

from app.models import Match
from tests.world import World
from tests.world.visitor import Evening, Visitor, signed_in


def small(visitor: Visitor, code: str, tag: str = "") -> tuple[int, str, bytes]:
    answer = visitor.get(f"/m/{code}/small.svg", headers={"If-None-Match": tag} if tag else {})
    return answer.status_code, answer.headers.get("ETag", ""), answer.data


def test_my_matches_show_their_boards_those_that_wait_for_me_first(evening: Evening) -> None:
    evening.ana.order(evening.code, "torch")
    second = evening.ana.open(title="Sunday")
    evening.bo.join(second)
    evening.cy.join(second)

    page = evening.ana.get("/").text

    assert page.index(f"/m/{second}/small.svg") < page.index(f"/m/{evening.code}/small.svg")


def test_a_board_that_has_not_changed_is_not_sent_again(evening: Evening) -> None:
    status, tag, picture = small(evening.ana, evening.code)
    assert (status, picture[:4]) == (200, b"<svg")

    assert small(evening.ana, evening.code, tag) == (304, tag, b"")
    for visitor in (evening.ana, evening.bo, evening.cy):
        visitor.order(evening.code, "torch")

    assert small(evening.ana, evening.code, tag)[0] == 200


def test_a_picture_of_its_own_needs_no_font_of_its_reader(evening: Evening) -> None:
    for path in ("small.svg", "board.svg"):
        answer = evening.ana.get(f"/m/{evening.code}/{path}")

        assert b"<use" in answer.data
        assert b"<text" not in answer.data
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"


def test_each_viewer_and_each_language_has_a_tag_of_their_own(evening: Evening) -> None:
    tags = {small(visitor, evening.code)[1] for visitor in (evening.ana, evening.bo, Visitor(evening.world))}
    evening.ana.post("/language", {"language": "de"})

    assert len(tags | {small(evening.ana, evening.code)[1]}) == 4


def test_only_players_see_the_board_of_a_match_that_only_players_watch(evening: Evening) -> None:
    evening.world.change(Match, 1, watch="players")

    assert small(evening.ana, evening.code)[0] == 200
    assert small(Visitor(evening.world), evening.code)[0] == 403
    assert small(signed_in(evening.world, "eve@example.org"), evening.code)[0] == 403


def test_a_match_that_has_not_begun_has_no_board(world: World, ana: Visitor) -> None:
    code = ana.open(title="Later")

    assert small(ana, code)[0] == 404
    assert f"/m/{code}/small.svg" not in ana.get("/").text
