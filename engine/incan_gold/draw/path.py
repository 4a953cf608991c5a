"""The way into the temple: this round's cards in the order in which they were turned up."""

from collections.abc import Sequence

from engine.emblems import DARK, FAINT, INK, PALE, status
from engine.game import View
from engine.incan_gold.draw.shapes import CARD_HEIGHT, CARD_WIDTH, PREFIX
from engine.incan_gold.pieces import ARTIFACT, HAZARDS, ROUNDS, Card
from engine.incan_gold.tell import hazard
from engine.speech import Speech, listed, name
from engine.svg import element, group, middle, placed, rect, shortened, text, use

HEAD = 96
_ACROSS = 8


def head(view: View, names: Sequence[str], speech: Speech) -> str:
    """Who is asked or who has won; the round; what lies on the path."""
    winners = (view["result"] or {}).get("winners", [])
    rounds = [placed(570 + 46 * n, 70, _round(view, n + 1)) for n in range(ROUNDS)]
    return group(
        status(PREFIX, winners, now(view, names, speech), won=bool(winners)), *rounds, _lying(view, speech)
    )


def now(view: View, names: Sequence[str], speech: Speech) -> str:
    if view["result"]:
        winners = view["result"]["winners"]
        who = [shortened(name(seat, names, speech), 480 / len(winners), 23) for seat in winners]
        message = speech.ngettext("{names} has won", "{names} share the win", len(winners))
        return message.format(names=listed(who, speech))
    message = speech.ngettext(
        "Round {round} of {rounds}: {n} player has to choose",
        "Round {round} of {rounds}: {n} players have to choose",
        len(view["inside"]),
    )
    return message.format(round=view["round"], rounds=ROUNDS, n=len(view["inside"]))


def _round(view: View, number: int) -> str:
    """Five squares: those played filled, the present one framed."""
    present = number == view["round"]
    fill = "#8a7a5c" if number < view["round"] or view["over"] else "#f8c63a" if present else PALE
    square = rect(-18, -18, 36, 36, rx=6, fill=fill, stroke=DARK, stroke_width=3 if present else 1.4)
    figure = middle(0, 7.5, 21, str(number), font_weight="bold", fill=PALE if fill == "#8a7a5c" else INK)
    return group(square, figure, data_round=number)


def _lying(view: View, speech: Speech) -> str:
    lying = sum(card["lying"] for card in view["path"])
    words = speech.gettext("On the path: {n}").format(n=lying)
    shown = [use(f"{PREFIX}-gem", 30, 70), text(52, 77, 20, words, fill=INK)]
    if view["artifacts"]:
        shown += [use(f"{PREFIX}-idol", 342, 71, 0.6), text(360, 77, 20, f"×{view['on_path']}", fill=INK)]
    return group(*shown, data_on_path=lying, data_artifacts=view["on_path"])


def path(view: View, speech: Speech) -> tuple[str, float]:
    """Eight cards to a row; with the height they take."""
    cards = [_card(view, n, speech) for n in range(len(view["path"]))]
    shown = [
        placed(61 + 97 * (n % _ACROSS), CARD_HEIGHT / 2 + (CARD_HEIGHT + 8) * (n // _ACROSS), card)
        for n, card in enumerate(cards)
    ]
    return group(*shown), (CARD_HEIGHT + 8) * ((len(cards) + _ACROSS - 1) // _ACROSS) + 8


def _card(view: View, n: int, speech: Speech) -> str:
    card: Card = view["path"][n]["card"]
    corner = text(7 - CARD_WIDTH / 2, -43, 13, str(n + 1), fill=FAINT)
    if card == ARTIFACT:
        return group(
            use(f"{PREFIX}-on-artifact"), corner, _artifact(_still_there(view, n), speech), data_card=card
        )
    if card in HAZARDS:
        return group(use(f"{PREFIX}-on-hazard"), corner, _hazard(str(card), speech), data_card=card)
    return group(use(f"{PREFIX}-on-treasure"), corner, _treasure(view, n), data_card=str(card))


def _still_there(view: View, n: int) -> bool:
    """Who takes artifacts takes all that lie there: what is left came last."""
    later = sum(card["card"] == ARTIFACT for card in view["path"][n + 1 :])
    return bool(later < view["on_path"])


def _artifact(there: bool, speech: Speech) -> str:
    words = speech.gettext("artifact") if there else speech.gettext("taken")
    picture = use(f"{PREFIX}-idol", 0, -10, 1.25)
    return (picture if there else group(picture, opacity=0.25)) + _caption(words)


def _hazard(kind: str, speech: Speech) -> str:
    return use(f"{PREFIX}-{kind}", 0, -8) + _caption(hazard(kind, speech))


def _caption(words: str) -> str:
    return middle(0, 48, 15.5, shortened(words, 92, 15.5), font_weight="bold", fill=INK)


def _treasure(view: View, n: int) -> str:
    """Its value, and below what lies on it."""
    card = view["path"][n]
    value = middle(0, -5, 44, str(card["card"]), font_weight="bold", fill="#0d5f5a")
    strip = element("path", d="M-45 14H45", stroke="#8fbdb0", stroke_width=1.5)
    if not card["lying"]:
        return value + strip + middle(0, 43, 22, "–", fill=FAINT)
    lying = text(4, 44, 24, str(card["lying"]), font_weight="bold", fill=INK)
    return value + strip + group(use(f"{PREFIX}-gem", -16, 36), lying, data_lying=card["lying"])
