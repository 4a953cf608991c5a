"""What a tap on the board costs: a few kilobytes, however full the board is."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from app.models import Player
from app.web.boards import PARTS
from app.web.patches import Node, changes, inside, parse, written
from tests.engine.matches import SETTINGS, Setting, moments
from tests.lengths import long
from tests.world import Friends, World
from tests.world.visitor import Visitor, signed_in

MOST = 10_000  # bytes


@dataclass
class Tapper:
    """A page's script: it knows which pictures it has, and asks for what differs."""

    visitor: Visitor
    friends: Friends
    shown: str = ""
    drawn: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)

    def tap(self, orders: str) -> int:
        """How many bytes came back."""
        match = self.friends.match
        known = {f"drawn-{name}": digest for name, digest in self.drawn.items()}
        form = {"turn": match.turn, "base": match.steps, "orders": orders, "shown": self.shown, **known}
        answer = self.visitor.post(f"/m/{match.code}/compose", form, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, answer.text
        is_packed = answer.headers.get("Content-Encoding") == "gzip"
        self.take(json.loads(gzip.decompress(answer.data) if is_packed else answer.data))
        self.shown = orders
        return len(answer.data)

    def take(self, told: dict[str, Any]) -> None:
        self.drawn = told["drawn"]
        for name in PARTS:
            if isinstance(told.get(name), str):
                self.pictures[name] = told[name]
            elif name in told:
                self.pictures[name] = altered(self.pictures[name], told[name]["changes"])


def altered(svg: str, steps: list[dict[str, Any]]) -> str:
    """As playing.js does it."""
    root = parse(svg)
    for step in reversed(steps):
        if "view" in step:
            head = root[0].replace(f'viewBox="{view_of(root[0])}"', f'viewBox="{step["view"]}"')
            root = (head, *root[1:])
        else:
            root = spliced(root, step["at"], step)
    return written(root)


def spliced(node: Node, at: Sequence[int], step: dict[str, Any]) -> Node:
    children = list(inside(node))
    if at:
        children[at[0]] = spliced(children[at[0]], at[1:], step)
    else:
        new = inside(parse(f"<g>{step['svg']}</g>"))
        children[step["from"] : step["from"] + step["gone"]] = new
    return (node[0], *children, node[-1])


def view_of(head: str) -> str:
    return head.split('viewBox="')[1].split('"')[0]


def drafts(orders: str) -> list[str]:
    """The draft after each tap of a turn, and after two steps back."""
    actions = orders.split("; ")
    forth = ["; ".join(actions[:n]) for n in range(len(actions) + 1)]
    return [*forth, *forth[-3:-1][::-1]]


def full_game(world: World, orders: int) -> Tapper:
    friends = world.match("tikal", 4, options={"auction": True})
    friends.play(orders)
    return Tapper(signed_in(world, "ana@example.org"), friends)


def next_turn(tapper: Tapper) -> str:
    """Plays on until seat 1 has a whole turn to give; the orders of a bot for it, or nothing at the end."""
    while tapper.friends.match.status == "running":
        orders = tapper.friends.bot_orders(1) if tapper.friends.waiting_for() == [1] else ""
        if orders.startswith(("tile", "enter", "move", "dig", "camp", "guard", "take")):
            return orders
        tapper.friends.play(1)
    return ""


@pytest.mark.parametrize("played", [16, long(60), long(120)])
def test_a_tap_costs_little_and_makes_the_same_pictures_as_whole_ones(world: World, played: int) -> None:
    tapper = full_game(world, played)
    turn = drafts(next_turn(tapper))
    tapper.tap("")

    for draft in turn:
        assert tapper.tap(draft) <= MOST
        whole = Tapper(tapper.visitor, tapper.friends)
        whole.tap(draft)
        assert tapper.pictures == whole.pictures


def test_who_taps_the_same_as_another_player_gets_the_own_pictures(world: World) -> None:
    friends = world.match("incan-gold", 3)
    world.change(Player, 2, language="de")
    ana, bo = (Tapper(signed_in(world, f"{name}@example.org"), friends) for name in ("ana", "bo"))

    for draft in ("", "torch", "camp", "", "torch"):
        for tapper in (ana, bo):
            tapper.tap(draft)
            whole = Tapper(tapper.visitor, tapper.friends)
            whole.tap(draft)
            assert tapper.pictures == whole.pictures
    assert ana.pictures != bo.pictures


@pytest.mark.long
def test_no_tap_of_a_whole_auction_game_costs_more(world: World) -> None:
    tapper, sizes = full_game(world, 0), list[int]()

    while orders := next_turn(tapper):
        tapper.drawn, tapper.shown = {}, ""
        tapper.tap("")
        sizes += [tapper.tap(draft) for draft in drafts(orders)]
        tapper.friends.play(1)

    assert len(sizes) > 10
    assert max(sizes) <= MOST, f"{len(sizes)} taps of {sum(sizes) / len(sizes):.0f} bytes"


def test_a_page_that_has_other_pictures_gets_whole_ones(world: World, ana: Visitor, bo: Visitor) -> None:
    code = ana.open("tikal")
    bo.join(code)
    tapper = Tapper(ana, Friends(world, code), drawn=dict.fromkeys(PARTS, "0" * 16))

    tapper.tap("")

    assert tapper.pictures["board"].startswith("<svg")


@pytest.mark.parametrize("setting", SETTINGS[:3], ids=str)
def test_the_changes_between_any_two_positions_lead_from_one_to_the_other(setting: Setting) -> None:
    seen = [setting.game.view(moment.before, 1) for moment in moments(setting)[::9]]
    drawings = [setting.game.svg(view, ["a > b", "<c>", "&d", "e"]) for view in seen[:6]]

    for before, after in pairwise(drawings):
        assert altered(before, changes(before, after)) == after
        assert changes(before, before) == []
