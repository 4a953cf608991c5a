"""The engine beside python-chess: records, actions, views, text boards and drawings a second, with ratios.

Everything is measured in turns, round after round in one run, by the time of the processor, and the best
round counts: on a machine that is shared the ratios say more than the figures. An action is one that the
record writes; in Incan Gold each seat's choice is one. Reading, checking and applying are included on both
sides.

Fewer Tikal records are verified than wanted: 214 to 220 where 250 are. Of the time, six tenths are doing the
orders, a sixth reading them, a tenth checking that lines are canonical, a twentieth each the hashes and the
forms of lines. A fifth of it all is making changed copies of states, three for an action: what was tried
beside engine/frozen.py (code made for the fields, states of dicts) gains a twentieth at most. Nothing is done
twice, and without garbage collection it is no quicker. A cache of orders that were read would look good here,
where the same records come again and again, and only here. To gain more, the rules themselves would have to
be written for speed.
"""

import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import chess

from engine.game import Game
from engine.record import orders_by_seat, replay, seed_of
from engine.registry import GAMES, game
from engine.verify import verify
from tests.bench._aims import at_least

ROUNDS = 7
RECORDS = Path(__file__).parents[1] / "records"
AIMS = {"tikal": 1.0, "incan-gold": 0.8}  # actions for each push_san
VERIFIED, PUSHED = 250, 75_000  # Tikal records a second, on a machine that does so many push_san


class Job(NamedTuple):
    name: str
    amount: int
    run: Callable[[], None]


class Match(NamedTuple):
    rules: Game
    start: Any
    steps: list[dict[int, str]]
    states: list[Any]
    data: bytes

    @property
    def actions(self) -> int:
        return sum(len(text.split(";")) for step in self.steps for text in step.values())


def recorded(name: str) -> list[Match]:
    return [read(path.read_bytes()) for path in sorted(RECORDS.glob(f"{name}-*.jsonl"))]


def read(data: bytes) -> Match:
    lines = verify(data).lines
    first, last = lines[0], lines[-1]
    rules = game(first["game"])
    start = rules.setup(len(first["seats"]), first["options"], seed_of(first, last), first["rules"])
    steps = [orders_by_seat(line["orders"]) for line in lines[1:-1]]
    return Match(rules, start, steps, [moment.state for moment in replay(lines)], data)


def jobs_of(name: str) -> list[Job]:
    matches = recorded(name)
    views = [match.rules.view(state, 1) for match in matches for state in match.states]
    rules = matches[0].rules
    return [
        applying(f"{name}: actions", matches),
        Job(f"{name}: steps", sum(len(match.steps) for match in matches), partial(apply_all, matches)),
        Job(
            f"{name}: records verified", len(matches), lambda: each(verify, [match.data for match in matches])
        ),
        Job(f"{name}: views", len(views), lambda: view_all(matches)),
        Job(f"{name}: text boards", len(views), lambda: each(rules.board, views)),
        Job(f"{name}: SVGs", len(views), lambda: each(rules.svg, views)),
    ]


def apply_all(matches: list[Match]) -> None:
    for match in matches:
        state, apply = match.start, match.rules.apply
        for orders in match.steps:
            state = apply(state, orders).state


def view_all(matches: list[Match]) -> None:
    for match in matches:
        for state in match.states:
            match.rules.view(state, 1)


def each(function: Callable[[Any], Any], values: list[Any]) -> None:
    for value in values:
        function(value)


def chess_games() -> list[list[str]]:
    """Legal games at random, in python-chess's own notation."""
    chance = random.Random(1)
    return [chess_game(chance) for _ in range(20)]


def chess_game(chance: random.Random) -> list[str]:
    board = chess.Board()
    said: list[str] = []
    while not board.is_game_over() and len(said) < 120:
        said.append(board.san(chance.choice(list(board.legal_moves))))
        board.push_san(said[-1])
    return said


def push_all(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_san(move)


def measure(jobs: list[Job]) -> dict[str, float]:
    """How many a second, each job's best of all rounds."""
    best = dict.fromkeys((job.name for job in jobs), 0.0)
    for _ in range(ROUNDS):
        for job in jobs:
            begun = process_time()
            job.run()
            best[job.name] = max(best[job.name], job.amount / (process_time() - begun))
    return best


def quarters(name: str) -> list[float]:
    """Microseconds for a step in each quarter of the matches, early to late."""
    jobs = []
    for quarter in range(4):
        parts = [part(match, quarter, 4) for match in recorded(name)]
        jobs.append(Job(f"{quarter}", sum(len(match.steps) for match in parts), partial(apply_all, parts)))
    return [1e6 / rate for rate in measure(jobs).values()]


def part(match: Match, number: int, of: int) -> Match:
    begin, end = (len(match.steps) * n // of for n in (number, number + 1))
    return match._replace(start=match.states[begin], steps=match.steps[begin:end])


def applying(name: str, matches: list[Match]) -> Job:
    return Job(name, sum(match.actions for match in matches), partial(apply_all, matches))


def main() -> None:
    games = chess_games()
    push = Job("python-chess: push_san", sum(map(len, games)), lambda: push_all(games))
    figures = measure([push, *(job for name in GAMES for job in jobs_of(name))])
    print(f"Python {sys.version.split()[0]}, python-chess {chess.__version__}; best of {ROUNDS} rounds\n")
    print(f"{'':32}{'a second':>12}{'for each push_san':>20}")
    for name, figure in figures.items():
        print(f"{name:32}{figure:12,.0f}{figure / figures[push.name]:20.2f}")
    print()
    for name, aim in AIMS.items():
        ratio = figures[f"{name}: actions"] / figures[push.name]
        told = at_least(aim, ratio, f"actions of {name}", "push_san")
        print(f"{name}: {ratio:.2f} actions for each push_san ({told})")
        early_to_late = " ".join(f"{cost:.0f}" for cost in quarters(name))
        print(f"{name}: microseconds a step in each quarter of a match: {early_to_late}")
    verified = figures["tikal: records verified"] * PUSHED / figures[push.name]
    told = at_least(VERIFIED, verified, f"records of Tikal verified where {PUSHED:,} push_san", "a second")
    print(f"tikal: {verified:.0f} records verified where {PUSHED:,} push_san ({told})")


if __name__ == "__main__":
    main()
