"""What the host of a match does alone where the match was opened so: pause it, resume it, give it up."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmodel import Session

from app.db.words import ProposalKind
from app.house import House
from app.problems import NotAllowed
from app.services.matches.find import hosted_match
from app.services.matches.needs import need_of
from app.services.play.live import LiveMatch, changing
from app.services.play.stops import end_match, pause_match, resume_match


def pause(session: Session, house: House, code: str, player_id: int | None) -> None:
    with _changing_alone(session, house, code, player_id, "pause") as live:
        if live.match.status != "paused":
            pause_match(live)


def resume(session: Session, house: House, code: str, player_id: int | None) -> None:
    with _changing_alone(session, house, code, player_id, "resume") as live:
        if live.match.status != "running":
            resume_match(live)


def give_up(session: Session, house: House, code: str, player_id: int | None) -> None:
    with _changing_alone(session, house, code, player_id, "end") as live:
        end_match(live)


@contextmanager
def _changing_alone(
    session: Session, house: House, code: str, player_id: int | None, kind: ProposalKind
) -> Iterator[LiveMatch]:
    match = hosted_match(session, code, player_id)
    if need_of(match.needs, kind) != "host":
        raise NotAllowed("In this match, the host does not decide this alone.")
    with changing(session, house, code) as live:
        yield live
