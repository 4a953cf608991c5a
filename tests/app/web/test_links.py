"""What letters lead to: GET and HEAD show, POST acts, and acts once."""

from functools import partial

import pytest
from sqlmodel import Session

from app.links import Action
from app.services.matches import find
from tests.app.web.visitors import Evening, Site, Visitor, local, read


def everything(evening: Evening) -> list[str]:
    """One link of each kind."""
    links, seat = evening.site.house.links, evening.site.seats(evening.code)[1]
    return [
        evening.site.link(evening.code, 2, "torch"),
        evening.site.link(evening.code, 2),
        links.address("stop", [evening.code, 2]),
        links.address("back", [evening.code, 2]),
        links.address("invitation", [seat.id, seat.key]),
        links.address("sign-in", [seat.player_id, 1]),
    ]


def test_looking_changes_nothing_however_often(evening: Evening) -> None:
    guest, before = evening.site.guest(), evening.site.dump()

    for link in everything(evening) * 3:
        assert guest.get(link).status_code == 200
        assert guest.client.head(local(link)).status_code == 200
    assert evening.site.dump() == before


def test_pages_behind_a_secret_do_not_leave_the_browser(evening: Evening) -> None:
    for link in [*everything(evening), f"/join/{evening.site.match(evening.code).join_key}"]:
        headers = evening.site.guest().get(link).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex"


def test_a_one_click_answer_is_shown_and_then_given(evening: Evening) -> None:
    guest, link = evening.site.guest(), evening.site.link(evening.code, 2, "torch")

    shown = read(guest.get(link))
    assert "You act as bo" in shown
    assert "Submit: torch" in shown

    done = read(guest.act(link))
    assert "Receipt no. 1" in done
    assert "Orders torch" in done
    assert evening.site.match(evening.code).head[:8] in done


def test_a_second_click_gets_the_first_receipt(evening: Evening) -> None:
    guest, link = evening.site.guest(), evening.site.link(evening.code, 2, "torch")
    guest.act(link)
    before = evening.site.dump()

    again = guest.act(link)

    assert again.status_code == 200
    assert "Receipt no. 1" in read(again)
    assert "This had been answered before" in read(again)
    assert evening.site.dump() == before


def test_a_link_of_the_past_tells_what_was_played(evening: Evening) -> None:
    guest, link = evening.site.guest(), evening.site.link(evening.code, 2, "torch")
    camp = evening.site.link(evening.code, 1, "camp")
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")
    before = evening.site.dump()

    told = read(guest.get(link))
    assert "It changes nothing any more" in told
    assert "Receipt no. 1" in told
    assert "bo : torch" in told
    assert f"/m/{evening.code}" in guest.get(link).text
    assert guest.post(camp).status_code in (200, 409)
    assert "Orders torch" in read(guest.act(camp))
    assert evening.site.dump() == before


def test_a_link_of_the_past_of_somebody_who_did_not_answer(evening: Evening) -> None:
    link = evening.site.link(evening.code, 3, "camp")
    evening.cy.post(f"/m/{evening.code}/plan", {"what": "set", "plan": "always: torch"})
    for who in (evening.ana, evening.bo):
        who.order(evening.code, "torch")

    told = read(evening.site.guest().get(link))

    assert "cy : torch by plan" in told
    assert evening.site.guest().post(link).status_code == 409


def test_a_seat_can_be_played_from_its_letter_alone(site: Site, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)
    guest, link = site.guest(), site.link(code, 1)
    match = site.match(code)

    page = guest.get(link)
    assert '<textarea id="orders-text"' in page.text
    assert "You are ana" in read(page)

    typed = {"turn": match.turn, "base": match.steps, "orders": "tile a3 r0; nter 1 a5"}
    preview = guest.post(link, {**typed, "what": "preview", "orders": "tile a3 r0"})
    assert "This is a preview" in read(preview)
    wrong = guest.post(link, {**typed, "what": "submit"})
    assert wrong.status_code == 422
    assert "<mark>nter</mark>" in wrong.text
    assert "tile a3 r0; nter 1 a5</textarea>" in wrong.text
    assert site.match(code).steps == 1

    done = guest.act(link, {**typed, "what": "submit", "orders": "tile a3 r0"})
    assert "Receipt no. 1" in read(done)
    assert "Go on with your turn" in read(done)
    assert "You are ana" in read(guest.get(link))


def test_a_plan_can_be_set_from_a_letter(evening: Evening) -> None:
    guest, link = evening.site.guest(), evening.site.link(evening.code, 2)

    rehearsed = guest.post(link, {"what": "rehearse", "plan": "always: camp if path >= 5; else torch"})
    assert "Only rehearsed" in read(rehearsed)
    assert (
        guest.post(link, {"what": "set", "plan": "always camp if path > 900, else torch"}).status_code == 303
    )
    assert evening.site.seats(evening.code)[1].plan == "always: camp if path > 900; else torch"
    assert guest.post(link, {"what": "set", "plan": "torhc"}).status_code == 422


def test_a_link_is_for_one_seat_and_one_turn(evening: Evening) -> None:
    match = evening.site.match(evening.code)
    later = Action(evening.code, 2, match.turn + 1, match.steps, "torch")
    nobody = Action(evening.code, 9, match.turn, match.steps, "torch")

    for action in (later, nobody):
        answer = evening.site.guest().post(evening.site.house.links.action(action))
        assert answer.status_code in (404, 409)
    assert all(ask.orders is None for ask in evening.site.asks(evening.code))


@pytest.mark.parametrize("path", ["/do/{}/go", "/sign-in/{}/go", "/invitation/{}/go", "/stop/{}/go"])
def test_a_token_that_is_not_ours_is_not_found(evening: Evening, path: str) -> None:
    token = evening.site.link(evening.code, 2, "torch").split("/")[-2]

    for wrong in ("x", token[:-1], token.swapcase(), token + "x", "%00", "%ED%A0%80", "🌋", "a" * 5000):
        for method in ("get", "post"):
            answer = getattr(evening.site.guest(), method)(path.format(wrong))
            assert answer.status_code == 404, (method, wrong)
            assert "Not here" in read(answer)


def test_a_token_of_one_purpose_does_not_serve_another(evening: Evening) -> None:
    token = evening.site.house.links.make("stop", [evening.code, 2])

    assert evening.site.guest().post(f"/do/{token}/go").status_code == 404
    assert evening.site.guest().post(f"/sign-in/{token}/go").status_code == 404


def test_a_paused_match_says_so_and_keeps_what_was_typed(evening: Evening) -> None:
    click, seat = evening.site.link(evening.code, 2, "torch"), evening.site.link(evening.code, 2)
    evening.ana.post(f"/m/{evening.code}/pause")

    assert "paused" in read(evening.site.guest().get(click))
    assert evening.site.guest().post(click).status_code == 400
    answer = evening.site.guest().post(seat, {"what": "submit", "orders": "camp"})
    assert answer.status_code == 400
    assert "camp</textarea>" in answer.text


def test_letters_of_a_match_are_ended_by_a_mail_program_too(evening: Evening) -> None:
    link = evening.site.house.links.address("stop", [evening.code, 2])

    pressed = evening.site.guest().client.post(local(link), data={"List-Unsubscribe": "One-Click"})
    assert pressed.status_code == 200
    assert evening.site.seats(evening.code)[1].mute
    assert evening.site.guest().post(link).status_code == 200
    assert evening.site.guest().post(link, {"what": "again"}).status_code == 200
    assert not evening.site.seats(evening.code)[1].mute


def test_who_was_away_comes_back_by_the_letter_signed_in_or_not(evening: Evening) -> None:
    """Forms at secret addresses have no token of the session: those of letters cannot know it."""
    back = local(evening.site.house.links.address("back", [evening.code, 2]))
    for visitor in (evening.bo, evening.site.guest()):
        evening.site.house.db.write(partial(play_by_bot, code=evening.code, seat=2))
        assert "A bot is playing for bo" in read(visitor.get(back))

        answer = visitor.client.post(back)

        assert answer.status_code == 200
        assert "You play yourself, and it is your turn" in read(answer)
        assert not evening.site.seats(evening.code)[1].deputy


def test_who_comes_back_too_late_is_told_so(evening: Evening) -> None:
    back = evening.site.house.links.address("back", [evening.code, 2])
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})

    assert evening.site.match(evening.code).status == "abandoned"
    assert "This match is not being played any more." in read(evening.site.guest().get(back))
    assert "a letter will tell you" not in read(evening.site.guest().client.post(local(back)))


def play_by_bot(session: Session, code: str, seat: int) -> None:
    own = find.seated(session, find.by_code(session, code))[seat - 1]
    own.deputy = True


def test_an_invitation_is_accepted_or_declined(site: Site, ana: Visitor) -> None:
    code = ana.open(
        **{"seat-2": "mail", "email-2": "bo@example.org", "seat-3": "mail", "email-3": "cy@example.org"}
    )
    second, third = (
        site.house.links.address("invitation", [seat.id, seat.key]) for seat in site.seats(code)[1:]
    )
    guest = site.guest()

    assert "Seat 2 is kept for you" in read(guest.get(second))
    wrong = guest.post(second, {"what": "accept", "name": "x" * 41, "salt": "mine"})
    assert wrong.status_code == 400
    assert 'value="mine"' in wrong.text
    assert guest.post(second, {"what": "accept", "name": "Bo", "salt": "mine"}).status_code == 200
    assert site.seats(code)[1].name == "Bo"
    assert "This invitation was accepted" in read(guest.get(second))
    assert guest.post(third, {"what": "decline"}).status_code == 200
    assert site.seats(code)[2].status == "empty"
    assert guest.get(third).status_code == 200
    assert guest.post(third).status_code == 400
