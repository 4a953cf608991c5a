"""What a letter tells of Tikal: an auction is one sentence, a turn one short paragraph."""

from engine.registry import game
from engine.tikal.news import news
from tests.engine.matches import SETTINGS, moments

NAMES = ("Ana", "Bo", "Cyril")


def test_an_auction_is_one_sentence() -> None:
    bids = [
        {"event": "bid", "seat": 1, "points": 1},
        {"event": "bid", "seat": 3, "points": 2},
        {"event": "passed", "seat": 2},
        {"event": "passed", "seat": 1},
        {"event": "won", "seat": 3, "points": 2},
    ]

    assert news(bids, NAMES) == ("Cyril won the auction for 2 points.",)
    assert news(bids[:3], NAMES) == ("In the auction, Ana bids 1, Cyril bids 2 and Bo passes.",)


def test_an_auction_in_which_nobody_bids_says_so() -> None:
    won = {"event": "won", "seat": 2, "points": 0}

    assert news([won], NAMES) == ("Nobody bid: Bo has the first choice for free.",)


def test_a_turn_is_one_sentence_with_what_was_reached() -> None:
    turn = [
        {"event": "placed", "seat": 1, "kind": "treasure", "wafers": 4, "place": "d3", "tile": "E2"},
        {"event": "entered", "seat": 1, "workers": 1, "leader": False, "place": "a5"},
        {"event": "entered", "seat": 1, "workers": 2, "leader": False, "place": "a5"},
        {"event": "moved", "seat": 1, "workers": 2, "leader": False, "way": ["a5", "b4"], "cost": 1},
        {"event": "moved", "seat": 1, "workers": 2, "leader": False, "way": ["b4", "c4"], "cost": 1},
        {"event": "dug", "seat": 1, "place": "c4", "before": 3, "value": 4},
        {"event": "dug", "seat": 1, "place": "c4", "before": 4, "value": 5},
        {"event": "ended", "seat": 1, "left": 0},
    ]

    assert news(turn, NAMES) == (
        "Ana places a treasure of 4 on d3, brings 3 workers to a5, moves 2 workers from a5 to c4 and "
        "digs on c4 (now worth 5).",
    )


def test_a_way_back_to_where_it_began_is_not_told() -> None:
    there = {"event": "moved", "seat": 1, "workers": 1, "leader": False, "way": ["c4", "d4"], "cost": 1}
    back = there | {"way": ["d4", "c4"]}
    placed = {"event": "placed", "seat": 1, "kind": "jungle", "place": "d3", "tile": "B1"}

    assert news([placed, there, back], NAMES) == ("Ana places a jungle on d3.",)
    assert news([placed, there, back, there], NAMES) == (
        "Ana places a jungle on d3 and moves 1 worker from c4 to d4.",
    )
    assert news([there, back], NAMES) == ()


def test_every_event_of_every_game_is_told_or_seen_on_the_board() -> None:
    for setting in SETTINGS:
        events = [event for moment in moments(setting) for event in moment.step.events]
        told = game(setting.name).news(events, ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal"))

        assert told[-1].startswith(("The match is over", "Round")) or "The match is over" in told[-1]
        assert all(paragraph.strip() for paragraph in told)
