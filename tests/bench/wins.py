"""How often a bot wins alone against legal orders at random. ./chasqui bench wins [MATCHES]"""

import sys
from collections.abc import Iterable

from engine.chance import Stream, match_seed
from engine.game import Game, View
from engine.random_play import play, wanderer
from engine.registry import GAMES, game

MATCHES = 200


def bot_wins(name: str, numbers: Iterable[int]) -> int:
    """One bot, on a seat that changes from match to match; every other seat plays at random."""
    return sum(bot_wins_match(game(name), number) for number in numbers)


def bot_wins_match(rules: Game, number: int) -> bool:
    seats = rules.META.fewest
    mine, seed = 1 + number % seats, match_seed(bytes(32), [str(number)])
    stroll = wanderer(rules, Stream(seed, "bench"))

    def player(view: View) -> str:
        return rules.bot(view) if view["seat"] == mine else stroll(view)

    *_, last = play(rules, seats, {}, seed, player)
    result = rules.result(last.step.state)
    return result is not None and result.winners == (mine,)


def main(matches: int = 0) -> None:
    matches = matches or MATCHES
    for name in GAMES:
        wins = bot_wins(name, range(matches))
        print(f"{name}: the bot wins {wins} of {matches} matches against random legal play")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
