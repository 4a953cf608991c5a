"""Checking the database: every match is played again from its steps and compared with its row."""

from collections.abc import Iterator

from sqlmodel import Session, select

from app.house import House
from app.models import Match
from app.services.matches.asks import open_asks
from app.services.matches.changes import line_of
from app.services.matches.find import numbered_seats
from app.services.matches.history import steps_of
from app.status import goes_on
from app.vault import CannotDecrypt
from engine.chance import commitment, match_seed
from engine.errors import OrderError
from engine.record import replay_steps
from engine.registry import game
from engine.verify import WRONG, verify
from engine.way import rules_after


def check_matches(session: Session, house: House) -> list[str]:
    """A line for each thing that is wrong; an empty list if all is right."""
    matches = session.exec(select(Match).where(Match.steps > 0)).all()
    return [f"match {match.code}: {error}" for match in matches for error in _check(session, house, match)]


def _check(session: Session, house: House, match: Match) -> Iterator[str]:
    steps = steps_of(session, match)
    verdict = verify("".join(step.line + "\n" for step in steps).encode())
    if verdict.status == WRONG:
        yield from (f"record, line {line}: {problem}" for line, problem in verdict.problems)
        return
    if [step.number for step in steps] != list(range(match.steps)):
        yield f"has the steps {[step.number for step in steps]}, and should have 0 to {match.steps - 1}"
    if verdict.head != match.head:
        yield f"the head is {match.head[:8]}, and the chain ends with {verdict.head[:8]}"
    try:
        server_seed = house.vault.decrypt(match.locked_seed)
    except CannotDecrypt:
        yield "the kept seed is locked with a key that is not in CHASQUI_KEYS any more"
        return
    if commitment(server_seed) != match.commitment:
        yield "the kept seed does not fit the commitment"
        return
    yield from _check_state(session, match, server_seed)


def _check_state(session: Session, match: Match, server_seed: bytes) -> Iterator[str]:
    rules, seats = game(match.game), numbered_seats(session, match)
    seed = match_seed(server_seed, [seat.salt or "" for seat in seats])
    first, *lines = [line_of(step) for step in steps_of(session, match)]
    try:
        *_, last = replay_steps(first, [line for line in lines if "step" in line], seed)
    except OrderError as error:
        yield str(error)
        return
    state = last.state
    if rules.to_json(state) != match.state:
        yield "the kept state is not what the orders lead to"
    if (match.format, match.rules) != (first["chasqui"], rules_after([first, *lines])):
        yield f"keeps format {match.format} and rules {match.rules}, and the record says otherwise"
    if list(last.names) != [seat.name for seat in seats]:
        yield "the kept names of the seats are not those of the record"
    asked_seats = set(rules.asked(state)) if goes_on(match) else set()
    asks = open_asks(session, match)
    open_seats = {ask.seat for ask in asks}
    if open_seats != asked_seats:
        yield f"the seats {sorted(asked_seats)} are to be asked, and {sorted(open_seats)} are"
    if asks and {ask.turn for ask in asks} != {match.turn}:
        yield f"the turn is {match.turn}, and those who are asked are in {sorted({ask.turn for ask in asks})}"
    ending = rules.result(state)
    if match.status == "over" and match.result != (ending and ending.to_json()):
        yield "the kept result is not what the orders lead to"
