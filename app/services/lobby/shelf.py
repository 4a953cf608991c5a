"""A player's finished matches: results over the years, head to head, and records.

A match belongs to those who sat at it at its end. So what a substitute finished counts for the substitute. A
seat that was lent counts for its owner, for it comes back when the match ends. A player who has left for good
is a former player in it, and with nobody head to head.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col

from app.house import House
from app.models import Match, Player, Seat
from app.problems import Missing
from app.services import pace
from app.services.matches.find import FORMER_NAME
from app.status import ENDED
from engine.registry import meta
from engine.speech import ENGLISH, Speech

ON_A_PAGE = 24


class Place(NamedTuple):
    """A seat at the end of a match."""

    number: int
    name: str
    player_id: int | None  # None for bots and former players
    thought: int | None  # seconds for an answer on average


class Finished(NamedTuple):
    code: str
    title: str
    game: str
    game_title: str
    ended_at: datetime
    seconds: int  # from the start to the end
    steps: int
    places: Sequence[Place]
    scores: Sequence[int]  # by seat; empty where it ended without points
    winners: Sequence[int]

    @property
    def ranking(self) -> list[tuple[str, int]]:
        """The most points first."""
        rows = zip((place.name for place in self.places), self.scores, strict=False)
        return sorted(rows, key=lambda row: -row[1])

    @property
    def won_by(self) -> list[str]:
        return [place.name for place in self.places if place.number in self.winners]

    def points_of(self, player_id: int) -> int | None:
        """None where the player did not sit at the end, or nobody has points."""
        numbers = [place.number for place in self.places if place.player_id == player_id]
        return self.scores[numbers[0] - 1] if numbers and self.scores else None


@dataclass
class Friend:
    """Somebody with whom the player has finished matches."""

    key: str  # in the address of the page with these matches only
    name: str
    together: int = 0
    ahead: int = 0  # how often the player had more points
    behind: int = 0
    even: int = 0


@dataclass
class Year:
    year: int
    matches: int = 0
    won: int = 0
    points: dict[str, list[int]] = field(default_factory=dict)  # by the game's title

    @property
    def averages(self) -> list[tuple[str, int]]:
        return [(title, round(sum(all_) / len(all_))) for title, all_ in sorted(self.points.items())]


class Record(NamedTuple):
    kind: str  # points, longest, thoughtful
    game_title: str
    match: Finished
    name: str
    value: int  # points, or seconds


class Shelf(NamedTuple):
    friends: list[Friend]
    chosen: Friend | None  # with whom all matches of this page were played
    years: list[Year]
    records: list[Record]
    matches: list[Finished]  # of one page of it
    total: int
    page: int
    pages: int


def shelf_of(
    session: Session, house: House, me: int, chosen: str = "", page: int = 1, speech: Speech = ENGLISH
) -> Shelf:
    """`chosen`: the key of a friend, for the matches with this friend only."""
    everything = finished_of(session, me, speech.gettext(FORMER_NAME))
    ids = {key_of(house, me, other): other for other in people_in(everything.values()) - {me}}
    if chosen and chosen not in ids:
        raise Missing("You have finished no match with this player.")
    friends = friends_of(everything.values(), me, {other: key for key, other in ids.items()})
    shown = {
        number: match
        for number, match in everything.items()
        if not chosen or any(place.player_id == ids[chosen] for place in match.places)
    }
    matches = list(shown.values())
    pages = max(1, -(-len(matches) // ON_A_PAGE))
    at = min(max(1, page), pages)
    return Shelf(
        friends,
        next((friend for friend in friends if friend.key == chosen), None),
        years_of(matches, me),
        records_of(matches),
        matches[(at - 1) * ON_A_PAGE : at * ON_A_PAGE],
        len(matches),
        at,
        pages,
    )


def key_of(house: House, me: int, other: int) -> str:
    """For an address: it tells no number, and is of no use to others."""
    return pace.keyed_hash(house.settings, f"shelf {me} {other}")[:16]


# --- Reading ---


def own_matches(me: int) -> Any:
    """The numbers of those that the player sat at until the end."""
    mine = sa.select(col(Seat.match_id)).where(col(Seat.player_id) == me, col(Seat.number).is_not(None))
    over = col(Match.status).in_(ENDED) & col(Match.started_at).is_not(None)
    return sa.select(col(Match.id)).where(over, col(Match.id).in_(mine))


def finished_of(session: Session, me: int, former_name: str) -> dict[int, Finished]:
    """The newest first, by number. Only the columns that are told: a match has much more."""
    places = places_of(session, me, former_name)
    names = ("id", "code", "title", "game", "started_at", "ended_at", "steps", "result", "standing")
    rows = sa.select(*(col(getattr(Match, name)) for name in names)).where(col(Match.id).in_(own_matches(me)))
    rows = rows.order_by(col(Match.ended_at).desc(), col(Match.id).desc())
    return {row.id: _finished(row, places[row.id]) for row in session.connection().execute(rows)}


def _finished(row: Any, places: Sequence[Place]) -> Finished:
    result = row.result or {}
    return Finished(
        code=row.code,
        title=row.title,
        game=row.game,
        game_title=meta(row.game).title,
        ended_at=row.ended_at,
        seconds=int((row.ended_at - row.started_at).total_seconds()),
        steps=row.steps,
        places=places,
        scores=result.get("scores") or row.standing or (),
        winners=result.get("winners") or (),
    )


def places_of(session: Session, me: int, former_name: str) -> dict[int, list[Place]]:
    rows = (
        sa.select(col(Seat.match_id), col(Seat.number), col(Seat.name), col(Seat.player_id))
        .add_columns(col(Seat.thought), col(Player.email), col(Player.guest))
        .join(Player, col(Player.id) == col(Seat.player_id), isouter=True)
        .where(col(Seat.match_id).in_(own_matches(me)), col(Seat.number).is_not(None))
        .order_by(col(Seat.match_id), col(Seat.number))
    )
    by_match: dict[int, list[Place]] = {}
    for match_id, number, name, player_id, thought, email, guest in session.connection().execute(rows):
        former = player_id is not None and email is None and guest is None
        place = Place(number, former_name if former else name, None if former else player_id, thought)
        by_match.setdefault(match_id, []).append(place)
    return by_match


def people_in(matches: Iterable[Finished]) -> set[int]:
    return {place.player_id for match in matches for place in match.places if place.player_id}


# --- Counting ---


def friends_of(matches: Iterable[Finished], me: int, keys: Mapping[int, str]) -> list[Friend]:
    """Those with most matches first, by the names that they had in the newest one."""
    found: dict[int, Friend] = {}
    for match in matches:
        mine = match.points_of(me)
        for place in match.places:
            if place.player_id and place.player_id != me:
                friend = found.setdefault(place.player_id, Friend(keys[place.player_id], place.name))
                _count(friend, mine, match.scores[place.number - 1] if match.scores else None)
    return sorted(found.values(), key=lambda friend: -friend.together)


def _count(friend: Friend, mine: int | None, theirs: int | None) -> None:
    friend.together += 1
    if mine is not None and theirs is not None:
        friend.ahead += mine > theirs
        friend.behind += mine < theirs
        friend.even += mine == theirs


def years_of(matches: Iterable[Finished], me: int) -> list[Year]:
    """The newest first."""
    years: dict[int, Year] = {}
    for match in matches:
        year = years.setdefault(match.ended_at.year, Year(match.ended_at.year))
        year.matches += 1
        year.won += any(place.player_id == me and place.number in match.winners for place in match.places)
        points = match.points_of(me)
        if points is not None:
            year.points.setdefault(match.game_title, []).append(points)
    return sorted(years.values(), key=lambda year: -year.year)


def records_of(matches: Sequence[Finished]) -> list[Record]:
    """Of each game the most points; then the longest match, and who took most time for an answer."""
    records = []
    for title in sorted({match.game_title for match in matches}):
        of_game = [match for match in matches if match.game_title == title and match.scores]
        if of_game:
            best = max(of_game, key=lambda match: max(match.scores))
            records.append(Record("points", title, best, best.ranking[0][0], best.ranking[0][1]))
    if matches:
        longest = max(matches, key=lambda match: match.seconds)
        records.append(Record("longest", longest.game_title, longest, "", longest.seconds))
    return records + most_thoughtful(matches)


def most_thoughtful(matches: Iterable[Finished]) -> list[Record]:
    """The longest time for an answer on average, of answers that people gave themselves."""
    all_ = [
        (place.thought, match, place.name) for match in matches for place in match.places if place.thought
    ]
    if not all_:
        return []
    seconds, match, name = max(all_, key=lambda each: each[0])
    return [Record("thoughtful", match.game_title, match, name, seconds)]
