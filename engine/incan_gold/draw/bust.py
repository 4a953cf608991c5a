"""The end of a round in fear: the path on which all fled, its last card, and what everybody has lost."""

from collections.abc import Sequence
from typing import Any

from engine.emblems import PALE, WIDTH, use_token
from engine.game import Event
from engine.incan_gold.draw.path import face
from engine.incan_gold.draw.shapes import PREFIX
from engine.incan_gold.tell import hazard
from engine.speech import Speech
from engine.svg import group, group_at, path, rect, text, two_lines, use

_GROUND, _FEAR = "#3a1418", "#ef6a25"
_TITLE_ROOM = WIDTH - 68
_CARD_ROOM = 100  # for a card as it is on the path


def bust(speech: Speech, events: Sequence[Event]) -> tuple[str, float]:
    """The last one among these events; nothing if there is none."""
    paths = {n: event.get("path") for n, event in enumerate(events) if event["event"] == "round_over"}
    for n, event in reversed(list(enumerate(events))):
        # Matches that were played before events told of the path have none.
        if event["event"] == "fled" and paths.get(n + 1):
            return _panel(event, paths[n + 1] or [], speech)
    return "", 0


def words_of_bust(speech: Speech, events: Sequence[Event]) -> list[str]:
    """For a screen reader."""
    fled = [event for event in events if event["event"] == "fled"]
    return [_title(fled[-1], speech)] if fled else []


def _title(fled: Event, speech: Speech) -> str:
    return speech.gettext("The second {hazard}! All who were inside flee.").format(
        hazard=hazard(fled["kind"], speech)
    )


def _panel(fled: Event, cards: list[dict[str, Any]], speech: Speech) -> tuple[str, float]:
    across = min(len(cards), 10)
    scale = min(1.0, 740 / (across * _CARD_ROOM))
    rows = -(-len(cards) // across)
    deep = 130 * scale * rows
    height = 62 + deep + 52
    ground = rect(12, 0, WIDTH - 24, height, rx=8, fill=_GROUND, stroke=_FEAR, stroke_width=4)
    title = two_lines(34, 31, 26, _title(fled, speech), _TITLE_ROOM, font_weight="bold", fill=PALE)
    row = [_card(n, card, across, len(cards), scale, speech) for n, card in enumerate(cards)]
    losses = _losses(fled["lost"], speech)
    return (
        group(ground, title, *row, group_at(34, 62 + deep + 26, losses), data_bust=fled["kind"]),
        height + 10,
    )


def _card(n: int, card: dict[str, Any], across: int, count: int, scale: float, speech: Speech) -> str:
    """The card on which all fled has a ring."""
    down, along = divmod(n, across)
    x = 30 + (along + 0.5) * _CARD_ROOM * scale
    y = 62 + (down + 0.5) * 130 * scale
    fatal = n == count - 1
    ring = path("M-49-63H49V63H-49z", fill="none", stroke=_FEAR, stroke_width=8) if fatal else ""
    return group_at(x, y, face(card["card"], card["lying"], speech), ring, scale=scale, data_fatal=int(fatal))


def _losses(lost: dict[str, int], speech: Speech) -> str:
    """Each seat that was inside, and what it held."""
    apart = min(150.0, 730 / max(len(lost), 1))
    return "".join([_loss(int(seat), n, apart * place) for place, (seat, n) in enumerate(lost.items())])


def _loss(seat: int, stones: int, x: float) -> str:
    token = use_token(PREFIX, seat, 12, 0)
    figure = text(32, 8, 23, f"−{stones}", font_weight="bold", fill=PALE)
    gem = use(f"{PREFIX}-gem", 62 + 13 * len(str(stones)), 0, 0.7)
    return group_at(x, 0, token, figure, gem, data_lost=stones)
