"""What `legal` allows, as a list of `Tap`s for a page: each with its place, its words and its cost."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.game import View
from engine.speech import ENGLISH, Speech, seat_name
from engine.taps import Tap
from engine.tikal.legal import legal
from engine.tikal.orders import Take
from engine.tikal.rules.temples import CAMP_COST, DIG_COST, GUARD_COST
from engine.tikal.rules.treasures import SWAP_COST, TAKE_COST
from engine.tikal.tell import treasure

ENTER_COST = 1


def taps(
    view: View, names: Sequence[str] = (), speech: Speech = ENGLISH, twice: bool = False
) -> tuple[Tap, ...]:
    """One member, one level or one wafer for each tap: a player who wants more taps again."""
    can = legal(view)
    all_taps = tuple(tap for kind in can if can[kind] and kind in _TAPS for tap in _TAPS[kind](can, speech))
    if can.get("swap"):
        all_taps += tuple(_swaps(can, names, speech))
    if twice:
        all_taps += tuple(Tap(Take(place, 2).write(), "", place) for place, n in can["take"].items() if n > 1)
    return all_taps


def _bids(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    words = speech.gettext("Bid {points}")
    for points in range(can["bid"]["lowest"], can["bid"]["highest"] + 1):
        yield Tap(f"bid {points}", words.format(points=points))


def _pass(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    yield Tap("pass", speech.gettext("Pass"))


def _picks(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    for tile in can["pick"]:
        yield Tap(f"pick {tile}", speech.gettext("Pick {tile}").format(tile=tile), at=tile)


def _tiles(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    words = speech.gettext("Place {tile} here, turned to r{rotation}")
    for place, rotations in can["tile"].items():
        for n, r in enumerate(rotations):
            label = words.format(tile=can["hand"], rotation=r)
            yield Tap(f"tile {place} r{r}", label, at=place, quick=n == 0, variant=str(r))


def _entries(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    enter = can["enter"]
    for camp in enter["camps"]:
        if enter["workers"]:
            yield Tap(f"enter 1 {camp}", speech.gettext("Bring in a worker"), at=camp, cost=ENTER_COST)
        if enter["leader"]:
            yield Tap(f"enter L {camp}", speech.gettext("Bring in the leader"), at=camp, cost=ENTER_COST)


def _moves(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    kinds = (
        ("workers", "1", speech.gettext("Worker"), speech.gettext("A worker from {start}")),
        ("leader", "L", speech.gettext("Leader"), speech.gettext("The leader from {start}")),
    )
    for start, there in can["move"].items():
        for kind, sign, piece, words in kinds:
            for place, to in there["to"].items() if there[kind] else ():
                way = " ".join(to["way"])
                yield Tap(f"move {sign} {way}", words.format(start=start), place, start, piece, to["cost"])


def _on_a_hex(can: dict[str, Any], kind: str, cost: int, words: str) -> Iterator[Tap]:
    for place in can[kind]:
        yield Tap(f"{kind} {place}", words, at=place, cost=cost)


def _guards(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    kinds = {
        "worker": ("", speech.gettext("Leave a worker as guard")),
        "leader": (" L", speech.gettext("Leave the leader as guard")),
    }
    for place, members in can["guard"].items():
        for kind in members:
            sign, words = kinds[kind]
            yield Tap(f"guard {place}{sign}", words, at=place, cost=GUARD_COST)


def _swaps(can: dict[str, Any], names: Sequence[str], speech: Speech) -> Iterator[Tap]:
    group, words = speech.gettext("Swap treasures"), speech.gettext("{give} for {get}, with {who}")
    for swap in can["swap"]:
        give, get = treasure(swap["give"], speech), treasure(swap["get"], speech)
        label = words.format(give=give, get=get, who=seat_name(swap["with"], names, speech))
        orders = f"swap {swap['give']} for {swap['get']} with {swap['with']}"
        yield Tap(orders, label, cost=SWAP_COST, group=group)


def _end(can: dict[str, Any], speech: Speech) -> Iterator[Tap]:
    words = speech.ngettext("End the turn, {n} AP unspent", "End the turn, {n} AP unspent", can["ap"])
    yield Tap("end", words.format(n=can["ap"]))


_TAPS: dict[str, Callable[[dict[str, Any], Speech], Iterator[Tap]]] = {
    "bid": _bids,
    "pass": _pass,
    "pick": _picks,
    "tile": _tiles,
    "enter": _entries,
    "move": _moves,
    "dig": lambda can, speech: _on_a_hex(can, "dig", DIG_COST, speech.gettext("Dig a level")),
    "take": lambda can, speech: _on_a_hex(can, "take", TAKE_COST, speech.gettext("Take a treasure")),
    "camp": lambda can, speech: _on_a_hex(can, "camp", CAMP_COST, speech.gettext("Build a camp")),
    "guard": _guards,
    "end": _end,
}
