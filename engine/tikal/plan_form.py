"""The form for Tikal's plans."""

from collections.abc import Iterator

from engine.game import View
from engine.speech import ENGLISH, Speech
from engine.taps import Blank, PlanForm
from engine.tikal.plan import auction_number

MOST = 999


def plan_form(view: View, speech: Speech = ENGLISH) -> PlanForm:
    return PlanForm(dict(_scopes(view, speech)), tuple(_blanks(view, speech)))


def _scopes(view: View, speech: Speech) -> Iterator[tuple[str, str]]:
    if view["options"]["auction"]:
        yield f"auction {auction_number(view)}", speech.gettext("this auction")
    yield "always", speech.gettext("for the rest of the match")


def _blanks(view: View, speech: Speech) -> Iterator[Blank]:
    if view["options"]["auction"]:
        yield Blank("bid", speech.gettext("Bid just enough to lead, up to"), "bid up to {n}", MOST)
        yield Blank("pass", speech.gettext("Pass"), "pass")
    yield Blank("end", speech.gettext("End my scoring turns at once"), "end scoring")
