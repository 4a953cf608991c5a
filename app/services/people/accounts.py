"""Accounts of players: finding and changing them, leaving for good."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Unpack
from zoneinfo import available_timezones

from sqlmodel import Session, col, delete, select

from app.clock import now
from app.db.work import mark_work
from app.house import House
from app.i18n.languages import LANGUAGES
from app.i18n.render import speech
from app.keys import post_key
from app.models import Ask, Contribution, DiaryEntry, Loan, Look, Match, Note, Player, Seat
from app.problems import Problem
from app.safe_text import mixed_word, seen, shape, visible
from app.services.books import film_store, store
from app.services.matches import seat_links
from app.services.matches.find import FORMER_NAME
from app.services.matches.needs import look_again
from app.services.people import browsers, erasure, preferences
from app.services.people.leaving_loans import end_loans_of, is_of
from app.services.people.preferences import Preferences
from app.status import is_open
from engine.speech import later

LONGEST_NAME = 40
TWO_DOMAINS = set("ßς")  # in a domain, old programs read them as ss and σ, and so find somebody else's
NUMBER = re.compile(r" [0-9]{1,2}\Z")  # as `own_name` adds it
ADDRESS = re.compile(r"[^@\s\"<>()\[\],;:\\\x00-\x1f\x7f]{1,64}@[^@\s\"<>()\[\],;:\\_\x00-\x1f\x7f]{1,190}\Z")


def checked_address(text: str) -> str:
    """An e-mail address in the form in which it is stored; Problem if no letter could reach it."""
    stripped = text.strip()
    name, _, domain = stripped.rpartition("@")
    host = ascii_domain(domain.removesuffix("."))  # of ana@example.org. no second account
    if not ADDRESS.match(stripped) or ".." in stripped or not host or seen(stripped) != stripped:
        raise Problem(
            "“{stripped}” is not an email address; it should look like ana@example.org.",
            stripped=visible(stripped)[:80],
        )
    if not name.isascii():
        raise Problem(
            "Our letters cannot reach “{stripped}”: only letters from a to z, digits and signs can stand "
            "before the @.",
            stripped=stripped[:80],
        )
    return (
        f"{name}@{host}".lower()
    )  # a phone writes Ana@example.org; no mail server of today tells them apart


def ascii_domain(domain: str) -> str:
    """As mail servers look for it; one that imitates another with foreign letters no longer looks like it."""
    if domain.isascii():
        return domain
    if set(domain.lower()) & TWO_DOMAINS:
        return ""
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return ""


def display_name(text: str) -> str:
    """A name of 1 to 40 characters, as a record may hold it, all of which can be seen."""
    name = visible(text)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Problem("A name can have 1 to 40 characters.")
    if word := mixed_word(name):
        raise Problem(
            "“{word}” has letters of several alphabets, and some look like those of another. "
            "Type each word of a name in one alphabet.",
            word=word,
        )
    return name


def own_name(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if a reader could take it for another's at the same match."""
    shapes = {shape(other) for other in others}
    numbered = (f"{name[: LONGEST_NAME - 3]} {number}" for number in range(2, 100))
    return next(each for each in chain([name], numbered) if shape(each) not in shapes)


def find_player(session: Session, player_id: int | None) -> Player | None:
    account = session.get(Player, player_id) if player_id else None
    return account if account and account.email else None


def find_by_address(session: Session, email: str) -> Player | None:
    return session.exec(select(Player).where(Player.email == checked_address(email))).first()


@cache
def zones() -> set[str]:
    """The names of all time zones; to find them, hundreds of files are looked at."""
    return available_timezones()


def find_or_create(
    session: Session, email: str, name: str = "", language: str = "en", zone: str = "UTC"
) -> Player:
    """The player with that address, created if there is none. A player without a name gets this one."""
    player = find_by_address(session, email)
    if player:
        player.name = name if name and is_nameless(player) else player.name
        return player
    player = new_player(checked_address(email), name, language, zone)
    session.add(player)
    session.flush()
    return player


NAMELESS = later("Guest")  # until a name is given; the address is nobody else's business


def new_player(address: str, name: str, language: str, zone: str) -> Player:
    player = Player(email=address, name=name, created_at=now())
    player.language = language if language in LANGUAGES else "en"
    player.name = player.name or speech(player.language).gettext(NAMELESS)
    player.zone = zone if zone in zones() else "UTC"
    return player


def is_nameless(player: Player) -> bool:
    """Whether the player has given no name yet."""
    return is_no_name(player.name)


def is_no_name(name: str) -> bool:
    """Whether it is what a player without a name is called in some language; at a match with a number."""
    return NUMBER.sub("", name) in {speech(language).gettext(NAMELESS) for language in LANGUAGES}


def change_account(
    session: Session,
    player_id: int,
    name: str | None = None,
    language: str | None = None,
    **changes: Unpack[Preferences],
) -> Player:
    account = find_player(session, player_id)
    if not account:
        raise Problem("You are not signed in.")
    if name is not None:
        account.name = display_name(name)
    if language is not None:
        account.language = _known_language(language, LANGUAGES)
    if changes:
        preferences.change_preferences(session, account, changes)
    return account


def new_feed_key(session: Session, player_id: int) -> None:
    """Gives the player's feeds new addresses; the old addresses are invalid from now on."""
    account = find_player(session, player_id)
    if not account:
        raise Problem("You are not signed in.")
    account.feed_key = post_key()


def _known_language(language: str, languages: dict[str, str]) -> str:
    if language not in languages:
        raise Problem("“{value}” is not one of our languages.", value=language[:40])
    return language


def delete_account(session: Session, house: House, player_id: int) -> None:
    """Deletes the account. The matches go on: a bot takes the player's seats, and somebody else hosts."""
    leaving = find_player(session, player_id)
    if not leaving or not leaving.email:
        raise Problem("You are not signed in.")
    # Lock the matches before the player, in the same order as orders do, so that nobody deadlocks.
    seats = select(Seat.match_id).where((Seat.player_id == player_id) | (Seat.email == leaving.email))
    lent = select(Loan.match_id).where(is_of(player_id, leaving.email), col(Loan.closed_at).is_(None))
    in_them = col(Match.id).in_(seats) | col(Match.id).in_(lent)
    matches = select(Match).where((col(Match.host_id) == player_id) | in_them)
    session.exec(matches.order_by(col(Match.id)).with_for_update()).all()
    erasure.erase(session, house, player_id, leaving.email)
    end_loans_of(session, player_id, leaving.email)
    leaving.email, leaving.name, leaving.mail, leaving.feed_key = None, FORMER_NAME, "none", None
    leaving.wakes, leaving.sleeps, leaving.free_days, leaving.absences = None, None, [], []
    for table in (Note, DiaryEntry, Contribution, Look):
        session.exec(delete(table).where(col(table.player_id) == player_id))
    leaving.sign_ins += 1
    browsers.sign_out_everywhere(session, player_id)
    for seat, match in session.exec(
        select(Seat, Match).where(Seat.match_id == Match.id, Seat.player_id == player_id)
    ).all():
        _leave_seat(session, seat, match)
        if match.proposals:
            look_again(session, match)
    session.flush()
    for match in session.exec(select(Match).where(Match.host_id == player_id)).all():
        _give_new_host(session, match)
    store.delete_books_of(session, player_id)
    film_store.delete_films_of(session, player_id)


def _leave_seat(session: Session, seat: Seat, match: Match) -> None:
    seat_links.renew(session, seat)
    if is_open(match):
        seat.player_id, seat.status, seat.name, seat.salt, seat.email = None, "empty", "", None, None
    else:
        seat.deputy, seat.deputy_until, seat.plan, seat.mute = True, "", None, True
        asks = select(Ask).where(Ask.match_id == match.id, Ask.seat == seat.number)
        for ask in session.exec(asks.where(col(Ask.closed_at).is_(None), col(Ask.answered_at).is_(None))):
            ask.rings_at = ask.opened_at  # it is due at once, and the bot answers it
            mark_work(session)


def _give_new_host(session: Session, match: Match) -> None:
    """The next player of the match becomes its host. An open match without another player is cancelled."""
    others = select(Seat, Player).where(
        Seat.match_id == match.id,
        Seat.player_id == Player.id,
        col(Player.email).is_not(None),
    )
    heir = session.exec(others.order_by(col(Seat.position))).first()
    if heir:
        match.host_id = heir[1].id
        _forget_typed_addresses(session, match)
    elif is_open(match):
        match.status, match.ended_at = "abandoned", now()


def _forget_typed_addresses(session: Session, match: Match) -> None:
    """The new host has not typed them."""
    for seat in session.exec(select(Seat).where(Seat.match_id == match.id)):
        seat.asked_as = ""
