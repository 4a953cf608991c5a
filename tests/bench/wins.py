"""How often a bot wins alone, against random play and the former bots. ./chasqui bench wins [MATCHES]"""

import sys
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, get_args

from engine.chance import Stream, match_seed
from engine.game import Strength, View, bot_of
from engine.random_play import Player, play, wanderer
from engine.registry import game
from tests.bench.former import BOTS

MATCHES = 100
SEATS = {"incan-gold": (3, 4, 6, 8), "tikal": (2, 3, 4)}
RANDOM, FORMER = "random", "former"


class Outcome(NamedTuple):
    won: bool
    points: int
    others: float  # points, on average
    slowest: float  # of the bot's decisions, in seconds of one core


def bot_wins(name: str, numbers: Iterable[int]) -> int:
    """In how many matches a modest bot wins alone against random play."""
    return sum(match(name, game(name).META.fewest, number, "modest", RANDOM).won for number in numbers)


def match(name: str, seats: int, number: int, strength: Strength, against: str) -> Outcome:
    """One bot, on a seat that changes from match to match; the same opponent has every other seat."""
    rules, mine = game(name), 1 + number % seats
    seed = match_seed(bytes(32), [str(number)])
    bot, times = timed(bot_of(rules, strength))
    other = BOTS[name] if against == FORMER else wanderer(rules, Stream(seed, "bench"))
    *_, last = play(rules, seats, {}, seed, lambda view: (bot if view["seat"] == mine else other)(view))
    result = rules.result(last.step.state)
    assert result is not None
    points = result.scores[mine - 1]
    others = (sum(result.scores) - points) / (seats - 1)
    return Outcome(result.winners == (mine,), points, others, max(times))


def timed(bot: Player) -> tuple[Player, list[float]]:
    times: list[float] = []

    def player(view: View) -> str:
        began = time.process_time()
        orders = bot(view)
        times.append(time.process_time() - began)
        return orders

    return player, times


def row(name: str, seats: int, strength: Strength, against: str, matches: int) -> str:
    outcomes = [match(name, seats, number, strength, against) for number in range(matches)]
    won = share(outcomes, lambda each: each.won)
    above = share(outcomes, lambda each: each.points > each.others)
    points = sum(each.points for each in outcomes) / matches
    others = sum(each.others for each in outcomes) / matches
    slowest = max(each.slowest for each in outcomes)
    return (
        f"{name:<12}{seats:>6}{strength:>9}{against:>9}{won:>7.0%}{above:>9.0%}"
        f"{points:>9.1f}{others:>9.1f}{slowest:>9.3f}"
    )


def share(outcomes: list[Outcome], counts: Callable[[Outcome], bool]) -> float:
    return sum(map(counts, outcomes)) / len(outcomes)


def main(matches: int = 0) -> None:
    """A table; "above" is how often the bot has more points than the others have on average."""
    print("game         seats      bot  against    won    above   points   others  slowest")
    for name in SEATS:
        for strength in get_args(Strength):
            for against in (RANDOM, FORMER):
                for seats in SEATS[name] if against == FORMER else (game(name).META.fewest,):
                    print(row(name, seats, strength, against, matches or MATCHES), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
