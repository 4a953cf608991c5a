"""The figures in Tikal's guides are those of the rules."""

import re
from collections.abc import Sequence

from engine import tikal
from engine.game import Event
from engine.guide import Table
from engine.tikal.pieces import HEXES, LEADER_STRENGTH, TILES, WAFER_POINTS, WORKERS
from engine.tikal.positions import POSITIONS, position
from engine.tikal.reading import read
from engine.tikal.rules.submission import submit
from tests.engine.guides import Guide, guides, played

each_guide = guides("tikal")


def numbers(words: str) -> set[int]:
    return {int(number) for number in re.findall(r"\b\d+\b", words)}


@each_guide
def test_an_example_tells_the_points_and_the_ap_that_are_left(guide: Guide) -> None:
    for example in guide.examples:
        for step, line in zip(played(guide, example), example.lines, strict=True):
            told = numbers(line.does)
            assert set(facts(step.events)) <= told, line
            if step.state.phase == "ap" and line.orders != ("end",):
                assert step.state.ap in told, line


def facts(events: Sequence[Event]) -> list[int]:
    """What is scored for each temple, what is paid for a turn, and a temple's number after it was dug."""
    scored = [event["temples"] for event in events if event["event"] == "scored"]
    points = [points for temples in scored for points in temples.values()]
    paid = [event["points"] for event in events if event["event"] in ("bid", "won")]
    return [*points, *paid, *[event["value"] for event in events if event["event"] == "dug"]]


@each_guide
def test_the_whole_turn_uses_all_ap_and_ends_as_the_picture_shows(guide: Guide) -> None:
    example = next(one for one in guide.examples if one.position == "opening")
    (*_, last) = played(guide, example)

    assert last.events[-1]["event"] == "turned_up"
    assert last.state.board == position("first-turn").board
    assert last.state.seats == position("first-turn").seats


@each_guide
def test_the_costs_of_the_table_are_those_of_the_rules(guide: Guide) -> None:
    middle = position("middle")
    rows = [(orders, does) for section in guide.sections for orders, does in section.orders]
    for orders, does in rows:
        if orders.split()[0] in ("dig", "take", "swap", "camp", "guard"):
            spent = middle.ap - submit(middle, read(orders)).state.ap
            assert numbers(does[does.rindex("(") :]) == {spent}, orders


@each_guide
def test_the_box_is_told_as_it_is(guide: Guide) -> None:
    set_up = " ".join(guide.sections[1].text)
    kinds = [tile.kind for tile in TILES.values()]

    assert numbers(set_up) >= {len(HEXES), len(TILES), WORKERS, *[kinds.count(kind) for kind in kinds]}


@each_guide
def test_treasures_are_worth_what_the_table_says(guide: Guide) -> None:
    tables = [block for section in guide.sections for block in section.blocks if isinstance(block, Table)]

    assert tuple(int(row[1]) for row in tables[2].rows) == WAFER_POINTS[1:]


@each_guide
def test_a_leader_is_as_strong_as_the_table_says(guide: Guide) -> None:
    tables = [block for section in guide.sections for block in section.blocks if isinstance(block, Table)]

    beside_three_workers = [2, LEADER_STRENGTH, LEADER_STRENGTH + 1]
    assert [numbers(row[1]) for row in tables[1].rows] == [{3, other} for other in beside_three_workers]


def test_a_position_has_as_many_members_and_tiles_as_the_box() -> None:
    for name in POSITIONS:
        state = position(name)
        for seat in state.seats:
            assert seat.supply + sum(seat.workers.values()) == 18
        lying = [here.tile for here in state.board.values() if here.tile]
        assert len({*lying, state.hand, *state.display} - {""}) <= state.turned
        assert tikal.from_json(tikal.to_json(state), None)._replace(deal=state.deal) == state
