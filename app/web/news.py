"""What is new at a match since its reader last looked: marked on the board, and told beside it."""

from collections.abc import Sequence
from itertools import groupby

from app.models import Match
from app.services.matches import looks
from app.services.matches.history import PlayedStep
from app.services.matches.match_view import MatchView
from app.web.pages import page_speech
from engine.game import Event


def marked_events(steps: Sequence[PlayedStep], match: Match, since: int) -> list[Event]:
    begin = looks.before_new(match, since)
    return [event for step in steps if step.number > begin for event in step.events]


def story_of(view: MatchView, steps: Sequence[PlayedStep]) -> list[str]:
    """With the names of now. What friends have agreed on has no events, and is told as everywhere."""
    told: list[str] = []
    for is_played, group in groupby(steps, key=lambda step: bool(step.events)):
        some = list(group)
        if is_played:
            events = [event for step in some for event in step.events]
            told += view.course.rules.news(events, view.names, page_speech())
        else:
            told += [" ".join(step.sentences) for step in some if step.sentences]
    return told
