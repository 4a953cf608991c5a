"""Hints for the first turn of somebody who tries a game."""

import pytest

from app.i18n.languages import LANGUAGES
from engine.hints import hints
from engine.registry import GAMES
from tests.world import Friends, World
from tests.world.visitor import Visitor, marks


def trying(world: World, name: str) -> tuple[Visitor, str]:
    guest = Visitor(world)
    return guest, guest.act(f"/try/{name}").request.path.removeprefix("/m/")


def first_hint(guest: Visitor, code: str) -> int | None:
    page = guest.get(f"/m/{code}").text
    return int(page.partition('<ol start="')[2].partition('"')[0]) if 'id="hints"' in page else None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_has_five_short_hints_in_each_language(name: str, language: str) -> None:
    told = hints(GAMES[name], language)

    assert len(told) == 5
    assert all(40 < len(hint) < 220 for hint in told)
    assert language == "en" or told != hints(GAMES[name], "en")


@pytest.mark.parametrize("name", GAMES)
def test_a_guest_is_led_through_the_first_turn_in_the_pages_language(world: World, name: str) -> None:
    guest, code = trying(world, name)
    guest.post("/language", {"language": "de"})

    page = guest.get(f"/m/{code}").text

    assert [hint for hint in hints(GAMES[name], "de") if f"<li>{hint}</li>" not in page] == []


def test_where_a_turn_is_one_choice_each_of_the_first_ones_has_its_hint(world: World) -> None:
    guest, code = trying(world, "incan-gold")
    seen = [first_hint(guest, code)]
    for _ in range(3):
        guest.order(code, "torch")
        seen.append(first_hint(guest, code))

    assert seen == [1, 2, 3, 4]


def test_after_the_first_long_turn_only_the_last_hint_is_left(world: World) -> None:
    guest, code = trying(world, "tikal")
    assert first_hint(guest, code) == 1

    guest.order(code, Friends(world, code).bot_orders(1))

    assert first_hint(guest, code) == 5


def test_hints_that_were_put_away_do_not_come_back_in_any_match(world: World) -> None:
    guest, code = trying(world, "tikal")

    answer = guest.act(f"/m/{code}/hints")

    assert "hints" not in marks(answer)
    assert "hints" not in marks(guest.act("/try/incan-gold"))


def test_players_and_onlookers_have_no_hints(world: World, ana: Visitor) -> None:
    _, code = trying(world, "tikal")

    assert "hints" not in marks(Visitor(world).get(f"/m/{code}"))
    assert "hints" not in marks(ana.act("/try/tikal"))
