"""All recorded matches, checked by a program that shares nothing with the engine."""

import json

import pytest

from engine.record import replay
from tests.engine.record import independent
from tests.engine.record.independent_incan_gold import Match
from tests.engine.record.recorded import INCAN_GOLD, RECORDS, TIKAL, lines, text


def seed(name: str) -> bytes:
    return independent.match_seed(lines(name)[0], lines(name)[-1])


def test_the_independent_shuffle_gives_the_demo_of_the_specification() -> None:
    assert independent.shuffled(list(range(10)), "demo", bytes(32)) == [9, 0, 3, 4, 5, 1, 8, 6, 2, 7]


@pytest.mark.parametrize("name", RECORDS)
def test_the_chain_is_whole(name: str) -> None:
    assert independent.chain_holds(text(name))


@pytest.mark.parametrize("name", RECORDS)
def test_the_chain_does_not_hold_where_one_order_was_changed(name: str) -> None:
    middle = len(lines(name)) // 2
    order = json.dumps(next(iter(lines(name)[middle]["orders"].values())))

    assert not independent.chain_holds(text(name).replace(order, '"torch!"', 1))


@pytest.mark.parametrize("name", RECORDS)
def test_the_seed_fits_the_commitment(name: str) -> None:
    assert independent.seed_fits(lines(name)[0], lines(name)[-1])


@pytest.mark.parametrize("name", TIKAL)
def test_tikals_tiles_and_treasures_are_what_was_dealt(name: str) -> None:
    start = next(replay(lines(name))).state

    assert list(start.deal.tiles) == independent.tiles(seed(name))
    assert list(start.deal.wafers) == independent.wafers(seed(name))


@pytest.mark.parametrize("name", INCAN_GOLD)
def test_incan_golds_decks_are_what_was_dealt(name: str) -> None:
    first, *steps, _last = lines(name)
    decks = Match(seed(name), first, steps).decks

    for moment in replay(lines(name)):
        if not moment.state.over:
            assert list(moment.state.deck) == decks[moment.state.round - 1]


@pytest.mark.parametrize("name", INCAN_GOLD)
def test_incan_golds_result_is_what_the_choices_lead_to(name: str) -> None:
    first, *steps, last = lines(name)
    match = Match(seed(name), first, steps)

    assert match.result() == last["result"]
    assert next(match.choices, None) is None
