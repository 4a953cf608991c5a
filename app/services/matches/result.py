"""How a match ended, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.models import Match
from engine.speech import Speech, join_list


@dataclass(frozen=True)
class Ending:
    """All fields are empty for a match that was given up."""

    winners: str = ""
    won: int = 0  # how many have won
    standing: tuple[str, ...] = ()


def ending_of(match: Match, names: Sequence[str], speech: Speech) -> Ending:
    """The winners, and everybody's points, the most first."""
    if not match.result:
        return Ending()
    winners = [names[number - 1] for number in match.result["winners"]]
    scores = sorted(zip(match.result["scores"], names, strict=True), key=lambda row: -row[0])
    return Ending(
        winners=join_list(winners, speech),
        won=len(winners),
        standing=tuple(f"{name}: {score}" for score, name in scores),
    )
