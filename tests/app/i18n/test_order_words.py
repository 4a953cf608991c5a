"""Orders in the reader's own words: they read back as the same orders."""

import pytest

from app.i18n.languages import LANGUAGES
from app.i18n.order_words import for_field, guide_words, in_words, other_words, plan_in_words, with_notation
from engine.game import View
from engine.registry import GAMES, game
from tests.engine.matches import SETTINGS, Setting, moments

each_language = pytest.mark.parametrize("language", LANGUAGES)
OTHERS = sorted(LANGUAGES.keys() - {"en"})
TURN = "tile c4 r1; enter 2 a5; move 2 a5 b4 c4; dig c4 x2"


@each_language
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_whatever_can_be_ordered_reads_back_from_the_words_of_a_language(
    setting: Setting, language: str
) -> None:
    rules = setting.game
    for moment in moments(setting)[::7]:
        for seat in rules.asked(moment.before):
            for orders in rules.choices(rules.view(moment.before, seat)):
                assert rules.write(rules.in_words(orders, language)) == orders


@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_turn_reads_back_and_has_no_word_of_the_notation(language: str) -> None:
    own = in_words(TURN, "tikal", language)

    assert game("tikal").write(own) == TURN
    assert not {"tile", "enter", "move", "dig"} & {*own.split()}


def test_english_orders_are_the_notation() -> None:
    assert in_words(TURN, "tikal", "en") == TURN
    assert with_notation("torch", "incan-gold", "en") == "torch"


def test_the_notation_stands_beside_other_words() -> None:
    own = in_words("torch", "incan-gold", "pl")

    assert own != "torch"
    assert with_notation("torch", "incan-gold", "pl") == f"{own} (torch)"


@pytest.mark.parametrize("language", OTHERS)
def test_a_field_shows_a_draft_in_own_words_and_typed_text_as_it_was_typed(language: str) -> None:
    assert for_field(TURN, "tikal", language) == in_words(TURN, "tikal", language)
    assert for_field("please dig c4", "tikal", language) == "please dig c4"
    assert for_field("dig", "tikal", language) == "dig"


@each_language
def test_other_words_for_an_order_differ_from_each_other_and_from_the_first(language: str) -> None:
    others = other_words("dig c4 x2", "tikal", language)

    assert len({word[:3] for word in (*others, in_words("dig c4", "tikal", language))}) == len(others) + 1 > 1
    assert {game("tikal").write(f"{word} c4 x2") for word in others} == {"dig c4 x2"}


# --- Plans ---


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_plan_reads_back_from_the_words_of_a_language(setting: Setting, language: str) -> None:
    name, view = setting.game.META.id, asked_view(setting)
    form = setting.game.plan_form(view)

    assert form
    for scope in form.scopes:
        filled = {blank.name: 3 for blank in form.blanks}
        plan = setting.game.read_plan(form.write(scope, filled), view).write()
        own = plan_in_words(plan, name, language)
        assert own != plan
        assert setting.game.read_plan(own, view).write() == plan


def asked_view(setting: Setting) -> View:
    state = moments(setting)[0].before
    return setting.game.view(state, next(iter(setting.game.asked(state))))


@each_language
@pytest.mark.parametrize("name", GAMES)
def test_an_order_of_a_guide_may_be_a_plan(name: str, language: str) -> None:
    plans = [
        orders
        for section in game(name).guide(language)
        for orders, _ in section.orders
        if orders.startswith("plan: ")
    ]

    assert plans
    assert all(guide_words(plan, name, language).startswith("plan: ") for plan in plans)
