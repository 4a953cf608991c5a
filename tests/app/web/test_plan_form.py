"""What is at stake, and standing orders that are filled in on a match's page."""

import json
import re

import pytest

from tests.world.visitor import Evening, Visitor, marks, read, signed_in

TILE = "tile a3 r0"


# --- What is at stake, and plans to fill in ---


def test_what_is_at_stake_is_told_beside_the_choice(evening: Evening) -> None:
    page = evening.bo.get(f"/m/{evening.code}")

    assert "stakes" in marks(page)
    assert "You hold (at risk)" in read(page)
    assert '<dt>Others still inside</dt><dd class="lines">ana and cy</dd>' in page.text
    assert "stakes" not in marks(Visitor(evening.world).get(f"/m/{evening.code}"))


def test_a_plan_can_be_filled_in(evening: Evening) -> None:
    path, form = f"/m/{evening.code}/plan", {"scope": "always", "plan-hazards": "2"}

    rehearsed = evening.bo.post(path, {**form, "what": "rehearse"})
    evening.bo.post(path, {**form, "plan-hold": "12", "what": "set"})

    assert "always: torch until hazards >= 2; else camp" in read(rehearsed)
    plan = evening.friends.seats()[1].plan
    assert plan == "always: torch until hazards >= 2 or hold >= 12; else camp"


def test_a_plan_that_is_tried_out_stays_in_its_form(evening: Evening) -> None:
    path, form = f"/m/{evening.code}/plan", {"scope": "always", "plan-hazards": "2"}

    page = evening.bo.post(path, {**form, "what": "rehearse"}).text

    assert re.search('name="plan-hazards"[^>]* value="2"', page)
    assert '<option value="always" selected>' in page


@pytest.mark.parametrize("filled", [{}, {"scope": "never", "plan-hold": "2"}, {"plan-hold": "many"}])
def test_a_plan_that_is_not_filled_in_is_told(evening: Evening, filled: dict[str, str]) -> None:
    form = {"scope": "always", "what": "set", **filled}

    answer = evening.bo.post(f"/m/{evening.code}/plan", form)

    assert answer.status_code == 400
    assert evening.friends.seats()[1].plan is None


def test_a_plan_is_rehearsed_while_it_is_filled_in(evening: Evening) -> None:
    form, before = {"scope": "always", "plan-hold": "50"}, evening.world.dump()
    door = evening.friends.link(2).removesuffix("/go") + "/rehearse"

    for answer in (
        evening.bo.post(f"/m/{evening.code}/rehearse", form),
        Visitor(evening.world).post(door, form),
    ):
        said = json.loads(answer.text)["told"]
        assert said.startswith("always: torch until hold >= 50; else camp.")
        assert "it would answer: torch" in said
    assert evening.world.dump() == before


def test_a_plan_with_nothing_in_it_is_told_while_it_is_filled_in(evening: Evening) -> None:
    answer = evening.bo.post(f"/m/{evening.code}/rehearse", {"scope": "always"})

    assert json.loads(answer.text)["told"] == "Fill in at least one line of the plan."


def test_only_a_seat_rehearses(evening: Evening) -> None:
    dee = signed_in(evening.world, "dee@example.org")

    assert dee.post(f"/m/{evening.code}/rehearse", {"scope": "always"}).status_code == 403
