"""A player's matches, as the first page lists them: what wants an answer first."""

from collections.abc import Iterable
from typing import Any

from sqlmodel import Session, col, or_, select

from app.models import Ask, Match, Seat
from engine.registry import meta

LISTS = {"running": "running", "paused": "running", "open": "open", "over": "over", "abandoned": "over"}
MOST = 200


def mine(session: Session, player_id: int) -> dict[str, list[dict[str, Any]]]:
    """Matches with a seat of the player's or hosted by the player, the newest first."""
    seated = select(Seat.match_id).where(Seat.player_id == player_id)
    own = or_(col(Match.id).in_(seated), col(Match.host_id) == player_id)
    matches = session.exec(select(Match).where(own).order_by(col(Match.id).desc()).limit(MOST))
    told: dict[str, list[dict[str, Any]]] = {"running": [], "open": [], "over": []}
    asks = asked(session, player_id)
    named = {ask["code"] for ask in asks}
    for match in matches:
        if match.code not in named:
            told[LISTS[match.status]].append(row(match))
    return {"asks": asks, **told}


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


def row(match: Match) -> dict[str, Any]:
    return {
        "code": match.code,
        "title": match.title,
        "game_title": meta(match.game).title,
        "status": match.status,
        "ended_at": match.ended_at,
    }
