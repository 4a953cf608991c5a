"""The jungle's leaves, seen from above: outlines only. `shapes.py` colours them."""

from engine.svg import point, polar

HEX = "M-62 0L-31-53.7H31L62 0L31 53.7H-31z"
_CORNERS = ((-62, 0), (-31, -53.7), (31, -53.7), (62, 0), (31, 53.7), (-31, 53.7), (-62, 0))
# Two ways to draw the leaves round a clearing. Each has two rims, one above the other, and here is how far
# each leaf reaches into the hex. The second rim is drawn first; its longer leaves show between the others.
RIMS = (
    ((15, 13, 17, 12, 16, 14, 17, 13, 16, 12), (17, 21, 18, 22, 17, 20, 18, 22)),
    ((12, 17, 13, 16, 14, 16, 12, 17, 13, 15), (20, 17, 22, 18, 21, 17, 22, 18)),
)


def palm(fronds: int, length: float, width: float, turn: float = 0) -> str:
    """A palm tree: long leaves round a trunk, each leaning a little clockwise."""
    angles = [360 * n / fronds + turn for n in range(fronds)]
    return "".join([_frond(angle, length * (1 - 0.12 * (n % 2)), width) for n, angle in enumerate(angles)])


def _frond(angle: float, length: float, width: float) -> str:
    tip = polar(angle + 8, length)
    one, other = polar(angle - width, length * 0.62), polar(angle + width * 1.3, length * 0.55)
    return f"M0 0Q{point(*one)} {point(*tip)}Q{point(*other)} 0 0z"


def crown(lobes: int, radius: float, turn: float = 0) -> str:
    """A broad tree: round lobes, side by side on a circle."""
    tips = [polar(360 * n / lobes + turn, radius) for n in range(lobes)]
    bulge = point(radius * 3.4 / lobes, 0).split()[0]
    arcs = "".join([f"A{bulge} {bulge} 0 0 1 {point(*tip)}" for tip in (*tips[1:], tips[0])])
    return f"M{point(*tips[0])}{arcs}z"


def rim(depths: tuple[int, ...]) -> str:
    """A hex with a hole in it: leaves reach from all sides into a clearing."""
    count = len(depths)
    leaves = []
    for n, depth in enumerate(depths):
        start, tip, end = (_edge((n + part) / count) for part in (0, 0.6, 1))
        leaves.append(f"Q{point(*_inward(start, depth))} {point(*_inward(tip, depth))}")
        leaves.append(f"Q{point(*_inward(end, depth - 5))} {point(*_inward(end, 5))}")
    return f"{HEX}M{point(*_inward(_edge(0), 5))}{''.join(leaves)}z"


def _edge(share: float) -> tuple[float, float]:
    """The point of the hex's outline after this share of the way round, clockwise from its left corner."""
    side = min(int(share * 6), 5)
    (x, y), (to_x, to_y) = _CORNERS[side], _CORNERS[side + 1]
    rest = share * 6 - side
    return x + (to_x - x) * rest, y + (to_y - y) * rest


def _inward(place: tuple[float, float], depth: float) -> tuple[float, float]:
    share = 1 - depth / 57
    return place[0] * share, place[1] * share
