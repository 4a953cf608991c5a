"""A rematch in one click."""

from tests.app.web.visitors import Evening, read


def give_up(evening: Evening) -> None:
    assert evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"}).status_code == 303


def test_each_player_of_a_finished_match_has_the_button(evening: Evening) -> None:
    action = f'action="/m/{evening.code}/rematch"'
    assert action not in evening.bo.get(f"/m/{evening.code}").text

    give_up(evening)

    assert action in evening.bo.get(f"/m/{evening.code}").text
    assert action not in evening.site.guest().get(f"/m/{evening.code}").text
    assert action not in evening.site.person("dee@example.org").get(f"/m/{evening.code}").text


def test_all_clicks_lead_to_one_match_which_then_begins(evening: Evening) -> None:
    give_up(evening)

    places = [
        who.post(f"/m/{evening.code}/rematch").location
        for who in (evening.bo, evening.bo, evening.ana, evening.cy)
    ]

    assert len(set(places)) == 1
    match = evening.site.match(places[0].removeprefix("/m/"))
    assert (match.title, match.status) == ("Friday 2", "running")
    assert [seat.name for seat in evening.site.seats(match.code)] == ["bo", "cy", "ana"]


def test_invitations_go_out_at_once(evening: Evening) -> None:
    give_up(evening)
    evening.site.woken.clear()

    page = evening.bo.act(f"/m/{evening.code}/rematch")

    assert evening.site.woken
    assert "ana@example.org" in read(page)
    assert "cy@example.org" in read(page)


def test_others_and_running_matches_have_none(evening: Evening) -> None:
    assert evening.bo.post(f"/m/{evening.code}/rematch").status_code == 400
    give_up(evening)
    dee = evening.site.person("dee@example.org")
    before = evening.site.dump()

    assert dee.post(f"/m/{evening.code}/rematch").status_code == 403
    assert evening.site.guest().post(f"/m/{evening.code}/rematch").status_code in (303, 403)
    assert evening.bo.post(f"/m/{evening.code}/rematch", {"csrf": "x"}).status_code == 403
    assert evening.site.dump() == before
