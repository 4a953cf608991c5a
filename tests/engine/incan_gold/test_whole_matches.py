"""Whole matches, however they are played."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT
from engine.incan_gold.state import State
from tests.engine.incan_gold.positions import choose, events, in_order, seen

SEEDS = st.binary(min_size=32, max_size=32)
PLAYERS = st.randoms(use_true_random=False)


def stones(state: State) -> int:
    return sum(state.tents) + sum(state.held) + sum(state.lying)


@given(seed=SEEDS, seats=st.integers(3, 8), artifacts=st.booleans(), random=PLAYERS)
def test_any_choices_lead_to_the_end_of_five_rounds(
    seed: bytes, seats: int, artifacts: bool, random: Random
) -> None:
    state = incan_gold.setup(seats, {"artifacts": artifacts}, seed)

    while not state.over:
        assert state.round in (1, 2, 3, 4, 5)
        assert incan_gold.asked(state).keys() == set(state.inside) != set()
        state = choose(state, *random.choices(["torch", "torch", "camp"], k=len(state.inside))).state

    result = incan_gold.result(state)
    assert result is not None
    assert sum(result.more["artifacts"]) <= (5 if artifacts else 0)


@given(seed=SEEDS, seats=st.integers(3, 8), random=PLAYERS)
def test_within_a_round_no_stone_comes_from_nowhere_or_is_lost(
    seed: bytes, seats: int, random: Random
) -> None:
    state = incan_gold.setup(seats, {}, seed)

    while not state.over:
        before = state
        step = choose(state, *random.choices(["torch", "camp"], k=len(state.inside)))
        state = step.state
        if not events(step, "round_over"):
            found = sum(event["value"] for event in events(step, "treasure"))
            assert stones(state) == stones(before) + found


@given(seed=SEEDS, seats=st.integers(3, 8), random=PLAYERS)
def test_no_artifact_is_ever_in_two_places(seed: bytes, seats: int, random: Random) -> None:
    state = incan_gold.setup(seats, {}, seed)

    while not state.over:
        assert state.deck.count(ARTIFACT) + sum(state.carried) - state.path.count(ARTIFACT) <= state.round
        assert in_order([*incan_gold.view(state, None)["deck"], *state.path]) == in_order(state.deck)
        state = choose(state, *random.choices(["torch", "camp"], k=len(state.inside))).state


@given(seed=SEEDS, seats=st.integers(3, 8), artifacts=st.booleans())
def test_bots_make_legal_choices_to_the_end(seed: bytes, seats: int, artifacts: bool) -> None:
    state = incan_gold.setup(seats, {"artifacts": artifacts}, seed)

    while not state.over:
        views = {seat: incan_gold.view(state, seat) for seat in state.inside}
        choices = {seat: incan_gold.bot(view) for seat, view in views.items()}
        assert all(choices[seat] in incan_gold.choices(view) for seat, view in views.items())
        state = incan_gold.apply(state, choices).state


def test_a_bot_goes_on_while_it_has_nothing_to_lose() -> None:
    assert incan_gold.bot(seen(path=["fire"])) == "torch"


def test_a_bot_goes_home_with_much_to_lose_and_many_dangers() -> None:
    view = seen(path=["fire", "snake", "mummy", "spider"], held=[40, 0, 0, 0])

    assert incan_gold.bot(view) == "camp"


def test_a_bot_knows_only_what_its_seat_sees() -> None:
    assert incan_gold.bot(seen(coming=["fire"])) == incan_gold.bot(seen(coming=[17]))


@given(seed=SEEDS, seats=st.integers(3, 8), random=PLAYERS)
def test_the_same_seed_and_choices_lead_to_the_same_match(seed: bytes, seats: int, random: Random) -> None:
    one = other = incan_gold.setup(seats, {}, seed)

    while not one.over:
        choices = random.choices(["torch", "camp"], k=len(one.inside))
        one, other = choose(one, *choices).state, choose(other, *choices).state

    assert one == other
