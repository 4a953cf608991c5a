"""Tikal: title, seats and options."""

from engine.game import Meta, Option
from engine.speech import later

META = Meta(
    id="tikal",
    title="Tikal",
    fewest=2,
    most=4,
    sentences=(
        later("Two workers go from a5 via b4 to c4."),
        later("I uncover two levels of the temple on c4."),
        later("Please bring three new workers into the base camp."),
    ),
    strengths=("modest", "strong"),
    options={
        "auction": Option(
            False,
            later("Auction for the right to choose"),
            later("Each round everybody bids points for first choice of the tiles: less luck, longer turns."),
        ),
        "camp_needs_member": Option(
            False,
            later("A camp needs one of your own members on its hex"),
            later(
                "A stricter reading of the rules: you can build a camp only where one of your members stands."
            ),
        ),
    },
)
