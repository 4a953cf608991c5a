"""What friends have agreed on in a match: steps taken back, new hands, new rules; and how that is told."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, or_
from sqlmodel import Session, col, select

from app.db.rows import look_up
from app.models import Match, Step
from engine.game import Game
from engine.registry import game
from engine.speech import Speech, join_list, seat_letter
from engine.way import Line, taken_back

AGREED = ("back", "seat", "rules")

# Built once, for every page and letter runs it. Nearly always it finds nothing.
CHANGES = (
    select(Step)
    .where(Step.match_id == bindparam("match_id"), or_(*(col(Step.kind) == kind for kind in AGREED)))
    .order_by(col(Step.number))
)
FIRST = select(Step).where(Step.match_id == bindparam("match_id"), Step.number == 0)


@dataclass(frozen=True)
class Course:
    """Which way a match has taken, and who sat where on it."""

    rules: Game
    changes: Mapping[int, Line]  # by step
    taken_back: set[int]
    first_names: Sequence[str]  # of the seats when the match began
    names: Sequence[str]  # as they are shown now

    def names_at(self, step: int) -> list[str]:
        return [self._name_at(step, seat, name) for seat, name in enumerate(self.names, 1)]

    def _name_at(self, step: int, seat: int, name: str) -> str:
        """A player who has left for good is shown as that; so the newest name is the shown one."""
        changed = [(n, line["seat"]["name"]) for n, line in self.changes.items() if _is_of(line, seat)]
        if not changed or changed[-1][0] <= step:
            return name
        return next((then for n, then in reversed(changed) if n <= step), self.first_names[seat - 1])

    def decision_since(self, steps: int) -> int:
        """How many lines there were when this decision came up: new hands alone lead to no other one."""
        while "seat" in self.changes.get(steps - 1, ()):
            steps -= 1
        return steps

    def hands(self) -> list["Hand"]:
        """The players who had a seat and gave it up, in the order in which they left."""
        given = [(step, line["seat"]["number"]) for step, line in self.changes.items() if "seat" in line]
        return [Hand(seat, self.names_at(step - 1)[seat - 1], step - 1) for step, seat in given]


@dataclass(frozen=True)
class Hand:
    """Somebody who played a seat until a step."""

    seat: int
    name: str
    last: int  # the step before the seat got somebody else

    @property
    def letter(self) -> str:
        return seat_letter(self.seat)


def _is_of(line: Line, seat: int) -> bool:
    return "seat" in line and line["seat"]["number"] == seat


def line_of(step: Step) -> dict[str, Any]:
    line = json.loads(step.line)
    assert isinstance(line, dict)
    return line


def course_of(session: Session, match: Match, names: Sequence[str]) -> Course:
    """`names`: as they are shown now."""
    changes = {step.number: line_of(step) for step in look_up(session, Step, CHANGES, match_id=match.id)}
    first_names = names
    if any("seat" in line for line in changes.values()):
        first_names = line_of(session.exec(FIRST, params={"match_id": match.id}).one())["seats"]
    gone = taken_back(match.steps - 1, changes) if changes else set()
    return Course(game(match.game), changes, gone, first_names, names)


def change_in_words(line: Mapping[str, Any], names: Sequence[str], speech: Speech) -> str:
    """`names`: of the seats before this line."""
    if "seat" in line:
        sentence = speech.gettext("{name} now plays in place of {before}.")
        return sentence.format(name=line["seat"]["name"], before=names[line["seat"]["number"] - 1])
    agreed = join_list([names[seat - 1] for seat in line["agreed"]], speech)
    if "rules" in line:
        sentence = speech.gettext(
            "Agreed by {names}: from here on, version {version} of the rules is in force."
        )
        return sentence.format(names=agreed, version=line["rules"])
    if not line["back"]:
        sentence = speech.gettext("Agreed by {names}: everything is taken back. The match begins anew.")
        return sentence.format(names=agreed)
    sentence = speech.gettext(
        "Agreed by {names}: what came after step {step} is taken back. The match goes on from there."
    )
    return sentence.format(names=agreed, step=line["back"])


def void_words(line: Mapping[str, Any], told: int, speech: Speech) -> Iterator[str]:
    """For a reader whose letters have told the steps up to `told`, some of which the line takes back."""
    if 0 <= line.get("back", told) < told:
        sentence = speech.gettext(
            "What earlier letters told of the steps after {step} does not count any more."
        )
        yield sentence.format(step=line["back"])


def is_same_decision(session: Session, match: Match, base: int) -> bool:
    """Whether who saw the match when its record had `base` lines still has the same to decide.

    That others have given their seats to new people changes nothing for an open turn.
    """
    if base == match.steps:
        return True
    since = select(Step.kind).where(Step.match_id == match.id, Step.number >= base)
    return 0 < base < match.steps and set(session.exec(since)) == {"seat"}
