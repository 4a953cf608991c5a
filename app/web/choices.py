"""Tools to choose orders on a match's page: stakes, forms for plans, and the layer to tap on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import request
from markupsafe import Markup

from app.problems import Problem
from app.services.matches.match_view import SeatView
from app.services.play.plans import plan_rehearsed
from app.status import GOING_ON
from app.web import forms
from engine.emblems import token_picture
from engine.errors import OrderError
from engine.game import Game, Standing
from engine.registry import game
from engine.speech import Speech
from engine.taps import Composition, PlanForm, Stake


@dataclass(frozen=True)
class OrderTools:
    stakes: Sequence[Stake]
    plan_form: PlanForm | None
    touch: Markup
    labels: Mapping[str, str]  # what the buttons say that answer in one tap
    signs: Mapping[str, Markup]  # and what they show
    standing: Standing
    tokens: Sequence[Markup]  # of the seats


def order_tools(view: SeatView, speech: Speech) -> OrderTools:
    rules = game(view.match.game)
    return OrderTools(
        stakes=rules.stakes(view.game_view, view.names, speech) if view.ask else (),
        plan_form=plan_form(view, speech),
        touch=touch_layer(view, rules),
        labels={choice: rules.label(choice, speech) or choice for choice in view.choices},
        signs={choice: sign_of(rules, choice) for choice in view.choices},
        standing=rules.standing(view.game_view, view.names, speech),
        tokens=[Markup(token_picture(seat)) for seat in range(1, len(view.names) + 1)],
    )


def sign_of(rules: Game, choice: str) -> Markup:
    """A game may have none."""
    sign = getattr(rules, "sign", None)
    return Markup(sign(choice) if sign else "")


def touch_layer(view: SeatView, rules: Game) -> Markup:
    """The layer of places on the board where something can be done; presentation attributes only."""
    board = view.game_view
    composition = rules.compose(board, "", view.names) if view.ask else Composition(board)
    places = {spot.name for spot in composition.spots}
    return Markup(rules.touch() if any(tap.at in places for tap in composition.taps) else "")


def plan_form(view: SeatView, speech: Speech) -> PlanForm | None:
    may_plan = view.number and view.match.status in GOING_ON
    return game(view.match.game).plan_form(view.game_view, speech) if may_plan else None


def rehearsal(view: SeatView, speech: Speech) -> str:
    """What the plan in the form would do now, or what is wrong with it."""
    rules = game(view.match.game)
    try:
        plan = rules.read_plan(plan_in_form(view, speech), view.game_view)
    except OrderError as error:
        return error.tell(speech, view.names)
    except Problem as problem:
        return problem.tell(speech)
    return plan_rehearsed(rules, plan, view.game_view, speech)


def filled_in() -> dict[str, str]:
    """What was typed into the form for plans, so that a page that answers it shows it again."""
    return {name: forms.text(name) for name in request.form if name == "scope" or name.startswith("plan-")}


def plan_in_form(view: SeatView, speech: Speech) -> str:
    """The plan in the form, as text."""
    form = plan_form(view, speech)
    if not form:
        raise Problem("Only players of a match in progress can set a plan.")
    numbers = {
        blank.name: forms.number(f"plan-{blank.name}", blank.words)
        for blank in form.blanks
        if forms.text(f"plan-{blank.name}").strip()
    }
    text = form.write(forms.text("scope"), numbers)
    if not text:
        raise Problem("Fill in at least one line of the plan.")
    return text
