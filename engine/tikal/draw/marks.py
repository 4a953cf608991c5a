"""Marks for what the last step has changed on the board: rings round hexes, and the ways of members."""

from collections.abc import Iterator, Sequence

from engine.emblems import PALE, look
from engine.game import Event
from engine.svg import group, group_at, number, path, use
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
    """The hexes on which something happened, and those where members arrived."""
    for event in events:
        if event["event"] == "moved":
            yield event["way"][-1]
        elif "place" in event:
            yield event["place"]


def gained_motifs(seat: int, events: Sequence[Event]) -> set[str]:
    """The motifs of the wafers that the seat has just taken or swapped."""
    takes = [event for event in events if event["event"] == "took" and event["seat"] == seat]
    from_hexes = {motif for event in takes for motif in event["wafers"]}
    swaps = [event for event in events if event["event"] == "swapped"]
    from_swaps = {event["get"] for event in swaps if event["seat"] == seat}
    return from_hexes | from_swaps | {event["give"] for event in swaps if event["other"] == seat}


def _ring(name: str) -> str:
    return group_at(*centre(name), use(f"{PREFIX}-changed"), data_changed=name)


def _way(seat: int, way: tuple[str, ...]) -> str:
    """A line in the seat's colour, from the middle of each hex to the middle of the next."""
    line = "M" + "L".join([" ".join(map(number, centre(name))) for name in way])
    return group(
        path(line, stroke=PALE, stroke_width=7),
        path(line, stroke=look(seat).fill, stroke_width=4, stroke_dasharray="9 5"),
        fill="none", stroke_linejoin="round", stroke_linecap="round", data_way="-".join(way),
    )  # fmt: skip
