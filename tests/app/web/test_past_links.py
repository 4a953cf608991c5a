"""Only the present acts, the past only tells: links of letters whose turn has passed."""

from dataclasses import dataclass

import pytest
from werkzeug.test import TestResponse

from tests.world.visitor import Evening, Visitor, local, marks, read

PLAN, NOTE = "always: torch if path > 77; else camp", "Bo is bluffing"
# Each is on a page that only this seat may see, and nowhere else.
SECRETS = ("77; else camp", NOTE, "receipt-2", 'data-mark="answer"', 'data-mark="plan"', "%PDF")
WHATS = ("submit", "preview", "set", "drop", "rehearse", "take-back", "say", "")
TYPED = {"orders": "camp", "plan": "always: torch", "text": "I cheat", "turn": "2", "base": "2"}

DOORS: list[tuple[str, str, dict[str, str]]] = [
    *(("GET", path, {}) for path in ("go", "go?receipt=2", "go?receipt=1", "board.pdf")),
    *(("POST", "go", {"what": what, **TYPED}) for what in WHATS),
    *(("POST", path, TYPED) for path in ("compose", "rehearse", "go?receipt=2")),
]


@dataclass
class Later:
    """Ana has secrets in turn 2. Somebody else has links of hers that are of turn 1."""

    evening: Evening
    page: str
    click: str

    def answers(self, link: str) -> list[TestResponse]:
        """What all that the link leads to says."""
        client, here = Visitor(self.evening.world).client, local(link).removesuffix("go")
        return [client.open(here + path, method=method, data=data) for method, path, data in DOORS]


@pytest.fixture
def later(evening: Evening) -> Later:
    page, click = evening.friends.link(1), evening.friends.link(1, "camp")
    for who in (evening.ana, evening.bo, evening.cy):
        who.order(evening.code, "torch")
    evening.ana.order(evening.code, "camp")
    evening.ana.post(f"/m/{evening.code}/plan", {"what": "set", "plan": PLAN})
    evening.ana.post(f"/m/{evening.code}/note", {"note": NOTE})
    return Later(evening, page, click)


@pytest.mark.parametrize("state", ["running", "paused", "abandoned"])
@pytest.mark.parametrize("kind", ["page", "click"])
def test_a_link_of_the_past_neither_changes_nor_shows_the_present(
    later: Later, kind: str, state: str
) -> None:
    path = {"running": "talk", "paused": "pause", "abandoned": "give-up"}[state]
    later.evening.ana.post(f"/m/{later.evening.code}/{path}", {"sure": "give up"})
    before = later.evening.world.dump()

    answers = later.answers(getattr(later, kind))

    assert later.evening.friends.match.status == state
    assert later.evening.world.dump() == before
    assert not [secret for answer in answers for secret in SECRETS if secret.encode() in answer.data]


def test_the_same_doors_show_the_present_to_the_present_link(later: Later) -> None:
    """Or the test above would look for nothing."""
    link = later.evening.friends.link(1)

    page = Visitor(later.evening.world).get(link)

    assert [secret for secret in SECRETS if secret not in page.text] == [NOTE, "receipt-2", "%PDF"]
    assert Visitor(later.evening.world).get(f"{link}?receipt=2").text.count('data-mark="receipt-2"') == 1
    assert Visitor(later.evening.world).get(link.removesuffix("go") + "board.pdf").data.startswith(b"%PDF")


def test_a_link_of_the_past_tells_what_was_played_and_leads_to_the_present_page(later: Later) -> None:
    page = Visitor(later.evening.world).get(later.page)

    assert {"passed", "receipt-1"} <= marks(page)
    assert f'href="/m/{later.evening.code}"' in page.text
    assert "/do/" not in page.text
    assert "The newest letter has the links that work now." in read(page)


def test_a_link_of_the_past_of_a_match_for_its_players_does_not_show_it(later: Later) -> None:
    evening = later.evening
    evening.world.change(type(evening.friends.match), evening.friends.match.id, watch="players")

    page = Visitor(evening.world).get(later.page)

    assert {"passed", "receipt-1"} <= marks(page)
    assert "<svg" not in page.text.partition("<main")[2]
    assert Visitor(evening.world).get(f"/m/{evening.code}").status_code == 403


def test_orders_that_end_the_turn_lead_to_their_receipt_and_to_nothing_newer(evening: Evening) -> None:
    for who in (evening.ana, evening.bo):
        who.order(evening.code, "torch")

    done = Visitor(evening.world).act(evening.friends.link(3, "torch"))

    assert {"receipt-1", "passed"} <= marks(done)
    assert '<bdi>ana</bdi>: <span class="orders">torch</span>' in done.text
    assert "<svg" not in done.text.partition("<main")[2]
