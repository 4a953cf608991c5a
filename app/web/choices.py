"""What a match's page has for choosing: what is at stake, plans to fill in, and the layer to tap on."""

from typing import Any

from markupsafe import Markup

from app.problems import Problem
from app.status import GOING_ON
from app.web import forms
from engine.errors import OrderError
from engine.game import Game
from engine.registry import game
from engine.speech import Speech
from engine.taps import Composition, PlanForm


def choosing(told: dict[str, Any], speech: Speech) -> dict[str, Any]:
    rules, view = game(told["match"]["game"]), told["view"]
    return {
        "stakes": rules.stakes(view, told["names"], speech) if told["ask"] else (),
        "plan_form": plan_form(told, speech),
        "touch": touch(told, rules),
    }


def touch(told: dict[str, Any], rules: Game) -> Markup:
    """Where something can be done on the board; presentation attributes only, like the board itself."""
    draft = rules.compose(told["view"], "", told["names"]) if told["ask"] else Composition(told["view"])
    places = {spot.name for spot in draft.spots}
    return Markup(rules.touch() if any(tap.at in places for tap in draft.taps) else "")


def plan_form(told: dict[str, Any], speech: Speech) -> PlanForm | None:
    planning = told["number"] and told["match"]["status"] in GOING_ON
    return game(told["match"]["game"]).plan_form(told["view"], speech) if planning else None


def rehearsed(told: dict[str, Any], speech: Speech) -> str:
    """What the plan that was filled in would do now, or what is wrong with it."""
    rules, view = game(told["match"]["game"]), told["view"]
    try:
        plan = rules.read_plan(plan_typed(told, speech), view)
    except OrderError as error:
        return error.tell(speech)
    except Problem as problem:
        return problem.tell(speech)
    return f"{plan.write()}. {rules.decide(plan, view, speech).rehearsed(speech)}"


def plan_typed(told: dict[str, Any], speech: Speech) -> str:
    """The plan that was filled in, in words."""
    form = plan_form(told, speech)
    if not form:
        raise Problem("Plans are for those who play in a match that goes on.")
    filled = {
        blank.name: forms.number(f"plan-{blank.name}", blank.words)
        for blank in form.blanks
        if forms.text(f"plan-{blank.name}").strip()
    }
    text = form.write(forms.text("scope"), filled)
    if not text:
        raise Problem("Fill in at least one line of the plan.")
    return text
