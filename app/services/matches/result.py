"""How a match has ended, in words."""

from collections.abc import Sequence
from typing import Any

from app.models import Match
from engine.speech import Speech, listed


def ending(match: Match, names: Sequence[str], speech: Speech) -> dict[str, Any]:
    """Who has won, and everybody's points, the most first; empty for a match that was given up."""
    if not match.result:
        return {"winners": "", "won": 0, "standing": []}
    winners = [names[number - 1] for number in match.result["winners"]]
    scores = sorted(zip(match.result["scores"], names, strict=True), key=lambda row: -row[0])
    return {
        "winners": listed(winners, speech),
        "won": len(winners),
        "standing": [f"{name}: {score}" for score, name in scores],
    }
