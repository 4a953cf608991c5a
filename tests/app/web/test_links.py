"""What letters lead to: GET and HEAD show, POST acts, and acts once."""

from functools import partial

import pytest
from sqlmodel import Session

from app.links import Action
from app.services.matches import find
from app.services.people import signing_in
from tests.world import Friends, World
from tests.world.letter_reader import one_click
from tests.world.mailer import Mailer
from tests.world.visitor import Evening, Visitor, local, marks, read


def everything(evening: Evening) -> list[str]:
    """One link of each kind."""
    links, seat = evening.world.house.links, evening.friends.seats()[1]
    return [
        evening.friends.link(2, "torch"),
        evening.friends.link(2),
        evening.friends.seat_link("stop", 2),
        evening.friends.seat_link("back", 2),
        evening.friends.seat_link("propose", 2),
        links.address("invitation", [seat.key]),
        signing_in.sign_in_address(evening.world.house, evening.world.player("bo@example.org")),
    ]


def test_looking_changes_nothing_however_often(evening: Evening) -> None:
    guest, before = Visitor(evening.world), evening.world.dump()

    for link in everything(evening) * 3:
        assert guest.get(link).status_code == 200
        assert guest.client.head(local(link)).status_code == 200
    assert evening.world.dump() == before


def test_pages_behind_a_secret_do_not_leave_the_browser(evening: Evening) -> None:
    for link in [*everything(evening), f"/join/{evening.friends.join_key}"]:
        headers = Visitor(evening.world).get(link).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex"


def test_a_one_click_answer_is_shown_and_then_given(evening: Evening) -> None:
    guest, link = Visitor(evening.world), evening.friends.link(2, "torch")

    shown = guest.get(link)
    assert "You are playing as bo" in read(shown)
    assert "Submit: torch" in read(shown)

    done = guest.act(link)
    assert "receipt-1" in marks(done)
    assert "Orders torch" in read(done)
    assert evening.friends.match.head[:8] in read(done)


def test_a_question_by_mail_is_answered_with_a_link_that_shows_the_orders_first(evening: Evening) -> None:
    mailer = Mailer(evening.friends)
    mailer.mistake_in(2, "Shall I stay?")
    guest, link = Visitor(evening.world), one_click(mailer.answer().text)["torch"]
    before = evening.world.dump()

    shown = guest.get(link)
    assert "Submit: torch" in read(shown)
    assert evening.world.dump() == before

    assert "receipt-1" in marks(guest.act(link))
    assert evening.friends.ask(2).orders == "torch"


def test_a_second_click_gets_the_first_receipt(evening: Evening) -> None:
    guest, link = Visitor(evening.world), evening.friends.link(2, "torch")
    guest.act(link)
    before = evening.world.dump()

    again = guest.act(link)

    assert again.status_code == 200
    assert {"receipt-1", "again"} <= marks(again)
    assert evening.world.dump() == before


def test_a_link_of_the_past_tells_what_was_played(evening: Evening) -> None:
    guest, link = Visitor(evening.world), evening.friends.link(2, "torch")
    camp = evening.friends.link(1, "camp")
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")
    before = evening.world.dump()

    page = guest.get(link)
    assert {"passed", "receipt-1"} <= marks(page)
    assert '<bdi>bo</bdi>: <span class="orders">torch</span>' in page.text
    assert f"/m/{evening.code}" in page.text
    assert guest.post(camp).status_code in (200, 409)
    assert "Orders torch" in read(guest.act(camp))
    assert evening.world.dump() == before


def test_a_link_of_the_past_of_somebody_who_did_not_answer(evening: Evening) -> None:
    link = evening.friends.link(3, "camp")
    evening.cy.post(f"/m/{evening.code}/plan", {"what": "set", "plan": "always: torch"})
    for who in (evening.ana, evening.bo):
        who.order(evening.code, "torch")

    page = Visitor(evening.world).get(link)

    assert '<bdi>cy</bdi>: <span class="orders">torch</span>' in page.text
    assert "by-standing" in marks(page)
    assert Visitor(evening.world).post(link).status_code == 409


def test_a_seat_can_be_played_from_its_letter_alone(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)
    guest, link = Visitor(world), Friends(world, code).link(1)
    match = Friends(world, code).match

    page = guest.get(link)
    assert '<textarea id="orders-text"' in page.text
    assert "seat-1" in marks(page)

    typed, at = "tile a3 r0; xyzzy 1 a5", {"turn": match.turn, "base": match.steps}
    preview = guest.post(link, {**at, "what": "preview", "orders": "tile a3 r0"})
    assert "preview" in marks(preview)
    wrong = guest.post(link, {**at, "what": "submit", "orders": typed})
    assert wrong.status_code == 422
    assert "<mark>xyzzy</mark>" in wrong.text
    assert f"{typed}</textarea>" in wrong.text
    assert Friends(world, code).match.steps == 1

    done = guest.act(link, {**at, "what": "submit", "orders": "tile a3 r0"})
    assert {"receipt-1", "more"} <= marks(done)
    assert "seat-1" in marks(guest.get(link))


def test_a_plan_can_be_set_from_a_letter(evening: Evening) -> None:
    guest, link = Visitor(evening.world), evening.friends.link(2)

    rehearsed = guest.post(link, {"what": "rehearse", "plan": "always: camp if path >= 5; else torch"})
    assert "rehearsed" in marks(rehearsed)
    made = guest.post(link, {"what": "set", "plan": "always camp if path > 900, else torch"})
    assert made.status_code == 303
    assert evening.friends.seats()[1].plan == "always: camp if path > 900; else torch"
    assert guest.post(link, {"what": "set", "plan": "torhc"}).status_code == 422


def test_a_link_is_for_one_seat_and_one_turn(evening: Evening) -> None:
    match = evening.friends.match
    later = Action(evening.code, 2, match.turn + 1, match.steps, "torch")
    nobody = Action(evening.code, 9, match.turn, match.steps, "torch")

    for action in (later, nobody):
        answer = Visitor(evening.world).post(evening.world.house.links.action(action))
        assert answer.status_code in (404, 409)
    assert all(ask.orders is None for ask in evening.friends.all_asks())


@pytest.mark.parametrize("path", ["/do/{}/go", "/sign-in/{}/go", "/invitation/{}/go", "/stop/{}/go"])
def test_a_token_that_is_not_ours_is_not_found(evening: Evening, path: str) -> None:
    token = evening.friends.link(2, "torch").split("/")[-2]

    for wrong in ("x", token[:-1], token.swapcase(), token + "x", "%00", "%ED%A0%80", "🌋", "a" * 5000):
        for method in ("get", "post"):
            answer = getattr(Visitor(evening.world), method)(path.format(wrong))
            assert answer.status_code == 404, (method, wrong)
            assert "problem" in marks(answer)


def test_a_token_of_one_purpose_does_not_serve_another(evening: Evening) -> None:
    token = evening.world.house.links.make("stop", [evening.code, 2])

    assert Visitor(evening.world).post(f"/do/{token}/go").status_code == 404
    assert Visitor(evening.world).post(f"/sign-in/{token}/go").status_code == 404


def test_a_paused_match_says_so_and_keeps_what_was_typed(evening: Evening) -> None:
    click, seat = evening.friends.link(2, "torch"), evening.friends.link(2)
    evening.ana.post(f"/m/{evening.code}/pause")

    assert "paused" in read(Visitor(evening.world).get(click))
    assert Visitor(evening.world).post(click).status_code == 400
    answer = Visitor(evening.world).post(seat, {"what": "submit", "orders": "camp"})
    assert answer.status_code == 400
    assert "camp</textarea>" in answer.text


def test_letters_of_a_match_are_ended_by_a_mail_program_too(evening: Evening) -> None:
    link = evening.friends.seat_link("stop", 2)

    pressed = Visitor(evening.world).client.post(local(link), data={"List-Unsubscribe": "One-Click"})
    assert pressed.status_code == 200
    assert evening.friends.seats()[1].mute
    assert Visitor(evening.world).post(link).status_code == 200
    assert Visitor(evening.world).post(link, {"what": "again"}).status_code == 200
    assert not evening.friends.seats()[1].mute


def test_a_player_who_was_away_comes_back_by_the_letter_signed_in_or_not(evening: Evening) -> None:
    """Forms at secret addresses have no token of the session: those of letters cannot know it."""
    back = local(evening.friends.seat_link("back", 2))
    for visitor in (evening.bo, Visitor(evening.world)):
        evening.world.house.db.write(partial(play_by_bot, code=evening.code, seat=2))
        assert "A bot is playing for bo" in read(visitor.get(back))

        answer = visitor.client.post(back)

        assert answer.status_code == 200
        assert "asked-2" in marks(answer)
        assert not evening.friends.seats()[1].deputy


def test_a_player_who_comes_back_too_late_is_told_so(evening: Evening) -> None:
    back = evening.friends.seat_link("back", 2)
    evening.ana.post(f"/m/{evening.code}/give-up", {"sure": "give up"})

    assert evening.friends.match.status == "abandoned"
    for page in (Visitor(evening.world).get(back), Visitor(evening.world).client.post(local(back))):
        assert marks(page) & {"ended", "asked-2", "not-asked"} == {"ended"}


def play_by_bot(session: Session, code: str, seat: int) -> None:
    own = find.seats_of(session, find.by_code(session, code))[seat - 1]
    own.deputy = True


def test_an_invitation_is_accepted_or_declined(world: World, ana: Visitor) -> None:
    code = ana.open(
        **{"seat-2": "mail", "email-2": "bo@example.org", "seat-3": "mail", "email-3": "cy@example.org"}
    )
    second, third = (
        world.house.links.address("invitation", [seat.key]) for seat in Friends(world, code).seats()[1:]
    )
    guest = Visitor(world)

    assert "kept-2" in marks(guest.get(second))
    wrong = guest.post(second, {"what": "accept", "name": "x" * 41, "salt": "mine"})
    assert wrong.status_code == 400
    assert 'value="mine"' in wrong.text
    assert guest.post(second, {"what": "accept", "name": "Bo", "salt": "mine"}).status_code == 200
    assert Friends(world, code).seats()[1].name == "Bo"
    assert "accepted" in marks(guest.get(second))
    assert guest.post(third, {"what": "decline"}).status_code == 200
    assert Friends(world, code).seats()[2].status == "empty"
    assert guest.get(third).status_code == 200
    assert guest.post(third).status_code == 400
