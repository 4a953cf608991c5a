"""A whole match without people, and its record: with steps taken back, new hands, lent seats, if wished."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.chance import Stream
from engine.game import Game, Result, State, Step
from engine.random_play import Player
from engine.record import FRIEND, Record

NEWCOMERS = ("Ida", "Jan", "Kim", "Lou", "Max", "Nia", "Ole", "Pia")
NEAR = 8  # three times in four, no more steps than this are taken back
SELDOM = 5  # one step in so many is followed by something that was wished for


class Wishes(NamedTuple):
    taken_back: int = 0
    new_hands: int = 0
    lent: int = 0
    new_rules: int = 0  # to the next version each time


NO_WISHES = Wishes()


@dataclass
class RandomFriends:
    """Players of a match, who write its record. Without wishes they are bots, and the record says so."""

    rules: Game
    player: Player
    chance: Stream
    record: Record
    times: Iterator[str]
    names: list[str]
    in_force: int = 1  # the version of the rules
    states: list[State] = field(default_factory=list)
    fixed: int = 0  # the step before which nothing is taken back
    lent: bool = False  # whether a friend gives orders in the next step
    newcomers: int = 0

    def play(self, state: State, wishes: Wishes) -> Result | None:
        """To the end. What is still wished for when the match would be over happens just before."""
        self.states = [state]
        open_wishes = [kind for kind, times in wishes._asdict().items() for _ in range(times)]
        people = bool(open_wishes)
        while asked := self.rules.asked(self.states[-1]):
            view = self.rules.view
            orders = {seat: self.player(view(self.states[-1], seat)) for seat in asked}
            step = self.rules.apply(self.states[-1], orders)
            over = self.rules.result(step.state) is not None
            possible = [wish for wish in open_wishes if self._is_possible(wish)]
            if possible and len(self.states) > 1 and (over or not self.chance.below(SELDOM)):
                wish = self._chosen(possible, over)
                open_wishes.remove(wish)
                self._grant(wish)
            else:
                self._add_orders(step, people)
        return self.rules.result(self.states[-1])

    def _chosen(self, possible: list[str], over: bool) -> str:
        """New rules last of all, for nothing is taken back beyond them."""
        if "lent" in possible:
            return "lent"
        sooner = [wish for wish in possible if wish != "new_rules"] if over else possible
        return (sooner or possible)[self.chance.below(len(sooner or possible))]

    def _is_possible(self, wish: str) -> bool:
        if wish == "taken_back":
            return len(self.states) > self.fixed + 1
        return wish != "lent" or not self.lent

    def _next(self) -> tuple[int, str]:
        return len(self.states), next(self.times)

    def _add_orders(self, step: Step, people: bool) -> None:
        seats = sorted(step.canonical)
        by = {} if people else dict.fromkeys(seats, "bot")
        if self.lent:
            by, self.lent = {seats[self.chance.below(len(seats))]: FRIEND}, False
        self.record.step(*self._next(), step.canonical, by)
        self.states.append(step.state)

    def _grant(self, wish: str) -> None:
        happens: dict[str, Any] = {
            "taken_back": self._take_back,
            "new_hands": self._give_seat,
            "lent": self._lend,
            "new_rules": self._change_rules,
        }
        happens[wish]()

    def _take_back(self) -> None:
        reach = len(self.states) - 1 - self.fixed
        far = not self.chance.below(4)
        to_step = self.fixed + reach - 1 - self.chance.below(reach if far else min(reach, NEAR))
        self.record.back(*self._next(), to_step, range(1, len(self.names) + 1))
        self.states.append(self.states[to_step])

    def _give_seat(self) -> None:
        seat = self.chance.below(len(self.names)) + 1
        again, which = divmod(self.newcomers, len(NEWCOMERS))
        self.newcomers += 1
        name = f"{NEWCOMERS[which]} {again + 1}" if again else NEWCOMERS[which]
        self.record.seat(*self._next(), seat, name)
        self.names[seat - 1] = name
        self.states.append(self.states[-1])

    def _change_rules(self) -> None:
        self.in_force += 1
        self.fixed = len(self.states)
        self.record.rules(*self._next(), self.in_force, range(1, len(self.names) + 1))
        self.states.append(self.rules.under(self.states[-1], self.in_force))

    def _lend(self) -> None:
        self.lent = True
