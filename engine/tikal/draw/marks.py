"""What the last step has changed on the board: a golden ring round each hex, and the ways that were gone."""

from collections.abc import Iterator, Sequence

from engine.emblems import PALE, look
from engine.game import Event
from engine.svg import group, number, path, placed, use
from engine.tikal.draw.places import centre
from engine.tikal.draw.ruins import PREFIX
from engine.tikal.pieces import HEXES


def marks(events: Sequence[Event]) -> list[str]:
    ringed = set(changed_hexes(events))
    rings = [_ring(name) for name in HEXES if name in ringed]
    ways = dict.fromkeys(
        (event["seat"], tuple(event["way"])) for event in events if event["event"] == "moved"
    )
    return [*rings, *[_way(seat, way) for seat, way in ways]]


def changed_hexes(events: Sequence[Event]) -> Iterator[str]:
    """The hexes on which something happened, and those where a way ended."""
    for event in events:
        if event["event"] == "moved":
            yield event["way"][-1]
        elif "place" in event:
            yield event["place"]


def gained_motifs(seat: int, events: Sequence[Event]) -> set[str]:
    """The motifs of which the seat has got a wafer."""
    taken = [event for event in events if event["event"] == "took" and event["seat"] == seat]
    took = {motif for event in taken for motif in event["wafers"]}
    swaps = [event for event in events if event["event"] == "swapped"]
    got = {event["get"] for event in swaps if event["seat"] == seat}
    return took | got | {event["give"] for event in swaps if event["other"] == seat}


def _ring(name: str) -> str:
    return placed(*centre(name), use(f"{PREFIX}-changed"), data_changed=name)


def _way(seat: int, way: tuple[str, ...]) -> str:
    """From middle to middle, in the seat's colour."""
    line = "M" + "L".join([" ".join(map(number, centre(name))) for name in way])
    return group(
        path(line, stroke=PALE, stroke_width=7),
        path(line, stroke=look(seat).fill, stroke_width=4, stroke_dasharray="9 5"),
        fill="none", stroke_linejoin="round", stroke_linecap="round", data_way="-".join(way),
    )  # fmt: skip
