"""The figures in Incan Gold's guides are those of the rules."""

import re

from engine.game import Event
from engine.guide import Pictures
from engine.incan_gold.pieces import TREASURES
from tests.engine.guides import Guide, guides, played

each_guide = guides("incan-gold")


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"\b\d+\b", words)]


@each_guide
def test_an_example_tells_what_each_player_gets_and_loses(guide: Guide) -> None:
    for example in guide.examples:
        for step, line in zip(played(guide, example), example.lines, strict=True):
            told = numbers(line.does)
            assert [figure for event in step.events for figure in figures(event) if figure not in told] == []


def figures(event: Event) -> list[int]:
    match event["event"]:
        case "treasure" if event["round"] == 1:
            return [event["value"], event["share"], event["rest"]]
        case "left":
            return [event["share"], *event["stored"].values()]
        case "fled":
            return list(event["lost"].values())
    return []


@each_guide
def test_all_treasure_cards_are_listed(guide: Guide) -> None:
    blocks = [block for section in guide.sections for block in section.blocks]
    captions = [one.caption for one in blocks if isinstance(one, Pictures) and "treasures" in one.names]

    assert [numbers(caption) for caption in captions] == [list(TREASURES)]
