"""The terms of a match: its host sets them when opening it, and a rematch takes them over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from app.models import Match
from app.problems import Problem
from app.services.matches.needs import CHOICES, NEEDS
from engine.registry import GAMES, meta
from engine.speech import later

POLICIES = {
    "wait": later("nothing happens, everybody waits"),
    "automatic": later("a simple order is played automatically"),
    "bot": later("a bot plays until the person is back"),
}
COUNTS = {
    "every": later("every hour"),
    "own": later("each player’s own waking hours, without their days off and absences"),
}
WATCHERS = {"link": later("anybody who has the address"), "players": later("only the players")}
SEATINGS = {"host": later("as listed"), "drawn": later("drawn by lot when the match starts")}
LONGEST_ASK = 60 * 24 * 3600
MOST_ABSENCE_DAYS = 366
SHORTEST_GRACE, LONGEST_GRACE = 60, 12 * 3600
LONGEST_TITLE = 60


@dataclass(frozen=True)
class Terms:
    """The terms as somebody typed them, with the names of the match's columns; not checked yet."""

    game: str
    title: str
    size: int
    options: dict[str, bool] = field(default_factory=dict)
    seating: str = "host"
    ask_seconds: int | None = 3 * 24 * 3600
    bank_seconds: int = 0
    counts: str = "every"
    absence_days: int = 21
    grace_seconds: int = 0
    policy: str = "wait"
    watch: str = "link"
    prints_talk: bool = False
    needs: dict[str, str] = field(default_factory=dict)  # who has to agree to what, where that is unusual


def terms_of(source: Match | Terms) -> Terms:
    """Only the terms, of a match or of a wish to open one."""
    return Terms(**{each.name: getattr(source, each.name) for each in fields(Terms)})


def check_terms(terms: Terms) -> str:
    """Raises a Problem if one of the terms is not possible; returns the title that the match gets."""
    if terms.game not in GAMES:
        raise Problem(
            "There is no game “{game}”; choose one of: {games}.", game=terms.game[:40], games=", ".join(GAMES)
        )
    try:
        meta(terms.game).check(terms.size, terms.options)
    except ValueError as error:
        raise Problem("{why}.", why=error) from None
    for value, allowed, what in (
        (terms.seating, SEATINGS, later("a seating order")),
        (terms.policy, POLICIES, later("a choice for when time runs out")),
        (terms.counts, COUNTS, later("a choice of what the clock counts")),
        (terms.watch, WATCHERS, later("a choice of who may watch")),
    ):
        if value not in allowed:
            raise Problem(
                "“{value}” does not work as {what}; choose one of: {known}.",
                value=value[:40],
                what=what,
                known=", ".join(allowed),
            )
    check_needs(terms.needs)
    if terms.ask_seconds is not None and not 60 <= terms.ask_seconds <= LONGEST_ASK:
        raise Problem("The time for each answer can be from 1 minute to 60 days.")
    if not 0 <= terms.bank_seconds <= LONGEST_ASK:
        raise Problem("The time bank for the whole game can be from 0 to 60 days.")
    if terms.grace_seconds and not SHORTEST_GRACE <= terms.grace_seconds <= LONGEST_GRACE:
        raise Problem("The time to take orders back can be from 1 minute to 12 hours.")
    if not 0 <= terms.absence_days <= MOST_ABSENCE_DAYS:
        raise Problem("Absences can stop a player’s clock for 0 to {most} days.", most=MOST_ABSENCE_DAYS)
    title = " ".join(terms.title.split()) or meta(terms.game).title
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise Problem("A title can have up to {most} printable characters.", most=LONGEST_TITLE)
    return title


def check_needs(needs: Mapping[str, str]) -> None:
    for choice, need in needs.items():
        if choice not in CHOICES or need not in NEEDS:
            raise Problem(
                "“{value}” does not work as {what}; choose one of: {known}.",
                value=f"{choice} {need}"[:40],
                what=later("a choice of who decides"),
                known=", ".join(NEEDS),
            )
