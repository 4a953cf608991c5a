"""Going back to an earlier step, when the players have agreed: the state of then, and the same chance."""

from dataclasses import dataclass

from sqlmodel import Session

from app.clock import now
from app.house import House
from app.models import Match
from app.problems import Problem
from app.services.matches import changes, find, history, match_view
from app.services.matches.history import PlayedStep
from app.services.play.afresh import check_may_change, decide_anew
from app.services.play.letters import put_agreed_letters
from app.services.play.live import LiveMatch
from app.services.play.steps import add_line, record_time
from engine.game import View
from engine.record import Record, replay_steps
from engine.speech import ENGLISH, Speech


@dataclass(frozen=True)
class TakenBack:
    """What going back to a step means: the board of then, and what everybody has seen since."""

    step: int
    names: list[str]
    view: View  # of one seat after that step, or of an onlooker
    since: list[PlayedStep]  # what would be taken back, with its orders and events in words

    @property
    def shown(self) -> list[str]:
        """Everything that has been turned up, shown or done since, a sentence for each."""
        return [sentence for step in self.since for sentence in step.sentences]


def what_goes(
    session: Session,
    house: House,
    match: Match,
    to_step: int,
    seat: int | None = None,
    speech: Speech = ENGLISH,
) -> TakenBack:
    """For a proposal: nothing is changed."""
    seats = find.numbered_seats(session, match)
    course = changes.course_of(session, match, find.shown_names(session, seats, speech))
    check_step(match, to_step, _last_rules(course))
    view = match_view.view_at(session, house, match, seats, to_step, seat)
    steps = history.steps_in_words(course, history.steps_of(session, match, after=to_step), speech)
    standing = [step for step in steps if not step.taken_back and step.kind != "seat"]
    return TakenBack(to_step, course.names_at(to_step), view, standing)


def check_step(match: Match, to_step: int, earliest: int) -> None:
    latest = match.steps - 2
    if latest < earliest:
        raise Problem("There is nothing that could be taken back.")
    if not earliest <= to_step <= latest:
        raise Problem("You can go back to a step from {first} to {last}.", first=earliest, last=latest)


def _last_rules(course: changes.Course) -> int:
    """New rules are never taken back."""
    return max((step for step, line in course.changes.items() if "rules" in line), default=0)


def go_back(session: Session, live: LiveMatch, to_step: int, agreed: list[int]) -> None:
    """The match goes on from its state after that step. Answers, drafts and plans of later turns are void."""
    check_may_change(live)
    match = live.match
    check_step(match, to_step, _last_rules(changes.course_of(session, match, live.names)))
    first, *lines = map(changes.line_of, history.steps_of(session, match)[: to_step + 1])
    *_, then = replay_steps(first, lines, live.seed)
    record = Record(head=match.head)
    record.back(match.steps, record_time(now()), to_step, agreed)
    live.state = then.state
    add_line(live, record, "back")
    decide_anew(live)
    put_agreed_letters(live)
