"""The data with which a page lets a player give orders by tapping. No page knows a rule of a game.

A game's `compose` returns a `Composition`: the draft so far, and a `Tap` for every way to go on, each with
the action that it stands for. `touch` returns the places to tap, as an SVG layer over the board. `stakes` and
`plan_form` return what stands beside the draft: `Stake`s, and a `PlanForm` with its `Blank`s.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Tap(NamedTuple):
    """One way to go on: an action, and the place on the board where it is tapped."""

    orders: str
    words: str  # what a button says
    at: str = ""  # the place to tap; empty: a button beside the board
    start: str = ""  # for a move: the place it starts from, which is tapped first
    who: str = ""  # for a move: the kind of piece, if several kinds can go from there
    cost: int = 0
    instead: bool = False  # replaces the last action of the draft
    quick: bool = False  # a tap on the place is enough, no button is needed
    variant: str = ""  # which of the pictures beside the board it plays, if several go to one place
    group: str = ""  # a heading under which seldom used taps are collected


class Spot(NamedTuple):
    """A place of the board, and its description for a screen reader."""

    name: str
    words: str


class Composition(NamedTuple):
    """A draft of orders: what it leads to, as far as a preview can tell, and how it can go on."""

    view: dict[str, Any]
    actions: tuple[str, ...] = ()  # canonical, one by one
    events: tuple[dict[str, Any], ...] = ()
    stops: str = ""  # as in `engine.game.Preview`
    left: str = ""  # what is left to spend, in words
    warning: str = ""  # what a player must know before submitting
    spots: tuple[Spot, ...] = ()
    taps: tuple[Tap, ...] = ()


class Stake(NamedTuple):
    """A fact to know before a choice."""

    label: str
    value: str


class Blank(NamedTuple):
    """A part of a plan to fill in: a number, or, where `most` is 0, a box to tick."""

    name: str
    words: str
    text: str  # with {n} for the number
    most: int = 0


class PlanForm(NamedTuple):
    """A form for plans: it turns what a player has filled in into the text of a plan."""

    scopes: Mapping[str, str]  # the beginning of the plan's text: its label in the form
    blanks: tuple[Blank, ...]
    before: str = ""
    joint: str = "; "
    after: str = ""

    def write(self, scope: str, filled: Mapping[str, int]) -> str:
        """The plan's text; empty if nothing was filled in."""
        parts = [blank.text.format(n=filled[blank.name]) for blank in self.blanks if blank.name in filled]
        if not parts or scope not in self.scopes:
            return ""
        return f"{scope}: {self.before}{self.joint.join(parts)}{self.after}"
