"""A player's matches, as the first page lists them: what wants an answer first."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlmodel import Session, col, or_, select

from app.house import House
from app.models import Ask, Match, Player, Seat
from app.services.lobby import seats
from app.services.matches.match_view import shown_names
from engine.registry import meta

LISTS = {"running": "running", "paused": "running", "open": "open", "over": "over", "abandoned": "over"}
MOST = 200


def mine(session: Session, player_id: int) -> dict[str, list[dict[str, Any]]]:
    """Matches with a seat of the player's or hosted by the player, the newest first."""
    seated = select(Seat.match_id).where(Seat.player_id == player_id)
    own = or_(col(Match.id).in_(seated), col(Match.host_id) == player_id)
    matches = session.exec(select(Match).where(own).order_by(col(Match.id).desc()).limit(MOST)).all()
    told: dict[str, list[dict[str, Any]]] = {"running": [], "open": [], "over": []}
    asks = asked(session, player_id)
    named = {ask["code"] for ask in asks}
    others = waited_for(session, matches)
    names = names_of(session, matches)
    for match in matches:
        if match.code not in named:
            told[LISTS[match.status]].append(row(match, names.get(match.id, []), others.get(match.id, ())))
    return {"asks": asks, **told}


def invitations(session: Session, house: House, email: str) -> list[dict[str, Any]]:
    """Seats that are kept for this address, the newest first, and where each is accepted or declined."""
    rows = (
        select(Seat, Match, Player.name)
        .where(Seat.match_id == Match.id, Match.host_id == Player.id, Match.status == "open")
        .where(Seat.email == email, Seat.status == "invited")
        .order_by(col(Seat.id).desc())
    )
    return [
        {**row(match), "host": host, "address": seats.invitation_address(house, seat)}
        for seat, match, host in session.exec(rows)
    ]


def asked(session: Session, player_id: int) -> list[dict[str, Any]]:
    """Where the player's answer is waited for, the next deadline first."""
    rows = (
        select(Ask, Match)
        .where(Ask.match_id == Match.id, Seat.match_id == Match.id, Seat.number == Ask.seat)
        .where(Seat.player_id == player_id, Match.status == "running")
        .where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    )
    told = [{**row(match), "kind": ask.kind, "due_at": ask.due_at} for ask, match in session.exec(rows)]
    return list(by_deadline(told))


def by_deadline(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those without a clock last."""
    return sorted(rows, key=lambda row: (row["due_at"] is None, row["due_at"] and row["due_at"].timestamp()))


def waited_for(session: Session, matches: Sequence[Match]) -> dict[int, list[int]]:
    """The seats whose answers have still to come, by match."""
    running = [match.id for match in matches if match.status == "running"]
    rows = select(Ask.match_id, Ask.seat).where(col(Ask.match_id).in_(running)).order_by(col(Ask.seat))
    found: dict[int, list[int]] = {}
    for match_id, seat in session.exec(
        rows.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))
    ):
        found.setdefault(match_id, []).append(seat)
    return found


def names_of(session: Session, matches: Sequence[Match]) -> dict[int, list[str]]:
    """Who sits at each table that has begun, by number."""
    started = [match.id for match in matches if match.started_at]
    rows = select(Seat).where(col(Seat.match_id).in_(started), col(Seat.number).is_not(None))
    taken = session.exec(rows.order_by(col(Seat.match_id), col(Seat.number))).all()
    found: dict[int, list[str]] = {}
    for seat, name in zip(taken, shown_names(session, taken), strict=True):
        found.setdefault(seat.match_id, []).append(name)
    return found


def row(match: Match, names: Sequence[str] = (), waiting: Iterable[int] = ()) -> dict[str, Any]:
    result = match.result or {}
    return {
        "code": match.code,
        "title": match.title,
        "game_title": meta(match.game).title,
        "status": match.status,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "names": names,
        "waits_for": [names[seat - 1] for seat in waiting],
        "winners": [names[seat - 1] for seat in result.get("winners", ()) if names],
    }
