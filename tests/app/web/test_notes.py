"""Private notes on a match's page."""

import pytest
from markupsafe import escape

from tests.world.visitor import Evening, Visitor

SECRET = "Bo is bluffing <b>&"


def note(evening: Evening, who: str = "ana", text: str = SECRET) -> None:
    visitor = getattr(evening, who)
    assert visitor.post(f"/m/{evening.code}/note", {"note": text}).location == f"/m/{evening.code}?noted#note"


def test_a_note_is_there_again_for_a_player_who_wrote_it(evening: Evening) -> None:
    note(evening, text="first line\nsecond line")

    assert "\nfirst line\nsecond line</textarea>" in evening.ana.get(f"/m/{evening.code}").text
    assert "Saved." in evening.ana.get(f"/m/{evening.code}?noted").text


@pytest.mark.parametrize("path", ["", "/steps/0", "/record.jsonl"])
def test_nobody_else_ever_sees_it(evening: Evening, path: str) -> None:
    note(evening, "bo", SECRET)

    for visitor in (evening.ana, evening.cy, Visitor(evening.world)):
        page = visitor.get(f"/m/{evening.code}{path}").text
        assert "bluffing" not in page
    assert "bluffing" not in Visitor(evening.world).get(evening.friends.link(2)).text


def test_it_is_text_and_nothing_else(evening: Evening) -> None:
    note(evening)

    assert f"{escape(SECRET)}</textarea>" in evening.ana.get(f"/m/{evening.code}").text


def test_a_note_that_is_too_long_is_not_lost(evening: Evening) -> None:
    note(evening)
    before = evening.world.dump()

    answer = evening.ana.post(f"/m/{evening.code}/note", {"note": "y" * 5001})

    assert answer.status_code == 400
    assert "y" * 5001 in answer.text
    assert evening.world.dump() == before


def test_a_visitor_who_is_not_known_has_no_notes(evening: Evening) -> None:
    guest = Visitor(evening.world)
    before = evening.world.dump()

    assert guest.post(f"/m/{evening.code}/note", {"note": "x"}).status_code == 403
    assert 'name="note"' not in guest.get(f"/m/{evening.code}").text
    assert evening.world.dump() == before


def test_a_note_needs_the_token_of_the_session(evening: Evening) -> None:
    assert evening.ana.post(f"/m/{evening.code}/note", {"note": "x", "csrf": "y"}).status_code == 403


def test_there_are_no_notes_about_a_match_that_may_not_be_looked_at(evening: Evening) -> None:
    code = evening.ana.open("tikal", watch="players")
    evening.bo.join(code)

    assert evening.cy.post(f"/m/{code}/note", {"note": "x"}).status_code == 403
    assert evening.bo.post(f"/m/{code}/note", {"note": "x"}).status_code == 303
