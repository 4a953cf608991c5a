"""Orders of Incan Gold by tapping: one choice, the facts to know before it, and a form for plans."""

from collections.abc import Iterator, Sequence

from engine.composing import of_choices
from engine.game import View, own_ask
from engine.incan_gold.legal import choices
from engine.incan_gold.pieces import CAMP, HAZARDS, TORCH
from engine.incan_gold.preview import preview
from engine.incan_gold.tell import hazard
from engine.speech import ENGLISH, Speech, join_list, seat_name
from engine.taps import Blank, Composition, PlanForm, Stake

MOST_HAZARDS, MOST_STONES = 5, 99


def compose(view: View, orders: str, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Composition:
    return of_choices(view, orders, names, choices, preview)


def touch() -> str:
    """An empty text: the two choices are buttons, and nothing on the picture can be tapped."""
    return ""


def stakes(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> tuple[Stake, ...]:
    return tuple(_stakes(view, names, speech)) if own_ask(view) else ()


def _stakes(view: View, names: Sequence[str], speech: Speech) -> Iterator[Stake]:
    me = view["seat"] - 1
    yield Stake(speech.gettext("You hold (at risk)"), str(view["held"][me]))
    yield Stake(speech.gettext("In your tent (safe)"), str(view["tents"][me]))
    yield Stake(speech.gettext("On the path"), str(sum(c["lying"] for c in view["path"])))
    if view["on_path"]:
        lying = speech.gettext("{n}, if you leave alone").format(n=view["on_path"])
        yield Stake(speech.gettext("Artifacts on the path"), lying)
    yield Stake(speech.gettext("Hazards seen"), _hazards(view, speech))
    inside = [seat_name(seat, names, speech) for seat in view["inside"] if seat != view["seat"]]
    yield Stake(speech.gettext("Others still inside"), join_list(inside, speech) or speech.gettext("nobody"))


def _hazards(view: View, speech: Speech) -> str:
    """Each hazard on the path, and how many of its kind are face down: the next of them ends the round."""
    words = speech.gettext("{hazard} ({n} more face down)")
    kinds = [card["card"] for card in view["path"] if card["card"] in HAZARDS]
    items = [words.format(hazard=hazard(kind, speech), n=view["deck"].count(kind)) for kind in kinds]
    return join_list(items, speech) or speech.gettext("none yet")


def plan_form(view: View, speech: Speech = ENGLISH) -> PlanForm:
    """Plans to go on until one of these numbers is reached."""
    scopes = {
        f"round {view['round']}": speech.gettext("this round"),
        "always": speech.gettext("for the rest of the match"),
    }
    blanks = (
        Blank(
            "hazards",
            speech.gettext("Go home when this many hazards are on the path:"),
            "hazards >= {n}",
            MOST_HAZARDS,
        ),
        Blank("hold", speech.gettext("or when I hold at least:"), "hold >= {n}", MOST_STONES),
        Blank("path", speech.gettext("or when the path holds at least:"), "path >= {n}", MOST_STONES),
        Blank("artifact", speech.gettext("or when there is an artifact"), "artifact"),
    )
    return PlanForm(scopes, blanks, f"{TORCH} until ", " or ", f"; else {CAMP}")
