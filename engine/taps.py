"""What a page needs so that orders can be given by tapping: what can be tapped next, and what it would say.

No page knows a rule: each tap comes with the action that it stands for.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Tap(NamedTuple):
    """One way to go on: an action, and where on the board it is found."""

    orders: str
    words: str  # what a button says
    at: str = ""  # the place that is tapped; nothing: a button beside the board
    start: str = ""  # the place that was tapped before, where something goes from one to the other
    who: str = ""  # which kind of piece goes, where there is more than one there
    cost: int = 0
    instead: bool = False  # of the last action, rather than after it
    quick: bool = False  # done when its place is tapped, without a button
    group: str = ""  # a heading for those that are seldom wanted


class Spot(NamedTuple):
    """A place of the board, as it is called to somebody who does not see it."""

    name: str
    words: str


class Composition(NamedTuple):
    """A draft of orders: what it leads to as far as that can be told, and how it can go on."""

    view: dict[str, Any]
    actions: tuple[str, ...] = ()  # canonical, one by one
    events: tuple[dict[str, Any], ...] = ()
    stops: str = ""  # as in a Preview
    left: str = ""  # what is left to spend, in words
    warning: str = ""  # what has to be known before it is final
    spots: tuple[Spot, ...] = ()
    taps: tuple[Tap, ...] = ()


class Stake(NamedTuple):
    """Something to know before a choice."""

    label: str
    value: str


class Blank(NamedTuple):
    """A part of a plan to fill in: a number, or, where `most` is 0, a box to tick."""

    name: str
    words: str
    text: str  # with {n} for the number
    most: int = 0


class PlanForm(NamedTuple):
    """Plans that need no words: what is filled in is written as the plan that it means."""

    scopes: Mapping[str, str]  # what is written, and how it is called
    blanks: tuple[Blank, ...]
    before: str = ""
    joint: str = "; "
    after: str = ""

    def write(self, scope: str, filled: Mapping[str, int]) -> str:
        """Nothing where nothing was filled in."""
        parts = [blank.text.format(n=filled[blank.name]) for blank in self.blanks if blank.name in filled]
        if not parts or scope not in self.scopes:
            return ""
        return f"{scope}: {self.before}{self.joint.join(parts)}{self.after}"
