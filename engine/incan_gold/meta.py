"""Incan Gold: title, seats and options."""

from engine.game import Meta, Option
from engine.speech import later

META = Meta(
    id="incan-gold",
    title="Incan Gold",
    fewest=3,
    most=8,
    sealed=True,
    sentences=(
        later("I’ll go on, of course!"),
        later("I stay in the temple for one more card."),
        later("That’s enough for me, I’m going home."),
    ),
    strengths=("modest", "strong"),
    options={
        "artifacts": Option(
            True,
            later("With the five artifacts"),
            later(
                "Artifacts are worth a lot, but only to a player who leaves the temple alone. "
                "Without them the game is Diamant."
            ),
        )
    },
)
