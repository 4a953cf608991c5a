"""The worker is woken by what leaves work for it, after the commit, and by nothing else."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlmodel import Session, select

from app.clock import now
from app.models import Letter, Player
from app.services import outbox
from app.services.inbox import intake
from app.services.people import accounts, signing_in
from tests.app.services.inbox.mails import raw, reply_to
from tests.world.visitor import Evening, Visitor

FORMS = {
    "a sealed choice that others still wait with": ("orders", {"what": "submit", "orders": "torch"}),
    "a look at what orders would do": ("orders", {"what": "preview", "orders": "torch"}),
    "a plan": ("plan", {"what": "set", "plan": "camp if hold >= 90"}),
    "a rehearsal": ("plan", {"what": "rehearse", "plan": "torch"}),
    "a note": ("note", {"note": "Bo is bluffing"}),
    "talk that the next letter tells": ("talk", {"talk": "Hello"}),
    "a draft": ("compose", {"orders": "torch"}),
}


def send(evening: Evening, path: str, fields: dict[str, str]) -> int:
    match = evening.friends.match
    form = {"turn": match.turn, "base": match.steps, **fields}
    return evening.bo.post(f"/m/{evening.code}/{path}", form).status_code


@pytest.mark.parametrize("what", FORMS)
def test_what_is_only_written_down_wakes_nobody(evening: Evening, what: str) -> None:
    evening.world.woken.clear()

    assert send(evening, *FORMS[what]) in (200, 303)

    assert not evening.world.woken


def test_the_choice_that_all_wait_for_wakes_once(evening: Evening) -> None:
    evening.ana.order(evening.code, "torch")
    evening.bo.order(evening.code, "torch")
    evening.world.woken.clear()

    evening.cy.order(evening.code, "torch")

    assert evening.world.woken == ["woken"]


def test_a_letter_that_somebody_asks_for_wakes(evening: Evening) -> None:
    evening.world.woken.clear()

    Visitor(evening.world).post("/sign-in", {"email": "dee@example.org"})

    assert evening.world.woken == ["woken"]


def test_a_player_who_leaves_for_good_wakes_for_the_bot_that_plays_now(evening: Evening) -> None:
    evening.world.woken.clear()

    evening.cy.post("/me/delete", {"sure": "delete"})

    assert evening.world.woken == ["woken"]


def test_new_wishes_wake_only_where_letters_have_waited(evening: Evening) -> None:
    evening.world.woken.clear()
    evening.bo.post("/me", {"mail": "each"})
    assert not evening.world.woken

    put_letter(evening, tomorrow=True)
    evening.bo.post("/me", {"mail": "each"})

    assert evening.world.woken == ["woken"]


def put_letter(evening: Evening, tomorrow: bool) -> None:
    house = evening.world.house
    when = now() + timedelta(days=1) if tomorrow else None

    def put(session: Session) -> None:
        bo = accounts.find_by_address(session, "bo@example.org")
        outbox.put(session, "started", "one", player=bo, wanted_at=when)

    house.write(put)


@pytest.mark.parametrize("tomorrow", [False, True])
def test_a_letter_wakes_when_it_is_to_leave_at_once(evening: Evening, tomorrow: bool) -> None:
    evening.world.woken.clear()

    put_letter(evening, tomorrow)

    assert bool(evening.world.woken) is not tomorrow


def test_a_mail_wakes_once_however_often_it_is_brought(evening: Evening) -> None:
    house = evening.world.house
    to = reply_to(evening.friends, 2)
    evening.world.woken.clear()

    for _ in range(2):
        house.write(partial(intake.take_in, house=house, to=to, sender="bo@example.org", raw=raw("torch")))

    assert evening.world.woken == ["woken"]


def test_the_worker_is_woken_after_the_commit(evening: Evening) -> None:
    usual = evening.world.house
    found: list[str | None] = []

    def look() -> None:
        with usual.reading() as session:
            found.append(session.exec(select(Letter.to).where(Letter.to == "dee@example.org")).first())

    house = replace(usual, wake=look)
    house.write(lambda session: signing_in.ask_to_sign_in(session, house, "dee@example.org"))

    assert found == ["dee@example.org"]


def test_what_goes_wrong_wakes_nobody(evening: Evening) -> None:
    house = evening.world.house
    evening.world.woken.clear()

    def break_off(session: Session) -> Player:
        signing_in.ask_to_sign_in(session, house, "dee@example.org")
        raise KeyError("in the middle")

    with pytest.raises(KeyError):
        house.write(break_off)

    assert not evening.world.woken
