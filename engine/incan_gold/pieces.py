"""Incan Gold's components, in tables that are easy to compare with the rulebook."""

from typing import TypeAlias

Card: TypeAlias = int | str  # a treasure's value, a hazard's kind, or ARTIFACT

TREASURES = (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)
HAZARDS = ("snake", "spider", "mummy", "fire", "rockfall")
HAZARD_COPIES = 3
ARTIFACT = "artifact"
ARTIFACTS = 5
ARTIFACT_WORTH = (5, 5, 5, 10, 10)  # the first carried out in the game, the second, ...
ROUNDS = 5
TORCH, CAMP = "torch", "camp"
