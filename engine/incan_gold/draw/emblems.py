"""The five hazards, light on dark, each about 64 wide and 56 high, with its middle at 0,0."""

from engine.svg import Attributes, circle, element, group, path, rect

NIGHT, BONE, EMBER, FLAME = "#231521", "#f4e6c8", "#ec6f2d", "#ffcf4a"
_LINE: Attributes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def hazards() -> dict[str, list[str]]:
    return {
        "snake": _snake(),
        "spider": _spider(),
        "mummy": _mummy(),
        "fire": _fire(),
        "rockfall": _rockfall(),
    }


def _snake() -> list[str]:
    body = "M-27 21c11 9 25 5 23-5s-21-8-19-20s22-15 33-6"
    return [
        path(body, **_LINE, stroke=BONE, stroke_width=9.5),
        path(body, **_LINE, stroke=EMBER, stroke_width=4, stroke_dasharray="0.1 9"),
        path("M4-16c4-11 22-11 25 0c-1 8-19 12-25 0z", fill=BONE),
        path("M28-15l9 3M28-15l7 8", **_LINE, stroke=EMBER, stroke_width=2.6),
        circle(18, -18, 2.6, fill=NIGHT),
    ]


def _spider() -> list[str]:
    legs = "M-8-3L-23-17L-30-5M-9 2L-26-4L-32 10M-9 7L-24 10L-27 25M-6 12L-15 18L-16 28"
    return [
        path(legs, **_LINE, stroke=BONE, stroke_width=3.4),
        group(path(legs, **_LINE, stroke=BONE, stroke_width=3.4), transform="scale(-1 1)"),
        element("ellipse", cx=0, cy=9, rx=12, ry=16, fill=BONE),
        circle(0, -12, 8.5, fill=BONE),
        path("M-5 2h10L-5 18h10z", fill=EMBER),
        path("M-3-13h.1M3-13h.1", **_LINE, stroke=NIGHT, stroke_width=4),
    ]


def _mummy() -> list[str]:
    head = "M-20-9c0-26 40-26 40 0v15c0 30-40 30-40 0z"
    bands = "M-17-18L13-26M-20 7L20 2M-19 15L19 9M-14 24L17 16"
    return [
        path(head, fill=BONE),
        path(bands, **_LINE, stroke="#a98d63", stroke_width=2.6),
        rect(-20, -12, 40, 12, fill=NIGHT),
        path("M-9-6h.1M9-6h.1", **_LINE, stroke=FLAME, stroke_width=8),
    ]


def _fire() -> list[str]:
    outer = "M1-31c4 14 22 20 21 39c-1 13-11 21-22 21s-21-8-22-21c0-11 6-16 9-24c3 5 5 7 8 9c3-9-1-17 6-24z"
    inner = "M1-7c2 10 11 13 10 23c-1 8-5 12-11 12s-11-4-11-12c0-7 4-9 6-13c2 3 3 3 4 4c1-5 0-8 2-14z"
    return [path(outer, fill=EMBER), path(inner, fill=FLAME)]


def _rockfall() -> list[str]:
    rocks = "M-31 27l4-18 13-6 12 9 2 15zM3 27l3-20 14-4 12 11v13zM-9-1l4-14 13-2 6 11-9 8z"
    shade = "M-31 27l4-18 6 18zM3 27l3-20 7 20zM-9-1l4-14 5 15z"
    small = "M-27-16l8-8 8 5-3 9h-10z"
    falling = path("M20-30v13M29-21v10M-3-32v9", **_LINE, stroke=EMBER, stroke_width=3.4)
    return [falling, path(rocks, fill=BONE), path(small, fill=BONE), path(shade, fill="#c3ad86")]
