"""The chapter Set-up."""

from typing import Any

import pytest

from engine import tikal
from engine.game import Ask
from engine.tikal.state import SUPPLY, Expedition, Options, State

SEEDS = [bytes([n]) * 32 for n in range(8)]


def setup(seats: int = 2, seed: bytes = SEEDS[0], **options: bool) -> State:
    state: State = tikal.setup(seats, options, seed)
    return state


def tiles(seed: bytes) -> tuple[str, ...]:
    deal = setup(seed=seed).deal
    assert deal
    return deal.tiles


def wafers(seed: bytes) -> tuple[str, ...]:
    deal = setup(seed=seed).deal
    assert deal
    return deal.wafers


def test_printed_on_the_board_are_the_base_camp_two_temples_of_1_and_a_jungle() -> None:
    board = setup().board

    assert {place: (here.kind, here.value) for place, here in board.items()} == {
        "a5": ("base", 0),
        "a4": ("temple", 1),
        "b4": ("jungle", 0),
        "b5": ("temple", 1),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_letter_groups_are_stacked_a_on_top_to_g(seed: bytes) -> None:
    letters = "".join(tile[0] for tile in tiles(seed))

    assert letters == "AAAAAABBBBBBCCCCCDDDDDEEEEEFFFFFGGGG"
    assert len(set(tiles(seed))) == 36


@pytest.mark.parametrize("letter", "ABCDEFG")
def test_each_letter_group_is_shuffled_by_itself(letter: str) -> None:
    orders = {tuple(tile for tile in tiles(seed) if tile[0] == letter) for seed in SEEDS}

    assert len(orders) > 1


def test_one_letter_groups_order_tells_nothing_of_anothers() -> None:
    together = [(order[:6], order[6:12]) for order in map(tiles, SEEDS)]

    assert any([a[1] for a in first] != [b[1] for b in second] for first, second in together)


def test_the_24_wafers_are_shuffled() -> None:
    orders = {wafers(seed) for seed in SEEDS}

    assert len(orders) == len(SEEDS)
    assert len({tuple(sorted(order)) for order in orders}) == 1


def test_the_same_seed_deals_the_same() -> None:
    assert setup(seed=SEEDS[3]) == setup(seed=SEEDS[3])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_seats_can_play(seats: int) -> None:
    assert len(setup(seats).seats) == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_seats_cannot(seats: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 4 seats, not {seats}"):
        setup(seats)


def test_seat_1_takes_the_first_turn() -> None:
    assert tikal.asked(setup(3)) == {1: Ask("tile")}


def test_seat_1_opens_the_first_auction() -> None:
    state = setup(3, auction=True)

    assert tikal.asked(state) == {1: Ask("bid")}
    assert state.auction
    assert state.auction.waiting == (1, 2, 3)


def test_the_score_is_0_at_the_start() -> None:
    assert [seat.score for seat in setup(4).seats] == [0, 0, 0, 0]


def test_the_score_is_20_at_the_start_with_the_auction() -> None:
    assert [seat.score for seat in setup(4, auction=True).seats] == [20, 20, 20, 20]


def test_an_expedition_begins_with_everybody_in_the_supply() -> None:
    nobody_out = Expedition(0, 18, SUPPLY, {}, (), (), {})

    assert setup().seats == (nobody_out, nobody_out)


def test_the_options_are_false_unless_chosen() -> None:
    assert setup().options == Options(auction=False, camp_needs_member=False)
    assert setup(camp_needs_member=True).options == Options(auction=False, camp_needs_member=True)
    assert setup(auction=True).options == Options(auction=True, camp_needs_member=False)


@pytest.mark.parametrize("options", [{"actions": True}, {"auction": 1}])
def test_there_are_no_other_options_and_no_other_values(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        tikal.setup(2, options, SEEDS[0])


def test_the_first_tile_is_turned_up_at_once() -> None:
    state = setup()

    assert (state.hand, state.turned) == (tiles(SEEDS[0])[0], 1)
    assert tikal.opening(2, {}, SEEDS[0]) == ({"event": "turned_up", "seat": 1, "tiles": [state.hand]},)


def test_with_the_auction_as_many_tiles_as_players_are_turned_up_at_once() -> None:
    state = setup(4, auction=True)

    assert (state.display, state.turned) == (tiles(SEEDS[0])[:4], 4)
    (event,) = tikal.opening(4, {"auction": True}, SEEDS[0])
    assert event == {"event": "turned_up", "seat": 1, "tiles": list(state.display)}


def test_nobody_sees_what_is_not_turned_up() -> None:
    views = [tikal.view(setup(seed=seed), seat) for seed in SEEDS for seat in (1, 2, None)]

    # all that differs between the deals is the first tile
    assert len({view.pop("hand") for view in views}) > 1
    assert all({**view, "seat": 0} == {**views[0], "seat": 0} for view in views)
