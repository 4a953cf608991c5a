"""Opening a match and taking seats."""

import re
from typing import Any

import pytest
from sqlmodel import Session, col, select

from app.models import Letter
from app.services import outbox
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, marks, read, signed_in


def test_a_match_is_opened_as_wished(world: World, ana: Visitor) -> None:
    code = ana.open(
        "tikal",
        **{"option-auction": "1", "ask": "36", "ask-unit": "hours", "bank": "4", "bank-unit": "days"},
        **{"policy": "bot", "watch": "players", "order": "drawn", "seat-3": "bot", "title": "Jungle"},
    )

    match = Friends(world, code).match
    assert (match.game, match.title, match.size) == ("tikal", "Jungle", 3)
    assert match.options == {"auction": True, "camp_needs_member": False}
    assert (match.ask_seconds, match.bank_seconds) == (36 * 3600, 4 * 86400)
    assert (match.policy, match.watch, match.seating) == ("bot", "players", "drawn")
    assert [seat.status for seat in Friends(world, code).seats()] == ["taken", "empty", "taken"]


def test_a_match_is_opened_with_bots_of_both_strengths(world: World, ana: Visitor) -> None:
    friends = Friends(world, ana.open("tikal", **{"seat-2": "strong bot", "seat-3": "bot"}))

    assert [seat.strength for seat in friends.seats()][1:] == ["strong", "modest"]


def test_a_match_without_a_clock(world: World, ana: Visitor) -> None:
    assert Friends(world, ana.open(**{"ask-unit": "none"})).match.ask_seconds is None


WRONG = {
    "too few seats": {"seat-2": "closed", "seat-3": "closed"},
    "no number": {"ask": "three"},
    "a huge number": {"ask": "9" * 40},
    "too long": {"ask": "9999"},
    "an unknown policy": {"policy": "x"},
    "no address": {"seat-2": "mail"},
    "a wrong address": {"seat-2": "mail", "email-2": "bo"},
    "a title too long": {"title": "x" * 61},
    "a salt too long": {"salt": "x" * 65},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_a_wish_that_cannot_be_is_told_and_kept(world: World, ana: Visitor, wrong: dict[str, str]) -> None:
    before = world.dump()
    form = {"game": "incan-gold", "title": "My title", "order": "drawn", "policy": "bot", "watch": "link"}
    form |= {
        "ask": "3",
        "ask-unit": "hours",
        "bank": "",
        "bank-unit": "days",
        "seat-2": "open",
        "seat-3": "bot",
    }

    answer = ana.post("/matches/new", {**form, **wrong})

    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'id="order-drawn" value="drawn" checked' in answer.text
    assert '<option value="hours" selected>' in answer.text
    assert world.dump() == before


def test_a_game_that_is_not_there(ana: Visitor) -> None:
    assert ana.post("/matches/new", {"game": "go"}).status_code == 404


def test_joining_by_the_link_to_pass_on(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open()
    path = f"/join/{Friends(world, code).join_key}"

    assert 'action="/sign-in"' in Visitor(world).get(path).text
    assert f'action="{path}"' in bo.get(path).text
    wrong = bo.post(path, {"name": "Bo", "salt": "x" * 65})
    assert wrong.status_code == 400
    assert "x" * 65 in wrong.text
    assert bo.post(path, {"name": "Bo", "salt": "mine"}).location == f"/m/{code}"
    assert Friends(world, code).seats()[1].name == "Bo"


def test_a_seat_is_offered_only_to_those_who_can_take_one(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", **{"seat-2": "mail", "email-2": "cy@example.org"})
    path = f"/join/{Friends(world, code).join_key}"
    cy, guest = signed_in(world, "cy@example.org"), Visitor(world)
    form = f'action="{path}"'

    assert "no-seat" in marks(bo.get(path))
    assert form not in bo.get(path).text
    assert 'action="/sign-in"' in guest.get(path).text  # it may be the one who was invited
    assert "no-seat" not in marks(cy.get(path))
    assert form in cy.get(path).text
    assert ana.get(path).location == f"/m/{code}"  # who sits there already is shown the match


def test_a_match_starts_when_the_last_seat_is_taken(evening: Evening) -> None:
    assert evening.friends.match.status == "running"
    dee = signed_in(evening.world, "dee@example.org")
    assert dee.join(evening.code).status_code == 400
    assert "closed" in marks(dee.get(f"/join/{evening.friends.join_key}"))


def test_the_host_fills_seats_and_starts(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open(**{"seat-4": "open", "seat-5": "open"})
    seat = f"/m/{code}/seat"
    bo.join(code)

    assert ana.post(f"/m/{code}/start").status_code == 400
    assert ana.post(seat, {"position": "3", "what": "bot"}).status_code == 303
    assert ana.post(seat, {"position": "4", "what": "invite", "email": "cy@example.org"}).status_code == 303
    assert "cy@example.org" in read(ana.get(f"/m/{code}"))
    assert "cy@example.org" not in bo.get(f"/m/{code}").text
    wrong = ana.post(seat, {"position": "5", "what": "invite", "email": "cy@"})
    assert wrong.status_code == 400
    assert 'value="cy@"' in wrong.text
    assert ana.post(seat, {"position": "1", "what": "free"}).status_code == 400
    assert ana.post(seat, {"position": "5", "what": "sell"}).status_code == 400
    assert ana.post(seat, {"position": "5", "what": "strong bot"}).status_code == 303
    assert ana.post(f"/m/{code}/start").status_code == 303
    friends = Friends(world, code)
    assert friends.match.size == 4
    assert [friends.seat(number).strength for number in (3, 4)] == ["modest", "strong"]


def test_leaving_and_cancelling(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open()
    bo.join(code)

    assert bo.post(f"/m/{code}/leave").status_code == 303
    assert Friends(world, code).seats()[1].status == "empty"
    assert bo.post(f"/m/{code}/cancel").status_code == 403
    assert ana.post(f"/m/{code}/cancel").status_code == 303
    assert "cancelled" in marks(ana.get(f"/m/{code}"))
    for path in ("/steps/0", "/board.svg", "/record.jsonl"):
        assert ana.get(f"/m/{code}{path}").status_code == 404
    assert ana.post(f"/m/{code}/sell").status_code == 404


# --- Letters that could not be delivered ---


def lose(world: World, **which: Any) -> None:
    """As if this letter had come back."""

    def lost(session: Session) -> None:
        newest = select(Letter).filter_by(**which).order_by(col(Letter.id).desc())
        letter = session.exec(newest.limit(1)).one()
        letter.due_at, letter.dropped, letter.error = None, outbox.GIVEN_UP, "came back: no such user"

    world.house.db.write(lost)


def test_the_host_of_an_open_match_is_told_of_an_invitation_that_came_back(
    world: World, ana: Visitor
) -> None:
    code = ana.open(**{"seat-2": "mail", "email-2": "zoe@example.org"})
    assert "lost" not in marks(ana.get(f"/m/{code}"))

    lose(world, to="zoe@example.org")

    told = "A letter to zoe@example.org could not be delivered: came back: no such user"
    assert told in read(ana.get(f"/m/{code}"))
    for other in (Visitor(world), signed_in(world, "bo@example.org")):
        assert "lost" not in marks(other.get(f"/m/{code}"))
        assert "zoe@example.org" not in other.get(f"/m/{code}").text


def test_nothing_is_told_of_an_invitation_that_does_not_stand_any_more(world: World, ana: Visitor) -> None:
    code = ana.open(**{"seat-2": "mail", "email-2": "zoe@exmaple.org"})
    lose(world, to="zoe@exmaple.org")

    ana.post(f"/m/{code}/seat", {"position": "2", "what": "invite", "email": "zoe@example.org"})

    assert "lost" not in marks(ana.get(f"/m/{code}"))


def test_the_host_of_a_match_that_is_over_is_told_of_a_lost_result(evening: Evening) -> None:
    bo, path = evening.world.player("bo@example.org"), f"/m/{evening.code}"
    evening.ana.post(f"{path}/give-up", {"sure": "give up"})
    assert "host" not in marks(evening.ana.get(path))

    lose(evening.world, player_id=bo.id, kind="result")

    page = evening.ana.get(path)
    assert {"host", "lost"} <= marks(page)
    assert "to <bdi>bo</bdi>" in page.text
    assert f"{path}/give-up" not in page.text
    assert f"{path}/pause" not in page.text
    assert "lost" not in marks(evening.bo.get(path))


def test_the_host_of_a_match_that_runs_is_told_as_before(evening: Evening) -> None:
    lose(evening.world, player_id=evening.world.player("bo@example.org").id)

    path = f"/m/{evening.code}"

    page = evening.ana.get(path)

    assert "lost" in marks(page)
    assert f'action="{path}/give-up"' in page.text


def drawn(page: Any) -> tuple[str, list[str]]:
    """The hidden field, and the hashes that are shown."""
    text = page.text
    field = re.search(r'name="drawn" value="([^"]*)"', text)
    shown = text.split('data-mark="drawn"')[1].split("</ol>")[0].split("</ul>")[0]
    return field[1] if field else "", re.findall(r"\b[0-9a-f]{64}\b", shown)


def test_the_host_sees_all_hashes_before_giving_a_salt(ana: Visitor) -> None:
    form = ana.get("/matches/new?game=incan-gold")
    field, hashes = drawn(form)

    code = ana.open(drawn=field, salt="mine")

    lobby = ana.get(f"/m/{code}")
    assert drawn(lobby)[1] == hashes[:3]
    assert re.findall(r"<code>([0-9a-f]{64})</code>", lobby.text)[0] in form.text


def test_a_form_that_is_sent_twice_shows_another_draw(ana: Visitor) -> None:
    field, hashes = drawn(ana.get("/matches/new?game=incan-gold"))
    ana.open(drawn=field)
    wished = {"game": "incan-gold", "order": "host", "policy": "wait", "watch": "link", "seat-2": "bot"}

    again = ana.post("/matches/new", {**wished, "seat-3": "bot", "drawn": field, "salt": "mine"})

    assert again.status_code == 400
    other, others = drawn(again)
    assert other not in ("", field)
    assert not {*others} & {*hashes}
    assert 'value="mine"' not in again.text


def test_a_form_with_a_mistake_keeps_its_draw(ana: Visitor) -> None:
    field, hashes = drawn(ana.get("/matches/new?game=incan-gold"))

    again = ana.post("/matches/new", {"game": "incan-gold", "drawn": field, "seat-2": "mail"})

    assert drawn(again)[1] == hashes
