"""The steps of a match that went back, and in which a seat changed hands, at their addresses."""

import pytest

from tests.world.visitor import Evening, Visitor

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture
def evening(evening: Evening) -> Evening:
    """Two steps are played, then taken back, and Bo gives his seat to Dora."""
    friends = evening.friends
    for _ in range(2):
        for who in (evening.ana, evening.bo, evening.cy):
            who.order(evening.code, "torch")
    friends.go_back(0, [1, 2])
    friends.give_seat(2, evening.world.friend("Dora"), "Dora")
    return evening


def step(evening: Evening, number: int) -> str:
    return Visitor(evening.world).get(f"/m/{evening.code}/steps/{number}").text


def test_a_step_that_was_taken_back_is_struck_through(evening: Evening) -> None:
    assert 'data-mark="taken-back"' in step(evening, 2)
    assert '<ul class="void">' in step(evening, 2)


def test_the_set_up_and_the_step_back_stand(evening: Evening) -> None:
    assert 'data-mark="taken-back"' not in step(evening, 0)
    assert "everything is taken back" in step(evening, 3)


def test_steps_name_those_who_played_then(evening: Evening) -> None:
    page = Visitor(evening.world).get(f"/m/{evening.code}").text

    assert "<bdi>bo</bdi>" in step(evening, 1)
    assert "Dora now plays in place of bo." in page
    assert 'id="hands"' in page


def test_a_part_that_was_loaded_before_it_was_taken_back_is_loaded_anew(evening: Evening) -> None:
    for who in (evening.ana, evening.cy):
        who.order(evening.code, "torch")
    evening.friends.order(2, "torch")
    here = f"/m/{evening.code}/steps/4/part"
    tag = Visitor(evening.world).get(here).headers["ETag"]

    evening.friends.go_back(4, [1])

    assert Visitor(evening.world).get(here, headers={"If-None-Match": tag}).status_code == 200
