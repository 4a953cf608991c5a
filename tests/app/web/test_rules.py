"""How to play, on a page for everybody."""

import re
from dataclasses import replace

import pytest

import engine.tikal.meta
from app.i18n.languages import LANGUAGES
from app.i18n.order_words import in_words, other_words
from app.i18n.render import speech
from engine.guide import pieces
from engine.registry import GAMES, game, meta
from engine.speech import later
from tests.engine.guides import words_of
from tests.world import World
from tests.world.visitor import Evening, Visitor, read


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_are_told_with_a_board(world: World, name: str) -> None:
    page = Visitor(world).get(f"/rules/{name}")

    assert page.status_code == 200
    assert "<svg" in page.text
    for section in game(name).guide():
        assert section.title in read(page)
        assert all(
            orders.replace(">", "&gt;").replace("<", "&lt;") in page.text for orders, _ in section.orders
        )


@pytest.mark.parametrize("name", GAMES)
def test_everything_in_a_guide_is_shown(world: World, name: str) -> None:
    page = read(Visitor(world).get(f"/rules/{name}"))

    for block in [block for section in game(name).guide() for block in section.blocks]:
        for words in words_of(block):
            assert not [piece.words for piece in pieces(words) if piece.words.strip() not in page]


@pytest.mark.parametrize("name", GAMES)
def test_the_contents_lead_to_every_section(world: World, name: str) -> None:
    page = Visitor(world).get(f"/rules/{name}").text

    parts = [f"part-{number}" for number in range(1, len(game(name).guide()) + 1)]
    assert re.findall(r'<a href="#(part-\d+)">', page) == parts
    assert re.findall(r'<section class="sheet" id="(part-\d+)">', page) == parts


def test_a_cell_of_a_table_names_its_column(world: World) -> None:
    # On a phone a row stands as lines below one another, without the head.
    page = Visitor(world).get("/rules/tikal").text

    assert '<td role="cell" data-head="Cost">2 AP</td>' in page


def test_an_example_says_whose_orders_they_are(world: World) -> None:
    page = Visitor(world).get("/rules/incan-gold").text

    assert "<span><b>A</b> <code>camp</code></span> <span><b>B</b> <code>torch</code></span>" in page


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_orders_are_told_in_the_readers_words_with_the_notation_and_other_words_beside_them(
    world: World, language: str
) -> None:
    page = Visitor(world).get("/rules/tikal", headers={"Accept-Language": language})

    own, others = in_words("dig c4", "tikal", language), other_words("dig c4", "tikal", language)
    assert f"<code>{own}</code> <small><code>dig c4</code></small>" in page.text
    assert f"{', '.join(others)} " in read(page)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_sentences_show_that_one_can_write_as_one_speaks(world: World, name: str, language: str) -> None:
    page = read(Visitor(world).get(f"/rules/{name}", headers={"Accept-Language": language}))

    said = [speech(language).gettext(sentence) for sentence in meta(name).sentences]
    assert len(said) == 3
    assert all(" ".join(sentence.split()) in page for sentence in said)


def test_what_newer_rules_have_changed_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Visitor(world).get("/rules/tikal").text
    newer = replace(meta("tikal"), rules=2, changes={2: later("A camp costs 4 action points.")})
    monkeypatch.setattr(engine.tikal.meta, "META", newer)

    after = Visitor(world).get("/rules/tikal").text

    assert 'data-mark="changes"' not in before
    assert "<li>Version 2: A camp costs 4 action points.</li>" in after


def test_no_rules_of_a_game_that_is_not_here(world: World) -> None:
    assert Visitor(world).get("/rules/chess").status_code == 404
    assert Visitor(world).get("/rules/%3Cscript%3E").status_code == 404


def test_a_player_who_is_asked_is_led_to_the_rules(evening: Evening) -> None:
    assert 'href="/rules/incan-gold"' in evening.bo.get(f"/m/{evening.code}").text
    assert 'href="/rules/incan-gold"' in Visitor(evening.world).get("/").text
