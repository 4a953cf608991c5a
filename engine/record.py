"""The game record: writes and replays one, as `engine/RECORD.md` specifies. `verify.py` checks one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.canonical import canonical, chain_hash
from engine.chance import match_seed
from engine.game import Event, Game, Orders, Result, State
from engine.registry import game

FORMAT = 1
NOT_THE_PERSON = ("clock", "standing", "bot", "deputy")
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

    def line(self) -> dict[str, Any]:
        rules = game(self.game).META
        changed = {key: value for key, value in self.options.items() if value != rules.options[key].default}
        return {
            "chasqui": FORMAT,
            "commitment": self.commitment,
            "game": self.game,
            "options": changed,
            "rules": rules.rules,
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


def seed_of(first: Mapping[str, Any], last: Mapping[str, Any]) -> bytes:
    return match_seed(bytes.fromhex(last["server_seed"]), first["salts"])


def orders_by_seat(orders: Mapping[str, str]) -> dict[int, str]:
    return {int(seat): text for seat, text in orders.items()}


def replay(lines: Sequence[Mapping[str, Any]]) -> Iterator[Moment]:
    """Plays a finished record again, step by step. The record must have been verified."""
    first, *steps, last = lines
    rules: Game = game(first["game"])
    setting = (len(first["seats"]), first["options"], seed_of(first, last))
    state = rules.setup(*setting)
    yield Moment(0, first, state, rules.opening(*setting))
    for line in steps:
        step = rules.apply(state, orders_by_seat(line["orders"]))
        state = step.state
        yield Moment(line["step"], line, state, step.events)
