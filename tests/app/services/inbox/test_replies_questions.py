"""A question plays nothing: its answer tells what would happen, with a link that does it."""

import pytest

from app.letters.reply import MeantView
from app.models import Player
from tests.world.letter_reader import Page, one_click
from tests.world.mailer import Mailer


def meant_in(mailer: Mailer) -> MeantView:
    """What the newest answer offers."""
    mistake = mailer.view().wrong
    assert mistake
    assert mistake.meant
    return mistake.meant


@pytest.mark.parametrize("said", ["Shall I {tile}?", "Hi Bo!\n\nmaybe {tile}\n\nAna", "{tile}?"])
def test_a_question_is_answered_with_what_it_would_lead_to(tikal: Mailer, said: str) -> None:
    first = tikal.tile()

    tikal.mistake_in(1, said.format(tile=first))

    offered = meant_in(tikal)
    assert offered.orders == first
    assert [event.split()[:2] for event in offered.events] == [["Ana", "places"]]
    assert tikal.match.steps == 1
    assert not tikal.friends.receipts()


def test_the_answer_shows_the_question_the_preview_and_the_link(tikal: Mailer) -> None:
    first = tikal.tile()

    told = tikal.told(1, f"Shall I {first}?")

    offered, answer = meant_in(tikal), tikal.answer()
    assert f"> Shall I {first}?" in told
    assert offered.events[0] in told
    assert one_click(answer.text)[first] in Page(answer.html).links


def test_a_question_about_what_the_rules_forbid_has_no_link(tikal: Mailer) -> None:
    told = tikal.told(1, "dig h5?")

    assert "first place" in meant_in(tikal).refused
    assert "first place" in told
    assert set(one_click(tikal.answer().text)) == {""}


@pytest.mark.parametrize("said", ["Don't {tile}!", "{tile} or tile b3 r2", "Shall I dig?"])
def test_what_is_denied_left_open_or_half_is_not_offered(tikal: Mailer, said: str) -> None:
    text = said.format(tile=tikal.tile())

    assert tikal.mistake_in(1, text).meant == ""
    assert set(one_click(tikal.answer().text)) == {""}


def test_a_sealed_choice_may_be_asked_about_too(incan: Mailer) -> None:
    incan.mistake_in(1, "torch?")

    assert meant_in(incan).orders == "torch"
    assert incan.ask(1).answered_at is None


def test_the_orders_are_offered_in_the_readers_words(incan: Mailer) -> None:
    incan.world.change(Player, incan.friends.seat(1).player_id, language="pl")

    incan.mistake_in(1, "czy mam zostać?")

    assert meant_in(incan).orders == "pochodnia"
    assert "torch" in one_click(incan.answer().text)


def test_a_player_who_is_not_asked_any_more_gets_no_link(incan: Mailer) -> None:
    key = incan.key(1)
    incan.mail(1, "torch?", key)
    incan.choose("camp", "camp", "camp")
    incan.friends.play()

    mistake = incan.view().wrong

    assert mistake
    assert mistake.meant is None


def test_a_question_beside_a_remark_says_nothing_to_the_table(tikal: Mailer) -> None:
    outcome = tikal.came_of(1, f"say: hello\n\nShall I {tikal.tile()}?")

    assert (outcome.unsaid, outcome.said) == (True, "")


# --- Where no order can be read ---


QUESTIONS = ["What would happen if I go home?", "Qu’est-ce qui se passe si je rentre ?"]
CONDITIONS = [
    "torch, but only if nobody has found a snake",
    "fackel, aber nur wenn keiner die Schlange fand",
]


@pytest.mark.parametrize("said", QUESTIONS)
def test_a_question_without_readable_orders_is_told_so_with_the_buttons(incan: Mailer, said: str) -> None:
    told = incan.told(1, said)

    assert "this looks like a question, and only clear orders are played" in told
    assert "Each button below shows you its page first" in told
    assert {"torch", "camp"} <= set(one_click(incan.answer().text))


@pytest.mark.parametrize("said", CONDITIONS)
def test_a_condition_without_readable_orders_is_told_how_plans_are_written(incan: Mailer, said: str) -> None:
    told = incan.told(1, said)

    assert "this looks like an order with a condition" in told
    assert "standing orders, which begin with “plan:”" in told
    assert "torch until hazards >= 2; else camp" in told
    assert not incan.friends.receipts()


def test_talk_is_no_question(incan: Mailer) -> None:
    assert "there were no orders in your email" in incan.told(1, "How are you?")


@pytest.mark.parametrize(
    ("said", "plan"),
    [
        ("plan always: torch until hazards >= 2; else camp", "always: torch until hazards >= 2; else camp"),
        ("Plan torch until hazards >= 2", "torch until hazards >= 2"),
    ],
)
def test_a_plan_without_its_colon_is_told_of_the_colon(incan: Mailer, said: str, plan: str) -> None:
    told = incan.told(1, said)

    assert f"standing orders begin with “{said[:4]}:”, with a colon" in told
    assert "this sounds unsure" not in told
    assert plan in told
    assert "If you meant standing orders, this would set them:" in told
