"""Which players decide a proposal, and what follows from the answers so far. No database here."""

from typing import Literal, NamedTuple

from app.db.words import Need

Verdict = Literal["", "passed", "failed", "lapsed"]


class Ballot(NamedTuple):
    need: Need
    voters: frozenset[int]  # the seats that are asked
    yes: frozenset[int]
    no: frozenset[int]
    may_be_silent: frozenset[int] = frozenset()  # at the end, these do not count unless they have answered


def verdict(ballot: Ballot, is_over: bool) -> Verdict:
    """It passes as soon as enough have agreed, and fails as soon as not enough can agree any more."""
    if is_over:
        ballot = without_the_silent(ballot)
    if not ballot.voters:
        return "lapsed"
    if has_passed(ballot):
        return "passed"
    if not can_pass(ballot):
        return "failed"
    return "lapsed" if is_over else ""


def without_the_silent(ballot: Ballot) -> Ballot:
    return ballot._replace(voters=ballot.voters - (ballot.may_be_silent - ballot.yes - ballot.no))


def has_passed(ballot: Ballot) -> bool:
    agreed = len(ballot.yes & ballot.voters)
    return 2 * agreed > len(ballot.voters) if ballot.need == "most" else agreed == len(ballot.voters)


def can_pass(ballot: Ballot) -> bool:
    """If all who have not answered yet agree."""
    return has_passed(ballot._replace(yes=ballot.voters - ballot.no))
