"""The talk at a match's page."""

import pytest

from tests.world import World
from tests.world.visitor import Evening, Visitor, read, signed_in


def test_a_player_says_something_and_all_who_look_read_it(evening: Evening) -> None:
    said = "Good evening\nto all"

    page = evening.ana.act(f"/m/{evening.code}/talk", {"talk": said})

    assert page.status_code == 200
    for visitor in (evening.ana, evening.bo, Visitor(evening.world)):
        assert said in visitor.get(f"/m/{evening.code}").text


def test_only_players_have_the_form(evening: Evening, world: World) -> None:
    form = f'action="/m/{evening.code}/talk"'

    assert form in evening.bo.get(f"/m/{evening.code}").text
    assert form not in Visitor(world).get(f"/m/{evening.code}").text
    assert form not in signed_in(world, "dee@example.org").get(f"/m/{evening.code}").text


@pytest.mark.parametrize("who", ["dee@example.org", ""])
def test_a_player_who_does_not_play_cannot_speak(evening: Evening, world: World, who: str) -> None:
    visitor = signed_in(world, who) if who else Visitor(world)

    answer = visitor.post(f"/m/{evening.code}/talk", {"talk": "Hello"})

    assert answer.status_code in (302, 303, 401, 403)
    assert "Hello" not in read(evening.ana.get(f"/m/{evening.code}"))


def test_a_form_of_another_session_says_nothing(evening: Evening) -> None:
    answer = evening.ana.client.post(f"/m/{evening.code}/talk", data={"talk": "Hello", "csrf": "forged"})

    assert answer.status_code == 403
    assert "Hello" not in read(evening.ana.get(f"/m/{evening.code}"))


def test_what_is_too_long_comes_back_to_be_shortened(evening: Evening) -> None:
    typed = "too long " * 300

    answer = evening.ana.post(f"/m/{evening.code}/talk", {"talk": typed})

    assert answer.status_code == 400
    assert "the limit is 2000" in read(answer)
    assert typed in answer.text


def test_what_is_said_is_only_text(evening: Evening) -> None:
    page = evening.ana.act(f"/m/{evening.code}/talk", {"talk": "<script>alert(1)</script>{{ 7 * 7 }}"})

    assert "<script>alert" not in page.text
    assert "{{ 7 * 7 }}" in read(page)


def test_a_match_for_its_players_alone_keeps_its_talk_to_them(
    world: World, ana: Visitor, bo: Visitor
) -> None:
    code, said = ana.open("tikal", watch="players"), "Just between us"
    bo.join(code)
    ana.act(f"/m/{code}/talk", {"talk": said})

    assert said in read(bo.get(f"/m/{code}"))
    assert said not in read(Visitor(world).get(f"/m/{code}"))
