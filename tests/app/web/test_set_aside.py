"""Every page of a match that is set aside says so, and asks the engine nothing."""

from collections.abc import Iterator

import pytest

from tests.world.editions import edition, look
from tests.world.visitor import Evening, local, marks


def broken(*asked: object) -> None:
    raise KeyError("the engine was asked")


@pytest.fixture
def aside(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    with edition("newer", otherwise=True):
        monkeypatch.setattr("engine.incan_gold.from_json", broken)
        look(evening.world.house)
        yield evening


PAGES = ("", "/board.svg", "/board.pdf", "/steps/0", "/lend", "/proposals")
FORMS = {
    "/orders": {"orders": "torch", "turn": "1", "base": "1"},
    "/plan": {"plan": "torch"},
    "/compose": {"orders": "", "turn": "1", "base": "1"},
    "/back": {},
    "/wake": {},
    "/proposals": {"what": "propose", "kind": "pause"},
}


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers(aside: Evening, path: str) -> None:
    answer = aside.ana.get(f"/m/{aside.code}{path}")

    assert answer.status_code == 200
    assert path in ("/lend", "/proposals") or "aside" in marks(answer)


@pytest.mark.parametrize("path", FORMS)
def test_every_form_is_answered_and_changes_nothing(aside: Evening, path: str) -> None:
    before = aside.world.dump()

    answer = aside.ana.post(f"/m/{aside.code}{path}", FORMS[path])

    assert answer.status_code in (303, 409), answer.text
    assert aside.world.dump() == before


def test_orders_that_were_typed_are_not_lost(aside: Evening) -> None:
    answer = aside.ana.post(f"/m/{aside.code}/orders", FORMS["/orders"])

    assert "torch" in answer.text
    assert "aside" in marks(answer)


def test_the_record_can_be_had(aside: Evening) -> None:
    record = aside.ana.get(f"/m/{aside.code}/record.jsonl").data

    assert record.count(b"\n") == aside.friends.match.steps


def test_the_list_of_matches_has_it(aside: Evening) -> None:
    answer = aside.ana.get("/")

    assert answer.status_code == 200
    assert aside.code in answer.text


def test_the_link_of_a_letter_leads_to_it(aside: Evening) -> None:
    link = local(aside.friends.link(1, "torch"))

    assert "aside" in marks(aside.world.app.test_client().get(link))
    assert "aside" in marks(aside.world.app.test_client().post(link, data={"orders": "torch"}))
    assert {ask.answered_at for ask in aside.friends.asks()} == {None}
