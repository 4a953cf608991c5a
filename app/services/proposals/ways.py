"""What one player can propose just now: the forms of a page."""

from dataclasses import dataclass, field
from typing import cast

from sqlmodel import Session

from app.db.words import ProposalKind
from app.models import Ask, Match, Seat
from app.services.matches.asks import open_asks
from app.services.matches.find import shown_names
from app.services.matches.needs import need_of
from app.services.proposals.propose import ABOUT_A_SEAT, OPEN_FOR
from app.services.proposals.shown import ShownProposal, changes_in_words, seats_by_number
from app.services.proposals.votes import electorate_of
from app.services.proposals.words import NEEDED
from app.status import goes_on
from engine.registry import meta
from engine.speech import ENGLISH, Speech

Choices = list[tuple[int, str]]  # seats and their names


@dataclass(frozen=True)
class Ways:
    """Where a list is empty, there is nobody for whom it could be proposed."""

    time: Choices = field(default_factory=list)
    bot: Choices = field(default_factory=list)
    substitute: Choices = field(default_factory=list)
    pause: bool = False
    resume: bool = False
    end: bool = False
    back: int = 0  # the last step that could be taken back
    rules: int = 0  # a newer version than the one in force
    changes: list[str] = field(default_factory=list)  # what it changes
    needed: dict[str, str] = field(default_factory=dict)
    alone: bool = False  # nobody else has to agree to anything

    @property
    def any(self) -> bool:
        return self.pause or self.resume or self.end or bool(self.rules)


def ways_for(
    session: Session,
    match: Match,
    number: int | None,
    proposals: list[ShownProposal],
    speech: Speech = ENGLISH,
) -> Ways:
    """Nothing is offered that is proposed already, and nothing to somebody who has no seat."""
    seats = seats_by_number(session, match)
    people = electorate_of(session, match, seats)
    if not goes_on(match) or match.aside_at or number not in people.people:
        return Ways()
    names = dict(enumerate(shown_names(session, seats, speech), 1))
    free = set(OPEN_FOR) - {one.kind for one in proposals if not one.outcome}
    asks = {ask.seat: ask for ask in open_asks(session, match)}
    found = {kind: _seats_for(kind, seats, asks, set(people.people)) for kind in ABOUT_A_SEAT}
    if match.format < 2:  # its record has no room for new hands
        found["substitute"] = []
    newest = meta(match.game).rules
    has_newer = "rules" in free and match.format > 1 and match.rules < newest
    chosen = {kind: [(seat, names[seat]) for seat in found[kind]] if kind in free else [] for kind in found}
    return Ways(
        time=chosen["time"],
        bot=chosen["bot"],
        substitute=chosen["substitute"],
        pause="pause" in free and match.status == "running",
        resume="resume" in free and match.status == "paused",
        end="end" in free,
        back=match.steps - 1 if "back" in free and match.format > 1 else 0,
        rules=newest if has_newer else 0,
        changes=changes_in_words(meta(match.game), match.rules, newest, speech) if has_newer else [],
        alone=len(people.people) == 1,
        needed={kind: _needed(match, kind, speech) for kind in OPEN_FOR},
    )


def _needed(match: Match, kind: str, speech: Speech) -> str:
    return speech.gettext(NEEDED[need_of(match.needs, cast(ProposalKind, kind))])


def _seats_for(kind: str, seats: list[Seat], asks: dict[int, Ask], people: set[int]) -> list[int]:
    numbers = [seat.number or 0 for seat in seats if not seat.bot]
    if kind == "time":
        waited = {seat for seat, ask in asks.items() if ask.due_at and not ask.answered_at}
        return [number for number in numbers if number in waited & people]
    if kind == "bot":
        return [number for number in numbers if number in people and not seats[number - 1].deputy]
    return numbers  # a substitute also for somebody who has left
