"""The bots as they were before there were two strengths: what the strong ones are measured against."""

from collections.abc import Callable

from engine.game import View
from tests.bench.former import incan_gold, tikal

BOTS: dict[str, Callable[[View], str]] = {"incan-gold": incan_gold.bot, "tikal": tikal.bot}
