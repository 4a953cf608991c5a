"""What everybody has in Incan Gold, as a small table: as far as the reader may know it."""

from collections.abc import Sequence

from engine.game import Standing, View
from engine.speech import ENGLISH, Speech, seat_letter, seat_name

TENT = 3  # the column


def standing(view: View, names: Sequence[str] = (), speech: Speech = ENGLISH) -> Standing:
    head = [
        speech.gettext("Player"),
        speech.gettext("Where"),
        speech.gettext("In hand"),
        speech.gettext("In the tent"),
        speech.gettext("Artifacts"),
    ]
    rows = [_row(view, seat, names, speech) for seat in range(1, len(view["held"]) + 1)]
    if any(tent is not None for tent in view["tents"]):
        return Standing(head, rows)
    # To an onlooker all tents are closed.
    return Standing([*head[:TENT], *head[TENT + 1 :]], [[*row[:TENT], *row[TENT + 1 :]] for row in rows])


def _row(view: View, seat: int, names: Sequence[str], speech: Speech) -> list[str]:
    is_inside, tent, carried = seat in view["inside"], view["tents"][seat - 1], view["carried"][seat - 1]
    worth = speech.gettext("{carried} (worth {worth})").format(carried=carried, worth=view["worth"][seat - 1])
    return [
        f"{seat_letter(seat)} {seat_name(seat, names, speech)}",
        speech.gettext("in the temple") if is_inside else speech.gettext("in the camp"),
        str(view["held"][seat - 1]) if is_inside else "–",
        "?" if tent is None else str(tent),
        worth if carried else "–",
    ]
