"""A rematch in one click."""

from tests.world import Friends
from tests.world.visitor import Evening, Visitor, read, signed_in


def give_up(evening: Evening) -> None:
    assert evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"}).status_code == 303


def test_each_player_of_a_finished_match_has_the_button(evening: Evening) -> None:
    action = f'action="/m/{evening.code}/rematch"'
    assert action not in evening.bo.get(f"/m/{evening.code}").text

    give_up(evening)

    assert action in evening.bo.get(f"/m/{evening.code}").text
    assert action not in Visitor(evening.world).get(f"/m/{evening.code}").text
    assert action not in signed_in(evening.world, "dee@example.org").get(f"/m/{evening.code}").text


def test_all_clicks_lead_to_one_match_which_then_begins(evening: Evening) -> None:
    give_up(evening)

    places = [
        who.post(f"/m/{evening.code}/rematch").location
        for who in (evening.bo, evening.bo, evening.ana, evening.cy)
    ]

    assert len(set(places)) == 1
    match = Friends(evening.world, places[0].removeprefix("/m/")).match
    assert (match.title, match.status) == ("Friday 2", "running")
    assert [seat.name for seat in Friends(evening.world, match.code).seats()] == ["bo", "cy", "ana"]


def test_invitations_go_out_at_once(evening: Evening) -> None:
    give_up(evening)
    evening.world.woken.clear()

    evening.bo.post(f"/m/{evening.code}/rematch")

    assert evening.world.woken
    asked = {letter.to for letter in evening.world.letters("invitation")}
    assert asked == {"ana@example.org", "cy@example.org"}


def test_no_addresses_to_strangers_the_lobby_of_a_rematch_has_names(evening: Evening) -> None:
    """The placeholder of its form is Ana's address."""
    give_up(evening)
    code = evening.bo.post(f"/m/{evening.code}/rematch").location.removeprefix("/m/")
    asked = evening.bo.get(f"/m/{code}")
    cy = next(seat for seat in Friends(evening.world, code).seats() if seat.asked_as == "cy")
    link = evening.world.house.links.address("invitation", [cy.key])

    Visitor(evening.world).post(link, {"what": "decline"})

    declined = evening.bo.get(f"/m/{code}")
    assert "invited cy" in read(asked)
    assert "cy has declined" in read(declined)
    assert "cy@example.org" not in asked.text + declined.text


def test_others_and_running_matches_have_none(evening: Evening) -> None:
    assert evening.bo.post(f"/m/{evening.code}/rematch").status_code == 400
    give_up(evening)
    dee = signed_in(evening.world, "dee@example.org")
    before = evening.world.dump()

    assert dee.post(f"/m/{evening.code}/rematch").status_code == 403
    assert Visitor(evening.world).post(f"/m/{evening.code}/rematch").status_code in (303, 403)
    assert evening.bo.post(f"/m/{evening.code}/rematch", {"csrf": "x"}).status_code == 403
    assert evening.world.dump() == before
