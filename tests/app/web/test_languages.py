"""The language of the pages, which everybody can choose on each of them."""

import pytest
from sqlmodel import select

from app.i18n.languages import LANGUAGES
from app.models import Player
from tests.world import Friends, World
from tests.world.visitor import Evening, Visitor


def row(world: World) -> Player:
    with world.house.db.reading() as session:
        return session.exec(select(Player).where(Player.email == "ana@example.org")).one()


def language_of(visitor: Visitor, path: str = "/") -> str:
    return visitor.get(path).text.partition('<html lang="')[2][:2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_reads_on_in_the_chosen_language(world: World, language: str) -> None:
    stranger = Visitor(world)

    answer = stranger.post("/language", {"language": language, "then": "/rules/tikal"})

    assert (answer.status_code, answer.location) == (303, "/rules/tikal")
    assert language_of(stranger) == language_of(stranger, "/rules/tikal") == language
    assert "Expires=" in answer.headers["Set-Cookie"]


def test_a_guest_keeps_the_language_that_the_stranger_has_chosen(world: World) -> None:
    stranger = Visitor(world)
    stranger.post("/language", {"language": "pl", "then": "/"})

    page = stranger.act("/try/incan-gold")

    assert '<html lang="pl"' in page.text
    assert language_of(stranger) == "pl"
    assert "Incan Gold przeciwko botom" in page.text
    stranger.post("/language", {"language": "de", "then": "/"})
    assert language_of(stranger, page.request.path) == "de"


def test_a_players_choice_is_the_accounts_and_stays_in_the_browser_after_signing_out(
    world: World, ana: Visitor
) -> None:
    ana.post("/language", {"language": "fr", "then": "/me"})
    assert row(world).language == "fr"

    ana.post("/sign-out")

    assert language_of(ana) == "fr"


def test_every_page_offers_all_languages_and_tells_which_one_it_is_in(evening: Evening) -> None:
    for visitor in (Visitor(evening.world), evening.ana):
        for path in ("/", "/rules/tikal", f"/m/{evening.code}"):
            page = visitor.get(path).text
            assert all(f'value="{code}" lang="{code}"' in page for code in LANGUAGES)
            assert page.count('aria-current="true">English<') == 1
            assert f'name="then" value="{path}"' in page


def test_the_page_of_a_letter_stays_in_its_readers_language(evening: Evening) -> None:
    page = Visitor(evening.world).get(Friends(evening.world, evening.code).link(1)).text

    assert 'action="/language"' not in page


@pytest.mark.parametrize("language", ["tlh", "", "en, de", "../x"])
def test_a_language_that_we_do_not_have_changes_nothing(world: World, language: str) -> None:
    stranger = Visitor(world)

    assert stranger.post("/language", {"language": language}).status_code == 400

    assert language_of(stranger) == "en"


def test_choosing_a_language_leads_to_no_other_site(world: World) -> None:
    for there in ("https://evil.example/", "//evil.example", "/\\evil.example", ""):
        assert Visitor(world).post("/language", {"language": "de", "then": there}).location == "/"


def test_another_site_cannot_choose_for_a_player(ana: Visitor) -> None:
    answer = ana.client.post("/language", data={"language": "pl"})

    assert answer.status_code == 403


def test_a_page_says_to_search_engines_and_chats_what_it_is(world: World) -> None:
    page = Visitor(world).get("/").text

    assert '<meta name="description" content="Play board games' in page


def test_a_receipt_says_the_orders_in_own_words_and_folds_the_record_away(evening: Evening) -> None:
    evening.ana.post("/language", {"language": "de"})
    page = evening.ana.get(evening.ana.order(evening.code, "torch").location).text

    seen, folded = page.partition('id="receipt"')[2].split("<details", 1)

    assert "Fackel" in seen
    assert "torch" not in seen
    assert "torch" in folded
