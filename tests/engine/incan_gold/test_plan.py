"""Standing orders: conditions, scopes, and what they say to a view."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import incan_gold
from engine.errors import Unreadable
from engine.game import Answer, View
from engine.incan_gold.pieces import ARTIFACT
from engine.incan_gold.plan import Clause, Condition, Plan
from tests.engine.incan_gold.positions import after, position, seen

# In this view every quantity has a value of its own.
HERE: dict[str, Any] = {
    "round": 4,
    "path": ["fire", "snake", 17, 5, ARTIFACT],
    "lying": [0, 0, 3, 2, 0],
    "held": [7, 6, 6, 0],
    "inside": [1, 2, 3],
}
QUANTITIES = {"hazards": 2, "hold": 7, "path": 5, "inside": 3, "round": 4, "artifact": 1}
AS_IT_IS = {">=": (True, True, False), "<=": (False, True, True), "=": (False, True, False)}
AS_IT_IS |= {">": (True, False, False), "<": (False, False, True)}


def decide(plan: str, view: View | None = None) -> Answer:
    view = view or seen(**HERE)
    return incan_gold.decide(incan_gold.read_plan(plan, view), view)


def written(plan: str, **what: Any) -> str:
    return incan_gold.read_plan(plan, seen(**what)).write()


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("comparison", AS_IT_IS)
def test_every_quantity_with_every_comparison(quantity: str, comparison: str) -> None:
    for more, expected in zip((-1, 0, 1), AS_IT_IS[comparison], strict=True):
        number = QUANTITIES[quantity] + more

        answer = decide(f"always: camp if {quantity} {comparison} {number}; else torch")

        assert answer.orders == ("camp" if expected else "torch"), number


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("hazards = 2 and hold = 7", True),
        ("hazards = 2 and hold = 8", False),
        ("hazards = 3 or hold = 7", True),
        ("hazards = 3 or hold = 8", False),
        ("hazards = 2 or hold = 7 and inside = 9", True),  # and binds closer
        ("hazards = 3 and hold = 7 or inside = 3", True),
        ("hazards = 3 and hold = 7 or inside = 9", False),
    ],
)
def test_and_binds_closer_than_or(condition: str, met: bool) -> None:
    assert decide(f"camp if {condition}; else torch").orders == ("camp" if met else "torch")
    assert decide(f"torch until {condition}; else camp").orders == ("camp" if met else "torch")


def test_until_applies_as_long_as_its_condition_is_not_met() -> None:
    plan = "always: torch until hazards >= 2; else camp"

    assert decide(plan, seen(path=["fire"])).orders == "torch"
    assert decide(plan, seen(path=["fire", "snake"])).orders == "camp"


def test_the_first_part_that_applies_is_the_answer() -> None:
    plan = "camp if hold > 20; torch if hold > 5; camp if hold > 6; else camp"

    assert decide(plan).orders == "torch"


def test_an_artifact_may_just_lie_there_or_not() -> None:
    assert decide("camp if artifact; else torch").orders == "camp"
    assert decide("camp if no artifact; else torch").orders == "torch"
    assert decide("camp if no artifact; else torch", seen()).orders == "camp"


def test_a_plan_without_a_scope_is_for_the_round_it_was_made_in() -> None:
    assert written("torch until hazards >= 2", round=3) == "round 3: torch until hazards >= 2"


@pytest.mark.parametrize("scope", ["round 2:", "round 2"])
def test_a_plan_for_one_round(scope: str) -> None:
    assert written(f"{scope} torch") == "round 2: torch"


def test_a_plan_for_the_rest_of_the_game() -> None:
    plan = incan_gold.read_plan("always: torch", seen(round=1))

    assert plan.write() == "always: torch"
    assert incan_gold.decide(plan, seen(round=5)).orders == "torch"


def test_a_plan_for_this_round() -> None:
    assert written("this round: torch", round=4) == "round 4: torch"


def test_a_plan_waits_for_its_round() -> None:
    answer = decide("round 4: camp", seen(round=3))

    assert (answer.orders, answer.disarmed) == ("", False)
    assert answer.why == "It was for round 4; this is round 3."


def test_a_plan_is_disarmed_when_its_round_has_passed() -> None:
    answer = decide("round 2: camp", seen(round=3))

    assert (answer.orders, answer.disarmed) == ("", True)
    assert answer.why == "It was for round 2; this is round 3."


def test_a_plan_is_disarmed_where_no_part_applies_with_the_facts() -> None:
    answer = decide("torch until hazards >= 2; camp if hold >= 9 and inside <= 2")

    assert (answer.orders, answer.disarmed) == ("", True)
    assert answer.why == "No part of it applies now: hazards 2, hold 7, inside 3."


def test_a_plan_is_disarmed_at_the_end_of_the_match() -> None:
    view = incan_gold.view(after(position(round=5), "camp"), 1)

    assert decide("always: torch", view) == Answer("", "The match is over.", disarmed=True)


def test_a_plan_says_nothing_and_stays_while_its_seat_is_not_asked() -> None:
    answer = decide("always: torch", seen(1, inside=[2, 3]))

    assert (answer.orders, answer.disarmed) == ("", False)


def test_an_answer_says_which_part_applied_and_why() -> None:
    answer = decide("camp if hold >= 5 or hazards > 2; else torch")

    assert answer.why == "“camp if hold >= 5 or hazards > 2” applies: hold 7, hazards 2."
    assert decide("camp if hold > 99; else torch").why == "Nothing before it applies."


def test_a_plan_decides_from_nothing_that_its_seat_may_not_see() -> None:
    plan = "always: torch until hold >= 5 or hazards >= 2; else camp"

    assert decide(plan, seen(tents=[0, 0, 0, 0], coming=[17])) == decide(
        plan, seen(tents=[0, 9, 9, 9], coming=["fire"])
    )


@pytest.mark.parametrize(
    ("plan", "quoted", "reason"),
    [
        ("", "", "a plan says what to choose"),
        ("round 3:", "", "a plan says what to choose"),
        ("round 6: torch", "6", "has rounds 1 to 5"),
        ("round 0: torch", "0", "has rounds 1 to 5"),
        ("jump if hazards > 1", "jump", "torch or camp"),
        ("torch if hazrds > 1", "hazrds", "did you mean “hazards”"),
        ("torch if moon > 1", "moon", "one of: hazards, hold, path, inside, round, artifact"),
        ("torch if hazards", "", "one of <, <=, =, >= and >"),
        ("torch if hazards >= many", "many", "a whole number"),
        ("torch if hazards >= -1", "-1", "a whole number"),
        ("torch if hazards >= 99999", "99999", "too large"),
        ("torch if no hazards > 1", ">", "only works with artifact"),
        ("else torch; camp if hold > 3", "camp", "nothing can follow a choice"),
    ],
)
def test_what_is_no_plan_is_refused_with_its_place(plan: str, quoted: str, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        incan_gold.read_plan(plan, seen())

    assert reason in caught.value.reason()
    assert caught.value.quoted == quoted


CONDITIONS = st.builds(
    Condition, st.sampled_from([*QUANTITIES]), st.sampled_from([*AS_IT_IS]), st.integers(0, 9999)
)
GROUPS = st.lists(st.lists(CONDITIONS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)
CLAUSES = st.lists(st.builds(Clause, st.sampled_from(["torch", "camp"]), st.booleans(), GROUPS), max_size=4)
LAST = st.builds(Clause, st.sampled_from(["torch", "camp"]), st.just(False), st.just(()) | GROUPS)


@given(st.builds(lambda round, parts, last: Plan(round, (*parts, last)), st.integers(0, 5), CLAUSES, LAST))
def test_canonical_text_reads_back_to_the_same_plan(plan: Plan) -> None:
    assert incan_gold.read_plan(plan.write(), seen(round=2)) == plan


@given(st.text(max_size=200) | st.lists(st.sampled_from(sorted(incan_gold.VOCABULARY.index))).map(" ".join))
def test_any_text_is_a_plan_or_unreadable(text: str) -> None:
    try:
        plan = incan_gold.read_plan(text, seen())
    except Unreadable:
        return
    assert incan_gold.read_plan(plan.write(), seen()) == plan


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("always: camp si tiens au moins 12", "always: camp if hold >= 12"),
        ("always: camp si tiens au plus 12", "always: camp if hold <= 12"),
        ("always: camp si tiens moins de 12", "always: camp if hold < 12"),
        ("always: camp si tiens plus que 12", "always: camp if hold > 12"),
        ("zawsze: obóz jeśli mam co najmniej 12", "always: camp if hold >= 12"),
        ("zawsze: obóz jeśli mam więcej niż 12", "always: camp if hold > 12"),
        ("vždy: tábor pokud mám více než 12", "always: camp if hold > 12"),
        ("vždy: tábor pokud mám nejméně 12", "always: camp if hold >= 12"),
        ("immer: Lager wenn ich mehr als 12 habe", "always: camp if hold > 12"),
        ("immer: Lager wenn ich mindestens 12 habe", "always: camp if hold >= 12"),
        ("always: camp if at least 12 held or no artifact", "always: camp if hold >= 12 or artifact = 0"),
        ("always: torch till hazards >= 2", "always: torch until hazards >= 2"),
    ],
)
def test_at_least_and_more_than_are_understood_as_they_are_said(said: str, meant: str) -> None:
    assert incan_gold.read_plan(said, seen()).write() == meant


@pytest.mark.parametrize("sign", ["≠", "≮", "≯", "=\u0338"])
def test_a_sign_with_a_stroke_through_it_is_not_the_sign_without(sign: str) -> None:
    with pytest.raises(Unreadable):
        incan_gold.read_plan(f"always: camp if hold {sign} 12", seen())


def test_a_plan_has_one_scope() -> None:
    with pytest.raises(Unreadable, match="say which only once"):
        incan_gold.read_plan("round 1: torch until hazards >= 2; round 3: camp", seen())


def test_a_scope_may_come_last() -> None:
    assert incan_gold.read_plan("torch until hazards >= 2 for the rest of the game", seen()).write() == (
        "always: torch until hazards >= 2"
    )


def test_a_plan_that_is_read_is_not_too_long_to_be_read_again() -> None:
    longest = ";".join(["s if mam>9999 or mam>9999"] * 30)
    plan = incan_gold.read_plan(longest, seen())

    assert incan_gold.read_plan(plan.write(), seen()) == plan
    with pytest.raises(Unreadable, match="at most 30 parts"):
        incan_gold.read_plan(f"{longest};s if mam>1", seen())
    with pytest.raises(Unreadable, match="at most 10 conditions"):
        incan_gold.read_plan("s if " + " or ".join(["mam>1"] * 11), seen())


@pytest.mark.parametrize(
    "typed", ["torche, s'il vous plaît", "Torche s’il vous plaît!", "stay in the temple"]
)
def test_politeness_changes_no_choice(typed: str) -> None:
    assert incan_gold.write(typed) == "torch"
