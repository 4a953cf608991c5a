"""What the contract's tests run over: every registered game, with few seats and many, each option turned."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.chance import Stream, match_seed
from engine.game import Game, View
from engine.random_play import PlayedStep, Player, play, wanderer
from engine.registry import GAMES, game


class Setting(NamedTuple):
    name: str
    seats: int
    options: tuple[tuple[str, bool], ...]
    salt: str = "a"
    rules: int = 0  # their version; 0 is the newest

    @property
    def seed(self) -> bytes:
        return match_seed(bytes(32), [self.salt] * self.seats)

    @property
    def game(self) -> Game:
        return game(self.name)

    @property
    def version(self) -> int:
        return self.rules or self.game.META.rules

    @property
    def chosen(self) -> Mapping[str, bool]:
        return dict(self.options)

    def __str__(self) -> str:
        version = [f"rules={self.rules}"] if self.rules else []
        options = [f"{key}={value}" for key, value in self.options]
        return "-".join([self.name, str(self.seats), *options, *version])


def settings() -> Iterator[Setting]:
    for name in GAMES:
        meta = game(name).META
        turned = [((key, not option.default),) for key, option in meta.options.items()]
        for options in ((), *turned):
            yield Setting(name, meta.fewest, options)
            yield Setting(name, meta.most, options)
        yield from (Setting(name, meta.fewest, (), rules=older) for older in range(1, meta.rules))


SETTINGS = list(settings())


def wandered(setting: Setting) -> list[PlayedStep]:
    """A whole match of legal orders at random."""
    stream = Stream(setting.seed, "wander")
    return played(setting, wanderer(setting.game, stream))


def played(setting: Setting, player: Player) -> list[PlayedStep]:
    return list(play(setting.game, setting.seats, setting.chosen, setting.seed, player, setting.rules))


@cache
def moments(setting: Setting) -> tuple[PlayedStep, ...]:
    return tuple(wandered(setting))


def seats_of(setting: Setting) -> list[int | None]:
    return [*range(1, setting.seats + 1), None]


def views(setting: Setting, state: Any) -> list[View]:
    return [setting.game.view(state, seat) for seat in seats_of(setting)]
