"""The game record: writes and replays one, as `engine/RECORD.md` specifies. `verify.py` checks one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.canonical import canonical, chain_hash
from engine.chance import match_seed
from engine.game import Event, Game, Orders, Result, State
from engine.registry import game

FORMATS = (1, 2)
FORMAT = FORMATS[-1]  # of the records that begin now
NOT_THE_PERSON = ("clock", "standing", "bot", "deputy")
FRIEND = "friend"  # gives orders in a record of format 2
# Control characters, and lone surrogates, which UTF-8 cannot hold. Salts have no line breaks of any kind.
UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
UNFIT_IN_SALT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


def is_valid_name(name: Any) -> bool:
    return isinstance(name, str) and 1 <= len(name) <= 40 and not UNFIT.search(name)


def is_valid_salt(salt: Any) -> bool:
    return isinstance(salt, str) and 1 <= len(salt) <= 64 and not UNFIT_IN_SALT.search(salt)


class Opening(NamedTuple):
    """The first line of a record: all that is fixed when a match starts."""

    game: str
    seats: Sequence[str]
    options: Mapping[str, bool]
    salts: Sequence[str]
    commitment: str
    started: str
    rules: int = 0  # 0: the newest
    format: int = FORMAT

    def line(self) -> dict[str, Any]:
        rules = game(self.game).META
        changed = {key: value for key, value in self.options.items() if value != rules.options[key].default}
        return {
            "chasqui": self.format,
            "commitment": self.commitment,
            "game": self.game,
            "options": changed,
            "rules": self.rules or rules.rules,
            "salts": list(self.salts),
            "seats": list(self.seats),
            "started": self.started,
        }


@dataclass
class Record:
    """A chain of lines, to which more are added; no line is ever removed or changed."""

    lines: list[str] = field(default_factory=list)
    head: str = ""

    def begin(self, opening: Opening) -> None:
        self._add(opening.line())

    def step(self, number: int, at: str, orders: Orders, by: Mapping[int, str] | None = None) -> None:
        line: dict[str, Any] = {
            "at": at,
            "orders": {str(seat): text for seat, text in orders.items()},
            "step": number,
        }
        if by:
            line["by"] = {str(seat): giver for seat, giver in by.items()}
        self._add(line)

    def back(self, number: int, at: str, to_step: int, agreed: Sequence[int]) -> None:
        """The match goes on from its state after an earlier step."""
        self._add({"agreed": sorted(agreed), "at": at, "back": to_step, "step": number})

    def seat(self, number: int, at: str, seat: int, name: str) -> None:
        """From here on somebody else plays the seat."""
        self._add({"at": at, "seat": {"name": name, "number": seat}, "step": number})

    def rules(self, number: int, at: str, rules: int, agreed: Sequence[int]) -> None:
        """From here on a newer version of the rules is in force."""
        self._add({"agreed": sorted(agreed), "at": at, "rules": rules, "step": number})

    def end(self, at: str, server_seed: bytes, result: Result | None) -> None:
        """Adds the last line. Without a result, the match was given up before its end."""
        ending = {"result": result.to_json()} if result else {"abandoned": True}
        self._add({"ended": at, "server_seed": server_seed.hex(), **ending})

    def _add(self, line: dict[str, Any]) -> None:
        self.head = chain_hash(line, self.head)
        self.lines.append(canonical({**line, "hash": self.head}))

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)


class Moment(NamedTuple):
    """A match after a step: the record's line, the state and the events. Step 0 is the set-up."""

    step: int
    line: Mapping[str, Any]
    state: State
    events: tuple[Event, ...]
    names: tuple[str, ...] = ()  # of the people who have the seats now


def seed_of(first: Mapping[str, Any], last: Mapping[str, Any]) -> bytes:
    return match_seed(bytes.fromhex(last["server_seed"]), first["salts"])


def orders_by_seat(orders: Mapping[str, str]) -> dict[int, str]:
    return {int(seat): text for seat, text in orders.items()}


def replay(lines: Sequence[Mapping[str, Any]]) -> Iterator[Moment]:
    """Plays a finished record again, step by step. The record must have been verified."""
    first, *steps, last = lines
    return replay_steps(first, steps, seed_of(first, last))


def replay_steps(
    first: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], seed: bytes
) -> Iterator[Moment]:
    """The same for a match whose seed is known, up to any step of it."""
    rules: Game = game(first["game"])
    names = list(first["seats"])
    setting = (len(names), first["options"], seed, first["rules"])
    states = [rules.setup(*setting)]
    yield Moment(0, first, states[0], rules.opening(*setting), tuple(names))
    for line in steps:
        state, events = next_state(rules, states, line)
        states.append(state)
        if "seat" in line:
            names[line["seat"]["number"] - 1] = line["seat"]["name"]
        yield Moment(line["step"], line, state, events, tuple(names))


def next_state(
    rules: Game, states: Sequence[State], line: Mapping[str, Any]
) -> tuple[State, tuple[Event, ...]]:
    """What a line leads to, after the states that all lines before it left."""
    if "orders" in line:
        step = rules.apply(states[-1], orders_by_seat(line["orders"]))
        return step.state, step.events
    if "back" in line:
        return states[line["back"]], ()
    return (rules.under(states[-1], line["rules"]) if "rules" in line else states[-1]), ()
