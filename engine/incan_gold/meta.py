"""Incan Gold: title, seats and options."""

from engine.game import Meta, Option

META = Meta(
    id="incan-gold",
    title="Incan Gold",
    fewest=3,
    most=8,
    sealed=True,
    options={
        "artifacts": Option(
            True,
            "With the five artifacts; without them it is Diamant",
            "Artifacts are worth much, but only to somebody who leaves the temple alone.",
        )
    },
)
