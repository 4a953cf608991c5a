"""Signing in by the link of a letter, and signing out everywhere."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select, update

from app.clock import now
from app.db.pieces import change_some, delete_some
from app.house import House
from app.keys import post_key
from app.links import BadLink
from app.mail.addresses import earlier_message_id
from app.models import Letter, Player
from app.services import outbox, pace
from app.services.matches import seat_links
from app.services.outbox import bounces
from app.services.outbox.facts import SignInFacts
from app.services.pace import Use
from app.services.people import accounts, browsers
from engine.speech import later

SIGN_IN_SECONDS = 3600
UNUSED = timedelta(days=1)
CUT = {"text": "", "html": ""}
LINK_USED = later("This link has already been used; ask for a new one.")
# A letter with a link for an address that had no account. When one of these has signed in, they all end.
FIRST_LETTER = (Letter.kind == "sign_in", col(Letter.player_id).is_(None), Letter.to != "")


def ask_to_sign_in(session: Session, house: House, email: str, language: str = "en", place: str = "") -> None:
    """Sends a letter with a link to sign in. An address gets at most one a minute until a link is used.

    Somebody who has no account gets one with the link: a stranger cannot make it by typing an address.
    """
    address, settings = accounts.checked_address(email), house.settings
    mailbox, networks = pace.mailbox_hash(settings, address), pace.of_networks(settings, "sign-in", place)
    uses = [*networks, Use("sign-in.mailbox", mailbox), Use("sign-in.house", pace.ALL)]
    pace.keep_to(session, uses, settings.limits)
    player = accounts.find_by_address(session, address)
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
    if len(value) == 1:
        return _reader_of_first_link(session, *value)
    player_id, sign_ins = value
    account = accounts.find_player(session, player_id)
    if not account or account.sign_ins != sign_ins:
        raise BadLink(LINK_USED)
    return account


def _reader_of_first_link(session: Session, message_id: str) -> Player:
    """By the letter that the link came in."""
    names = (message_id, earlier_message_id(message_id))
    first = select(Letter).where(*FIRST_LETTER, col(Letter.message_id).in_(names))
    letter = session.exec(first).first()
    if not letter:
        raise BadLink(LINK_USED)
    return accounts.find_by_address(session, letter.to) or reader_of_first_letter(letter)


def reader_of_first_letter(letter: Letter) -> Player:
    """Somebody without an account, as if there were one. The row is not stored."""
    language = SignInFacts.from_json(letter.facts).language
    return accounts.new_player(letter.to, "", language, "UTC")


def sign_in(
    session: Session, house: House, token: str, language: str = "en", zone: str = "UTC", name: str = ""
) -> Player:
    """A link signs in once. It came in a letter, so letters arrive at the player's address.

    `language` and `zone`: of the browser, for a new account. `name`: for a player who has none yet.
    """
    name = accounts.display_name(name) if name.strip() else ""
    address = player_of_link(session, house, token).email or ""
    first_letters = _lock_first_letters(session, address)
    player = player_of_link(session, house, token)  # again: a click at the same moment may have used it
    if not player.id or accounts.is_nameless(player):
        player = accounts.find_or_create(session, address, name, language, zone)
    _count_sign_in(session, player)
    _end_first_links(first_letters, player)
    bounces.forget_bounces(session, player)
    mailbox = Use("sign-in.mailbox", pace.mailbox_hash(house.settings, address))
    pace.forget(session, mailbox, house.settings.limits)
    return player


def _count_sign_in(session: Session, player: Player) -> None:
    """Of two clicks at the same moment, the second finds that the number has moved."""
    mine = update(Player).where(col(Player.id) == player.id, col(Player.sign_ins) == player.sign_ins)
    if not session.exec(mine.values(sign_ins=player.sign_ins + 1)).rowcount:
        raise BadLink(LINK_USED)
    session.refresh(player)


def _lock_first_letters(session: Session, address: str) -> Sequence[Letter]:
    """Those to the address whose links still work."""
    return session.exec(select(Letter).where(*FIRST_LETTER, Letter.to == address).with_for_update()).all()


def end_first_links(session: Session, player: Player) -> None:
    """Letters that would have opened an account at this player's address."""
    _end_first_links(_lock_first_letters(session, player.email or ""), player)


def _end_first_links(letters: Sequence[Letter], player: Player) -> None:
    """From now on they are letters to a player, whose links are counted."""
    for letter in letters:
        letter.player_id, letter.to = player.id, ""


def forget_unused_links(session: Session, at: datetime) -> int:
    """Deletes letters to people who have not used their first link: nobody else has a reason to keep them."""
    unused = (col(Letter.kind) == "sign_in", col(Letter.player_id).is_(None), col(Letter.match_id).is_(None))
    return delete_some(session, Letter, *unused, col(Letter.created_at) < at - UNUSED)


def cut_old_links(session: Session, at: datetime) -> int:
    """/mailbox shows a letter without its text when its link is too old."""
    old = (col(Letter.text) != "", col(Letter.sent_at) < at - timedelta(seconds=SIGN_IN_SECONDS))
    return change_some(session, Letter, CUT, col(Letter.kind) == "sign_in", *old)


def sign_out_everywhere(session: Session, player_id: int) -> None:
    """Signs out all browsers, and makes all links and addresses of earlier letters invalid."""
    leaving = accounts.find_player(session, player_id)
    if leaving:
        seat_links.renew_of_player(session, leaving)
        leaving.stop_key, leaving.feed_key = post_key(), leaving.feed_key and post_key()
        leaving.sign_ins += 1
        end_first_links(session, leaving)
        browsers.sign_out_everywhere(session, player_id)
