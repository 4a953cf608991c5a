"""Tikal: title, seats and options."""

from engine.game import Meta, Option

META = Meta(
    id="tikal",
    title="Tikal",
    fewest=2,
    most=4,
    options={
        "auction": Option(False, "The right to move is auctioned"),
        "camp_needs_member": Option(False, "A camp needs one of its builder's members there"),
    },
)
