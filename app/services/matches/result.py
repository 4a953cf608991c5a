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
    points: tuple[str, ...] = ()  # where the players have ended it as it stands, and nobody has won


def ending_of(match: Match, names: Sequence[str], speech: Speech) -> Ending:
    """The winners, and everybody's points, the most first."""
    if not match.result:
        return Ending(points=_standing(match.standing or [], names))
    winners = [names[number - 1] for number in match.result["winners"]]
    return Ending(
        winners=join_list(winners, speech),
        won=len(winners),
        standing=_standing(match.result["scores"], names),
    )


def _standing(scores: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """The most points first; nothing where there are none to tell."""
    rows = sorted(zip(scores, names, strict=False), key=lambda row: -row[0])
    return tuple(f"{name}: {score}" for score, name in rows)
