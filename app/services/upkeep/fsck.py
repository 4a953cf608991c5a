"""Checking the database: every match is played again from its steps and compared with its row."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import and_
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from app.house import House
from app.models import Loan, Match, Seat, Step
from app.services.matches.asks import open_asks
from app.services.matches.changes import AGREED, line_of
from app.services.matches.find import numbered_seats
from app.services.matches.history import steps_of
from app.services.upkeep.lost_tail import check_tail
from app.status import goes_on
from app.vault import CannotDecrypt
from engine.chance import commitment, match_seed
from engine.errors import OrderError
from engine.game import Game
from engine.record import replay_steps
from engine.registry import game
from engine.verify import WRONG, verify
from engine.way import names_after, rules_after


def begun_matches(session: Session, code: str = "", since: datetime | None = None) -> list[int]:
    """The numbers of the matches that have a record: all of them, one, or those with a step since then."""
    matches = select(Match.id).where(Match.steps > 0).order_by(col(Match.id))
    if code:
        matches = matches.where(Match.code == code)
    if since:
        newest = and_(col(Step.match_id) == Match.id, col(Step.number) == Match.steps - 1)
        matches = matches.outerjoin(Step, newest).where(col(Step.at).is_(None) | (col(Step.at) >= since))
    return list(session.exec(matches))


def check_database(session: Session) -> Iterator[str]:
    """The file itself, where there is one: SQLite's own check of all pages and indexes."""
    if session.get_bind().dialect.name != "sqlite":
        return
    file = session.get_bind().engine.url.database
    for (found,) in session.connection().exec_driver_sql("PRAGMA integrity_check(20)"):
        if found != "ok":
            yield from (f"{file}: {line}" for line in found.splitlines())


def check_lost(house: House) -> Iterator[str]:
    """In a transaction of its own: one that has begun before would not see what was written since."""
    with house.db.snapshot() as session:
        lost = house.db.disk.lost(session.connection().connection.driver_connection)
    if lost:
        yield (
            f"the end is lost: the changes {lost.first} to {lost.last} were on the disk, and are gone."
            f" If a backup was put back, that is right: then delete {lost.witness} while nothing runs"
        )


def check_matches(session: Session, house: House) -> list[str]:
    """All matches, where there are few."""
    return [problem for number in begun_matches(session) for problem in check_match(house, number)]


def check_match(house: House, match_id: int) -> list[str]:
    """A line for each thing that is wrong with one match, as it stands at one moment."""
    try:
        with house.db.snapshot() as session:
            match = session.get(Match, match_id)
            return (
                [f"match {match.code}: {error}" for error in _check(session, house, match)] if match else []
            )
    except DBAPIError as error:
        return [f"match number {match_id} cannot be read: {error.orig}"]


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
    yield from check_tail(session, match, [line["hash"] for line in verdict.lines])
    try:
        server_seed = house.vault.decrypt(match.locked_seed)
    except CannotDecrypt:
        yield "the kept seed is locked with a key that is not in CHASQUI_KEYS any more"
        return
    if commitment(server_seed) != match.commitment:
        yield "the kept seed does not fit the commitment"
        return
    yield from _check_again(session, match, server_seed, verdict.state)


def _check_again(session: Session, match: Match, server_seed: bytes, state: Any) -> Iterator[str]:
    """`state`: of a finished record, the check of it has played it already."""
    steps = steps_of(session, match)
    if wrong := [step.number for step in steps if step.kind in AGREED and step.kind not in line_of(step)]:
        yield f"the steps {wrong} are kept as another kind than that of their line"
    lines = [line_of(step) for step in steps]
    try:
        state = _played_again(session, match, server_seed, lines) if state is None else state
    except OrderError as error:
        yield str(error)
        return
    yield from _check_state(session, match, state, lines)


def _played_again(session: Session, match: Match, server_seed: bytes, lines: list[Any]) -> Any:
    """The state that the orders lead to."""
    seats = numbered_seats(session, match)
    seed = match_seed(server_seed, [seat.salt or "" for seat in seats])
    *_, last = replay_steps(lines[0], [line for line in lines if "step" in line], seed)
    return last.state


def _is_kept(rules: Game, state: Any, kept: Any) -> bool:
    """As the program would read it: states that older versions have kept may lack what came later."""
    try:
        return rules.to_json(rules.from_json(kept, None)) == rules.to_json(state)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False


def _check_loans(session: Session, match: Match, seats: list[Seat]) -> Iterator[str]:
    """A seat is a friend's just as long as a loan says so."""
    rows = select(Loan).where(Loan.match_id == match.id, col(Loan.closed_at).is_(None))
    loans = session.exec(rows).all()
    begun = {(loan.seat, loan.owner_id, loan.friend_id) for loan in loans if loan.began_at}
    lent = {(seat.number, seat.owner_id, seat.player_id) for seat in seats if seat.owner_id}
    if begun != lent:
        told, kept = sorted(row[0] for row in begun), sorted(row[0] or 0 for row in lent)
        yield f"the seats {told} are lent, and the rows of {kept} say so"
    if loans and not goes_on(match):
        yield "is over, and something of it is still lent or offered"


def _check_state(session: Session, match: Match, state: Any, lines: list[Any]) -> Iterator[str]:
    rules, seats = game(match.game), numbered_seats(session, match)
    if not _is_kept(rules, state, match.state):
        yield "the kept state is not what the orders lead to"
    if (match.format, match.rules) != (lines[0]["chasqui"], rules_after(lines)):
        yield f"keeps format {match.format} and rules {match.rules}, and the record says otherwise"
    if names_after(lines) != [seat.name for seat in seats]:
        yield "the kept names of the seats are not those of the record"
    asked_seats = set(rules.asked(state)) if goes_on(match) else set()
    asks = open_asks(session, match)
    open_seats = {ask.seat for ask in asks}
    if open_seats != asked_seats:
        yield f"the seats {sorted(asked_seats)} are to be asked, and {sorted(open_seats)} are"
    if asks and {ask.turn for ask in asks} != {match.turn}:
        yield f"the turn is {match.turn}, and those who are asked are in {sorted({ask.turn for ask in asks})}"
    yield from _check_loans(session, match, seats)
    ending = rules.result(state)
    if match.status == "over" and match.result != (ending and ending.to_json()):
        yield "the kept result is not what the orders lead to"
