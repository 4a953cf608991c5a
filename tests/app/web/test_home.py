"""The first page: what waits for me, or what this is."""

from engine.registry import GAMES
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def test_a_visitor_who_comes_for_the_first_time_sees_boards_and_can_try_each_game(world: World) -> None:
    page = Visitor(world).get("/").text

    assert page.count("<svg xmlns") == len(GAMES)
    for game in GAMES:
        assert f'action="/try/{game}"' in page
        assert f'href="/rules/{game}"' in page


def test_a_player_who_has_no_match_is_told_how_to_get_one(world: World) -> None:
    page = signed_in(world, "new@example.org").get("/")

    assert marks(page) & {"no-match", "others"} == {"no-match"}


def test_what_is_asked_comes_before_what_waits_for_others(evening: Evening) -> None:
    evening.ana.order(evening.code, "torch")
    second = evening.ana.open(title="Sunday")
    evening.bo.join(second)
    evening.cy.join(second)

    page = evening.ana.get("/").text

    assert page.index("Sunday") < page.index('data-mark="others"') < page.index("Friday")
    assert "waiting for <bdi>bo</bdi>, <bdi>cy</bdi>" in page


def test_deadlines_are_told_in_my_zone(evening: Evening) -> None:
    evening.ana.post("/me", {"zone": "Asia/Tokyo"})

    assert "UTC+09:00 (in 3 days)" in read(evening.ana.get("/"))


def test_a_finished_match_leads_to_its_report_and_names_the_winner(world: World, ana: Visitor) -> None:
    code = ana.act("/try/incan-gold").request.path.removeprefix("/m/")
    while Friends(world, code).match.status == "running":
        ana.order(code, "camp")

    page = ana.get("/").text

    assert f'href="/m/{code}/report"' in page
    seats, result = Friends(world, code).seats(), Friends(world, code).match.result
    assert result
    assert ", ".join(f"<bdi>{seats[winner - 1].name}</bdi>" for winner in result["winners"]) in page


def test_a_match_that_was_given_up_or_cancelled_is_told_as_such(evening: Evening) -> None:
    waiting = evening.ana.open(title="Never")
    evening.ana.post(f"/m/{waiting}/cancel")
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})

    told = read(evening.ana.get("/"))

    assert "ended without a result" in told
    assert "cancelled" in told


def test_a_table_that_only_waits_has_no_report(world: World, ana: Visitor) -> None:
    code = ana.open(title="Never")
    ana.post(f"/m/{code}/cancel")

    assert f"/m/{code}/report" not in ana.get("/").text
