"""The worked examples of the rules, by number."""

from hypothesis import given
from hypothesis import strategies as st

from engine import incan_gold
from engine.incan_gold.pieces import ARTIFACT, HAZARDS
from tests.engine.incan_gold.positions import after, cards, choose, events, position

# Four hazards that ended rounds: a kind has a second card only while two are left.
FOUR_OUT = st.lists(st.sampled_from(HAZARDS), min_size=4, max_size=4).filter(
    lambda kinds: max(map(kinds.count, kinds)) <= 2
)
SEEDS = st.binary(min_size=32, max_size=32)


def test_worked_example_1_eleven_among_four() -> None:
    state = after(position(coming=[11]), "torch")

    assert state.held == (2, 2, 2, 2)
    assert state.lying == (0, 3)


def test_worked_example_2_two_leave_together() -> None:
    state = position(path=[11, 5, ARTIFACT], lying=[3, 1, 0], coming=["fire"])

    left = after(state, "camp", "camp", "torch", "torch")

    assert left.tents == (2, 2, 0, 0)
    assert sum(left.lying) == 0
    assert (left.carried, left.on_path) == ((0, 0, 0, 0), 1)


def test_worked_example_2_two_leave_together_and_one_stays() -> None:
    state = position(path=[11, 5, ARTIFACT], lying=[3, 2, 0], coming=["fire"])

    left = after(state, "camp", "camp", "torch", "torch")

    assert left.tents == (2, 2, 0, 0)
    assert sum(left.lying) == 1
    assert (left.carried, left.on_path) == ((0, 0, 0, 0), 1)


def test_worked_example_3_one_leaves_alone_later() -> None:
    state = position(path=[11, 5, ARTIFACT], lying=[3, 2, 0], coming=["fire", "snake"])

    later = after(after(state, "camp", "camp", "torch", "torch"), "camp", "torch")

    assert later.tents == (2, 2, 1, 0)
    assert (later.carried, later.worth) == ((0, 0, 1, 0), (0, 0, 5, 0))
    assert sum(later.lying) == 0


def test_worked_example_4_the_second_snake() -> None:
    state = position(path=["snake", 8], held=[2, 2, 2, 2], tents=[9, 0, 4, 0], coming=["snake"])

    step = choose(state, "torch")

    assert events(step, "fled") == [
        {"event": "fled", "kind": "snake", "lost": {"1": 2, "2": 2, "3": 2, "4": 2}}
    ]
    assert step.state.tents == (9, 0, 4, 0)
    assert cards(step.state).count("snake") == 2


@given(out=FOUR_OUT, seed=SEEDS, seats=st.integers(3, 8), in_deck=st.integers(0, 4))
def test_worked_example_5_a_deck_never_runs_out_before_the_round_ends(
    out: list[str], seed: bytes, seats: int, in_deck: int
) -> None:
    *before, last = out
    gone = {kind: before.count(kind) for kind in before}
    state = position(round=4, seats=seats, path=[last], coming=[last], out=gone, in_deck=in_deck, seed=seed)

    state = after(state, "torch")
    while not state.over:
        assert sum(card in HAZARDS for card in state.deck) == 11
        state = after(state, "torch")

    assert len(state.path) <= 15 + 5 + 6  # all treasures, all artifacts, and the sixth hazard


@given(seed=SEEDS, seats=st.integers(3, 8), artifacts=st.booleans())
def test_worked_example_5_five_rounds_in_which_nobody_ever_leaves(
    seed: bytes, seats: int, artifacts: bool
) -> None:
    state = incan_gold.setup(seats, {"artifacts": artifacts}, seed)

    while not state.over:
        state = after(state, "torch")

    assert sum(state.out.values()) == 5
    assert state.tents == (0,) * seats
