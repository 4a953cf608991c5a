"""Diaries and dedications on a match's page, and the link by which a writer lets the book print a diary."""

import re

import pytest
from markupsafe import escape

from tests.world.visitor import Evening, Visitor, local

SECRET = "Bo is bluffing <b>&"


def write(evening: Evening, who: str = "ana", text: str = SECRET) -> None:
    visitor: Visitor = getattr(evening, who)
    answer = visitor.post(f"/m/{evening.code}/diary", {"what": "write", "diary": text})
    assert answer.location == f"/m/{evening.code}?book=write#diary"


def asked_in_letter(evening: Evening, who: str) -> list[str]:
    player_id = evening.world.friend(who.title())
    mine = [letter for letter in evening.world.letters("result") if letter.player_id == player_id]
    texts = [evening.world.compose(letter).text for letter in mine]
    return [local(link) for text in texts for link in re.findall(r"https?://\S+/diary/\S+/go", text)]


def test_an_entry_is_there_for_its_writer(evening: Evening) -> None:
    write(evening)

    page = evening.ana.get(f"/m/{evening.code}").text
    assert str(escape(SECRET)) in page
    assert "after step 0" in page


@pytest.mark.parametrize("path", ["", "/steps/0", "/record.jsonl"])
def test_nobody_else_sees_it_while_the_match_goes_on(evening: Evening, path: str) -> None:
    write(evening, "bo")

    for visitor in (evening.ana, evening.cy, Visitor(evening.world)):
        assert "bluffing" not in visitor.get(f"/m/{evening.code}{path}").text
    assert "bluffing" not in Visitor(evening.world).get(evening.friends.link(2)).text


def test_an_entry_that_is_too_long_is_not_lost(evening: Evening) -> None:
    answer = evening.ana.post(f"/m/{evening.code}/diary", {"what": "write", "diary": "y" * 2001})

    assert answer.status_code == 400
    assert "y" * 2001 in answer.text


def test_a_dedication_is_in_the_book_with_its_writer(evening: Evening) -> None:
    evening.bo.post(f"/m/{evening.code}/diary", {"what": "dedicate", "dedication": "To <us>"})
    evening.friends.play()

    book = evening.ana.get(f"/m/{evening.code}/report").text
    assert "To &lt;us&gt;" in book


def test_the_book_asks_its_writer_before_it_prints_a_diary(evening: Evening) -> None:
    write(evening)
    evening.friends.play()
    assert "bluffing" not in evening.bo.get(f"/m/{evening.code}/report").text

    evening.ana.post(f"/m/{evening.code}/diary", {"what": "print"})

    assert str(escape(SECRET)) in evening.bo.get(f"/m/{evening.code}/report").text


def test_the_letter_with_the_result_asks_too(evening: Evening) -> None:
    write(evening)
    evening.friends.play()
    assert not asked_in_letter(evening, "bo")
    link = asked_in_letter(evening, "ana")[0]

    assert Visitor(evening.world).get(link).status_code == 200
    assert "bluffing" not in evening.bo.get(f"/m/{evening.code}/report").text
    Visitor(evening.world).post(link, {"what": "print"})

    assert str(escape(SECRET)) in evening.bo.get(f"/m/{evening.code}/report").text


def test_a_writer_may_think_better_of_it(evening: Evening) -> None:
    write(evening)
    for what in ("print", "do-not-print"):
        evening.ana.post(f"/m/{evening.code}/diary", {"what": what})
    evening.friends.play()

    assert "bluffing" not in evening.bo.get(f"/m/{evening.code}/report").text


def test_an_onlooker_has_no_diary(evening: Evening) -> None:
    guest = Visitor(evening.world)

    assert guest.post(f"/m/{evening.code}/diary", {"what": "write", "diary": "x"}).status_code == 403
    assert 'name="diary"' not in guest.get(f"/m/{evening.code}").text
