"""Tikal: title, seats and options."""

from engine.game import Meta, Option

META = Meta(
    id="tikal",
    title="Tikal",
    fewest=2,
    most=4,
    options={
        "auction": Option(
            False,
            "The right to move is auctioned",
            "Each round all bid points for the first choice among the tiles: less luck, longer turns.",
        ),
        "camp_needs_member": Option(
            False,
            "A camp needs one of its builder's members there",
            "A stricter reading of the rules: only where one of your people stands can you build a camp.",
        ),
    },
)
