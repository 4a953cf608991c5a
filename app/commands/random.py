"""Play a match without people and print its record. ./chasqui random GAME [--seats N] [--option k=v]

--taken-back, --new-hands, --lent and --new-rules ask for what friends agree on: then people play, not bots.
"""

import hashlib
import itertools
import secrets
from argparse import ArgumentTypeError
from datetime import UTC, datetime, timedelta

from app.console import Parser, run
from engine.chance import Stream, commitment, match_seed
from engine.game import Game, bot_of
from engine.random_friends import NO_WISHES, RandomFriends, Wishes
from engine.random_play import Player, wanderer
from engine.record import Opening, Record
from engine.registry import GAMES, game

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
SEEDED_START = datetime(
    2000, 1, 1, tzinfo=UTC
)  # always the same, so that a seed always gives the same record
WISHES = {
    "--taken-back": "how often the players go back to an earlier step",
    "--new-hands": "how often a seat goes to a new person",
    "--lent": "in how many steps, if there are so many, a friend gives orders for a seat",
    "--new-rules": "how often the players move on to the next version of the rules",
}
MOST_WISHES = 1000
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def main(arguments: list[str]) -> int:
    parser = Parser("random", "Play a match without people and print its record.")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", type=int, metavar="N", help="when not said, the fewest the game is for")
    option = "an option of the game, true or false; may be said again for another"
    parser.add_argument("--option", action="append", default=[], metavar="k=v", help=option)
    parser.add_argument("--seed", metavar="TEXT", help="the same text gives the same match")
    players = "bots are the modest ones; they play when nothing is said"
    parser.add_argument("--players", choices=("bots", "strong", "random"), default="bots", help=players)
    parser.add_argument("--rules", type=int, metavar="N", help="their version; when not said, the newest")
    for wish, about in WISHES.items():
        parser.add_argument(wish, type=count, default=0, metavar="N", help=about)
    chosen = parser.parse_args(arguments)
    rules = game(chosen.game)
    seats = rules.META.fewest if chosen.seats is None else chosen.seats
    try:
        options = rules.META.check(seats, dict(map(read_option, chosen.option)))
    except ValueError as error:
        parser.error(str(error))
    newest = rules.META.rules
    first = newest if chosen.rules is None else chosen.rules
    if not 1 <= first <= newest or chosen.new_rules > newest - first:
        parser.error(f"{chosen.game} has the versions 1 to {newest} of its rules")
    wishes = Wishes(chosen.taken_back, chosen.new_hands, chosen.lent, chosen.new_rules)
    played = play_match(chosen.game, seats, options, chosen.seed, chosen.players, wishes, first)
    print(played.text(), end="")
    return 0


def count(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_WISHES:
        raise ArgumentTypeError(f"{text}: say a number from 0 to {MOST_WISHES}")
    return int(text)


def read_option(text: str) -> tuple[str, bool]:
    key, _, value = text.partition("=")
    if value.lower() not in TRUTH:
        raise ValueError(f"--option {text}: say {key or 'NAME'}=true or {key or 'NAME'}=false")
    return key, TRUTH[value.lower()]


def play_match(
    name: str,
    seats: int,
    options: dict[str, bool],
    text: str | None,
    players: str,
    wishes: Wishes = NO_WISHES,
    version: int = 0,
) -> Record:
    """`version`: of the rules; 0 is the newest."""
    server_seed = secrets.token_bytes(32) if text is None else digest(f"chasqui random {text}")
    salts = [digest(f"{server_seed.hex()} {seat}").hex()[:16] for seat in range(seats)]
    seed = match_seed(server_seed, salts)
    at = datetime.now(UTC) if text is None else SEEDED_START
    times = (as_record_time(at + timedelta(minutes=minute)) for minute in itertools.count())
    record, rules = Record(), game(name)
    version = version or rules.META.rules
    opening = Opening(name, NAMES[:seats], options, salts, commitment(server_seed), next(times), version)
    record.begin(opening)
    player = player_of(rules, players, seed)
    chance = Stream(seed, "random friends")
    friends = RandomFriends(rules, player, chance, record, times, list(NAMES[:seats]), version)
    ending = friends.play(rules.setup(seats, options, seed, version), wishes)
    record.end(next(times), server_seed, ending)
    return record


def player_of(rules: Game, players: str, seed: bytes) -> Player:
    if players == "random":
        return wanderer(rules, Stream(seed, "random orders"))
    return bot_of(rules, "strong" if players == "strong" else "modest")


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="surrogateescape")).digest()


def as_record_time(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


if __name__ == "__main__":
    run(main)
