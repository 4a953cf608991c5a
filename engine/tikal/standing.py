"""Tikal's points and supplies as a small table."""

from collections.abc import Sequence

from engine.game import Standing, View
from engine.speech import ENGLISH, Speech, seat_letter, seat_name
from engine.tikal.pieces import CAMPS, GUARDS
from engine.tikal.state import SUPPLY, Expedition, from_json
from engine.tikal.tell import treasure


def standing(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Standing:
    """The workers are those in the supply; +L means that the leader is there, too."""
    head = [
        speech.gettext("Player"),
        speech.gettext("Points"),
        speech.gettext("Supply"),
        speech.gettext("Camps"),
        speech.gettext("Guards"),
        speech.gettext("Treasures"),
    ]
    seats = enumerate(from_json(view, None).seats, 1)
    return Standing(head, [_row(seat, own, names, speech) for seat, own in seats])


def _row(seat: int, own: Expedition, names: Sequence[str], speech: Speech) -> list[str]:
    found = [
        treasure(motif, speech) + (f" ×{count}" if count > 1 else "")
        for motif, count in sorted(own.wafers.items())
    ]
    return [
        f"{seat_letter(seat)} {seat_name(seat, names, speech)}",
        str(own.score),
        f"{own.supply}+L" if own.leader == SUPPLY else str(own.supply),
        str(CAMPS - len(own.camps)),
        str(GUARDS - len(own.guards)),
        ", ".join(found) or "–",
    ]
