"""The positions whose pictures are kept; `python -m tests.engine.drawing.positions` renews them."""

from pathlib import Path

from engine.registry import game
from tests.engine.drawing.records import RECORDS, drawn, lines, moments

GOLDEN = Path(__file__).parent / "golden"
POSITIONS = {
    "tikal-two-start": ("tikal-0000", 2),
    "tikal-two-auction": ("tikal-0003", 40),
    "tikal-four-middle": ("tikal-0002", 33),
    "tikal-four-end": ("tikal-0002", 59),
    "incan-gold-eight-start": ("incan-gold-0005", 0),
    "incan-gold-four-middle": ("incan-gold-0001", 7),
    "incan-gold-six-deep": ("incan-gold-0003", 23),
    "incan-gold-three-end": ("incan-gold-0000", 29),
}


def picture(position: str) -> str:
    """With the last step's changes marked, as seat 1 sees it."""
    stem, step = POSITIONS[position]
    record = next(record for record in RECORDS if record.stem == stem)
    opening, moment = lines(record)[0], moments(record)[step]
    view = game(opening["game"]).view(moment.state, 1)
    return drawn(view, opening["seats"], events=moment.events)


def kept(position: str) -> Path:
    return GOLDEN / f"{position}.svg"


if __name__ == "__main__":
    for position in POSITIONS:
        kept(position).write_bytes(picture(position).encode())
