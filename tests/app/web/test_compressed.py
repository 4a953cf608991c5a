"""Answers made smaller, and those that must not be."""

import gzip
from typing import Any

import pytest

from app.models import Match
from engine import tikal
from engine.chance import match_seed
from engine.random_play import play
from engine.registry import game
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor, signed_in

LARGEST = 200_000  # bytes of a full table
GZIP = {"Accept-Encoding": "gzip, br"}


def is_smaller(answer: Any) -> bool:
    return bool(answer.headers.get("Content-Encoding") == "gzip")


@pytest.mark.parametrize(
    "path", ["/", "/rules/tikal", "/m/{}", "/m/{}?receipt=1", "/m/{}/steps/0", "/m/{}/board.svg"]
)
def test_a_page_is_compressed_for_a_player_who_can_read_it(evening: Evening, path: str) -> None:
    path = path.format(evening.code)
    plain, packed = Visitor(evening.world).get(path), Visitor(evening.world).get(path, headers=GZIP)

    assert not is_smaller(plain)
    assert is_smaller(packed)
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_style_and_scripts_are_compressed(world: World) -> None:
    for name in ("chasqui.css", "travel.js"):
        # A file is open until its answer is closed.
        with (
            Visitor(world).get(f"/static/{name}") as plain,
            Visitor(world).get(f"/static/{name}", headers=GZIP) as packed,
        ):
            assert gzip.decompress(packed.data) == plain.data
            known = {**GZIP, "If-None-Match": packed.headers["ETag"]}
        with Visitor(world).get(f"/static/{name}", headers=known) as again:
            assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/me",
        "/me/delete",
        "/sign-in",
        "/sign-in?then=/guess",
        "/mailbox",
        "/m/{}?guess=1",
        "/matches/new?salt=guess",
    ],
)
def test_what_holds_secrets_or_repeats_what_was_sent_is_not(evening: Evening, path: str) -> None:
    assert not is_smaller(evening.ana.get(path.format(evening.code), headers=GZIP))


def test_a_letters_link_is_not(evening: Evening) -> None:
    for orders in ("", "torch"):
        link = evening.friends.link(1, orders)
        assert not is_smaller(Visitor(evening.world).get(link, headers=GZIP))


def test_an_answer_to_a_form_is_not(evening: Evening) -> None:
    match = evening.friends.match
    form = {"turn": match.turn, "base": match.steps, "what": "preview", "orders": "torch"}

    answer = evening.ana.post(f"/m/{evening.code}/orders", form, headers=GZIP)

    assert answer.status_code == 200
    assert not is_smaller(answer)


def test_a_browser_that_refuses_gzip_gets_none(world: World) -> None:
    assert not is_smaller(Visitor(world).get("/", headers={"Accept-Encoding": "gzip;q=0, identity"}))


def test_how_long_a_page_is_tells_little(evening: Evening) -> None:
    path = f"/m/{evening.code}"

    assert len({len(evening.ana.get(path, headers=GZIP).data) for _ in range(20)}) > 5


def test_what_has_a_tag_is_the_same_to_the_byte(evening: Evening) -> None:
    path = f"/m/{evening.code}/steps/0"

    assert len({evening.ana.get(path, headers=GZIP).data for _ in range(5)}) == 1
    plain, packed = evening.ana.get(path), evening.ana.get(path, headers=GZIP)
    assert plain.headers["ETag"] != packed.headers["ETag"]


def test_a_full_table_is_not_too_large(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal", **{"seat-3": "open", "seat-4": "open"})
    for visitor in (bo, signed_in(world, "cy@example.org"), signed_in(world, "dee@example.org")):
        visitor.join(code)
    late = list(play(game("tikal"), 4, {}, match_seed(b"a long match", ()), tikal.bot))[-12].before
    asked = next(iter(tikal.asked(late)))

    def go_there(session: Any) -> None:
        match = session.get_one(Match, Friends(world, code).match.id)
        match.state = tikal.to_json(late)

    world.house.db.write(go_there)
    visitor = (ana, bo, ana, ana)[asked - 1]
    for page in (visitor.get(f"/m/{code}"), visitor.get(f"/m/{code}/steps/0")):
        assert page.status_code == 200
        assert len(page.data) < LARGEST, len(page.data)


@pytest.mark.parametrize("path", ["/", "/rules/tikal", "/rules/incan-gold"])
def test_first_pages_are_small(world: World, path: str) -> None:
    assert len(Visitor(world).get(path, headers=GZIP).data) < 30_000
