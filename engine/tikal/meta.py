"""Tikal: title, seats and options."""

from engine.game import Meta, Option
from engine.speech import later

META = Meta(
    id="tikal",
    title="Tikal",
    fewest=2,
    most=4,
    options={
        "auction": Option(
            False,
            later("The right to move is auctioned"),
            later("Each round all bid points for the first choice among the tiles: less luck, longer turns."),
        ),
        "camp_needs_member": Option(
            False,
            later("A camp needs one of its builder's members there"),
            later(
                "A stricter reading of the rules: only where one of your people stands can you build a camp."
            ),
        ),
    },
)
