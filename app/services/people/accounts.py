"""Accounts of players: signing in by a letter, changing the account, leaving for good."""

import re
import unicodedata
from datetime import datetime, timedelta
from functools import cache
from typing import Unpack
from zoneinfo import available_timezones

from sqlmodel import Session, col, delete, select

from app.clock import now
from app.db.work import mark_work
from app.house import House
from app.i18n.languages import LANGUAGES
from app.links import BadLink
from app.models import Ask, Letter, Match, Note, Player, Seat, post_key
from app.problems import Problem
from app.services import outbox, pace
from app.services.books import store
from app.services.matches.find import FORMER_NAME
from app.services.outbox import bounces
from app.services.outbox.facts import SignInFacts
from app.services.pace import Use
from app.services.people import erasure, preferences
from app.services.people.preferences import Preferences
from app.status import is_open

SIGN_IN_SECONDS = 3600
UNUSED = timedelta(days=1)
ADDRESS = re.compile(r"[^@\s\"<>()\[\],;:\\\x00-\x1f\x7f]{1,64}@[^@\s\"<>()\[\],;:\\_\x00-\x1f\x7f]{1,190}\Z")


def checked_address(text: str) -> str:
    """An e-mail address in the form in which it is stored; Problem if it is none."""
    stripped = text.strip()
    if not ADDRESS.match(stripped) or ".." in stripped:
        raise Problem(
            "“{stripped}” is not an email address; it should look like ana@example.org.",
            stripped=stripped[:80],
        )
    return stripped.lower()  # a phone writes Ana@example.org; no mail server of today tells them apart


def display_name(text: str) -> str:
    """A name of 1 to 40 characters, as a record may hold it."""
    name = " ".join("".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cs")).split())
    if not 1 <= len(name) <= 40:
        raise Problem("A name can have 1 to 40 characters.")
    return name


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
    """The player with that address, created if there is none."""
    player = find_by_address(session, email)
    if player:
        return player
    player = _new_player(checked_address(email), name, language, zone)
    session.add(player)
    session.flush()
    return player


def _new_player(address: str, name: str, language: str, zone: str) -> Player:
    player = Player(email=address, name=name or address.split("@")[0][:40], created_at=now())
    player.language = language if language in LANGUAGES else "en"
    player.zone = zone if zone in zones() else "UTC"
    return player


def ask_to_sign_in(session: Session, house: House, email: str, language: str = "en", place: str = "") -> None:
    """Sends a letter with a link to sign in. An address gets at most one a minute until a link is used.

    Somebody who has no account gets one with the link: a stranger cannot make it by typing an address.
    """
    address, settings = checked_address(email), house.settings
    mailbox, networks = pace.mailbox_hash(settings, address), pace.of_networks(settings, "sign-in", place)
    uses = [*networks, Use("sign-in.mailbox", mailbox), Use("sign-in.house", pace.ALL)]
    pace.keep_to(session, uses, settings.limits)
    player = find_by_address(session, address)
    whom = f"{player.id} {player.sign_ins}" if player else pace.keyed_hash(settings, f"address {address}")
    outbox.put(
        session,
        "sign_in",
        f"sign-in {whom} {now():%Y-%m-%dT%H:%M}",
        SignInFacts(language),
        player,
        to="" if player else address,
        cause=uses[0].by,
    )


def sign_in_address(house: House, player: Player) -> str:
    return house.links.address("sign-in", [player.id, player.sign_ins])


def first_sign_in_address(house: House, letter: Letter) -> str:
    """For somebody without an account. It is as good as its letter, which goes when its reader leaves."""
    return house.links.address("sign-in", [letter.message_id])


def player_of_link(session: Session, house: House, token: str) -> Player:
    """The player whom a link would sign in, perhaps one who is not stored yet. This changes nothing."""
    value = house.links.read("sign-in", token, SIGN_IN_SECONDS)
    account, sign_ins = (
        _player_invited(session, *value) if len(value) == 1 else _player_known(session, *value)
    )
    if not account or account.sign_ins != sign_ins:
        raise BadLink("This link has already been used; ask for a new one.")
    return account


def _player_known(session: Session, player_id: int, sign_ins: int) -> tuple[Player | None, int]:
    return find_player(session, player_id), sign_ins


def _player_invited(session: Session, message_id: str) -> tuple[Player | None, int]:
    """By the letter that the link came in. Who has signed in since has used one like it."""
    letter = session.exec(select(Letter).where(Letter.message_id == message_id)).first()
    if not letter or not letter.to:
        return None, 0
    return find_by_address(session, letter.to) or reader_of_first_letter(letter), 0


def reader_of_first_letter(letter: Letter) -> Player:
    """Somebody without an account, as if there were one. The row is not stored."""
    language = SignInFacts.from_json(letter.facts).language
    return _new_player(letter.to, "", language, "UTC")


def sign_in(session: Session, house: House, token: str, language: str = "en", zone: str = "UTC") -> Player:
    """A link signs in once. It came in a letter, so letters arrive at the player's address.

    `language` and `zone`: of the browser, for a new account.
    """
    player = player_of_link(session, house, token)
    address = player.email or ""
    if not player.id:
        player = find_or_create(session, address, "", language, zone)
    player.sign_ins += 1
    bounces.forget_bounces(session, player)
    pace.forget(
        session, Use("sign-in.mailbox", pace.mailbox_hash(house.settings, address)), house.settings.limits
    )
    return player


def forget_unused_links(session: Session, at: datetime) -> None:
    """Deletes letters to people who have not used their first link: nobody else has a reason to keep them."""
    unused = delete(Letter).where(col(Letter.kind) == "sign_in", col(Letter.player_id).is_(None))
    session.exec(unused.where(col(Letter.created_at) < at - UNUSED))


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


def sign_out_everywhere(session: Session, player_id: int) -> None:
    """Signs out all browsers, and makes all links to sign in invalid."""
    leaving = find_player(session, player_id)
    if leaving:
        leaving.sign_ins += 1
        leaving.sessions += 1


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
    matches = select(Match).where((col(Match.host_id) == player_id) | col(Match.id).in_(seats))
    session.exec(matches.order_by(col(Match.id)).with_for_update()).all()
    erasure.erase(session, house, player_id, leaving.email)
    leaving.email, leaving.name, leaving.mail, leaving.feed_key = None, FORMER_NAME, "none", None
    session.exec(delete(Note).where(col(Note.player_id) == player_id))
    leaving.sign_ins += 1
    leaving.sessions += 1
    for seat, match in session.exec(
        select(Seat, Match).where(Seat.match_id == Match.id, Seat.player_id == player_id)
    ).all():
        _leave_seat(session, seat, match)
    session.flush()
    for match in session.exec(select(Match).where(Match.host_id == player_id)).all():
        _give_new_host(session, match)
    store.delete_books_of(session, player_id)


def _leave_seat(session: Session, seat: Seat, match: Match) -> None:
    if is_open(match):
        seat.player_id, seat.status, seat.name, seat.salt, seat.email = None, "empty", "", None, None
    else:
        seat.deputy, seat.plan, seat.mute = True, None, True
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
    elif is_open(match):
        match.status, match.ended_at = "abandoned", now()
