"""Letters to people who sign in or are invited."""

import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session, select

from app.clock import now
from app.house import House
from app.i18n.render import speech
from app.letters.reply import in_readers_language, without_reply_marks
from app.letters.templates import from_templates
from app.mail.addresses import Addresses
from app.mail.letter import ComposedLetter, MailingList, NotNeeded
from app.models import Letter, Match, Player, Seat
from app.safe_text import without_links
from app.services.inbox.reply_facts import RsvpFacts
from app.services.inbox.rsvp import invited_seat
from app.services.lobby import rematch, seats
from app.services.matches import find
from app.services.matches.chance_facts import chance_facts
from app.services.matches.find import MatchFacts
from app.services.outbox.facts import InvitationFacts
from app.services.people import accounts, refusals, signing_in
from app.services.proposals import offers
from app.services.proposals.propose import by_key
from app.status import is_open
from engine.examples import example_board
from engine.registry import game

if TYPE_CHECKING:
    from app.printing.raster import Picture

log = logging.getLogger(__name__)


def sign_in(session: Session, house: House, letter: Letter) -> ComposedLetter:
    player = accounts.find_player(session, letter.player_id)
    if not player and not letter.to:
        raise NotNeeded("a former player")
    if now() - letter.created_at > timedelta(seconds=signing_in.SIGN_IN_SECONDS):
        raise NotNeeded("asked for too long ago")
    if player:
        return from_templates("sign_in", player, address=signing_in.sign_in_address(house, player))
    reader = signing_in.reader_of_first_letter(letter)
    return from_templates("sign_in", reader, address=signing_in.first_sign_in_address(house, letter))


# --- Invitations ---


@dataclass(frozen=True)
class InvitationView:
    host: str  # as the reader may see it, as all words of the host
    knows_host: bool  # they have played together
    follows: str  # the title of the match that this is the rematch of
    options: list[str]
    rules: str  # their address
    address: str  # where the guest accepts or declines
    decline: str  # the same page, which offers that first
    drawn: list[str]  # the SHA-256 of the salt that the server drew for each seat
    refuse: str  # where the guest refuses all further invitations
    people: list[str]  # who have taken seats
    bots: int
    picture: "Picture | None"
    alt: str


def invitation(session: Session, house: House, letter: Letter) -> ComposedLetter:
    seat = session.get(Seat, InvitationFacts.from_json(letter.facts).seat_id)
    match = seat and session.get(Match, seat.match_id)
    if not seat or not match or not is_open(match) or (seat.status, seat.email) != ("invited", letter.to):
        raise NotNeeded("the invitation does not stand any more")
    if refusals.refuses(session, house, letter.to):
        raise NotNeeded("wants no invitations")
    host = session.get(Player, match.host_id)
    if not host:
        raise NotNeeded("nobody invites any more")
    to, shown = guest(session, letter.to, host), shown_without_links(find.facts_of(session, match))
    tongue, takes_mail = speech(to.language), house.settings.takes_mail
    all_seats, picture = find.seats_of(session, match), _picture(house, match, to.language)
    view = InvitationView(
        host=without_links(host.name),
        knows_host=find.have_played_together(session, to.id, host.id),
        follows=without_links(rematch.title_of_earlier(session, match)),
        options=[tongue.gettext(title) for title in shown.option_titles],
        rules=f"{house.settings.url}/rules/{match.game}",
        address=seats.invitation_address(house, seat),
        decline=_declining_address(house, seat),
        drawn=[each.hash for each in chance_facts(match, all_seats).drawn],
        refuse=refusals.refusal_address(house, seat),
        people=[without_links(each.name) for each in all_seats if each.status == "taken" and not each.bot],
        bots=sum(each.bot for each in all_seats),
        picture=picture,
        alt=tongue.gettext("A board of {game}").format(game=shown.game_title),
    )
    composed = from_templates("invitation", to, match=shown, by_mail=takes_mail, invitation=view)
    reply_to = Addresses(house.settings).invitation(letter.message_id) if takes_mail else ""
    of_list = MailingList("invitations", view.refuse)
    png, alt = (picture.png, view.alt) if picture else (None, "")
    return replace(composed, reply_to=reply_to, of_list=of_list, picture=png, alt=alt)


def _declining_address(house: House, seat: Seat) -> str:
    """The same page; it ends with the same word, so that no mail program cuts off the end of the token."""
    return f"{seats.invitation_address(house, seat).removesuffix('/go')}/decline/go"


def _picture(house: House, match: Match, language: str) -> "Picture | None":
    """A board of the game, as the page of its rules shows one. A drawing that goes wrong costs no letter."""
    view, names = example_board(match.game)
    try:
        return house.draw(game(match.game).svg(view, names, speech(language), size="board"))
    except Exception:
        log.exception("no board of %s could be drawn", match.game)
        return None


def shown_without_links(match: MatchFacts) -> MatchFacts:
    """Its title is the host's, who may be a stranger."""
    return replace(match, title=without_links(match.title))


def removed(session: Session, house: House, letter: Letter) -> ComposedLetter:
    """To a player whose seat the host has made free before the match began."""
    player, match = accounts.find_player(session, letter.player_id), session.get(Match, letter.match_id)
    if not player or not match or not is_open(match):
        raise NotNeeded("the match is not open any more")
    if player.mail == "none":
        raise NotNeeded("wants no letters")
    if session.exec(select(Seat.id).where(Seat.match_id == match.id, Seat.player_id == player.id)).first():
        raise NotNeeded("has a seat again")
    shown = shown_without_links(find.facts_of(session, match))
    return from_templates("removed", player, match=shown, host=without_links(shown.host))


# --- A seat in a running match ---


@dataclass(frozen=True)
class OfferView:
    by: str
    former: str
    address: str  # where the guest takes the seat or declines
    refuse: str


def offered(session: Session, house: House, letter: Letter) -> ComposedLetter:
    match = session.get(Match, letter.match_id)
    if not match:
        raise NotNeeded("there is no such match")
    proposal = by_key(session, match, offers.OfferFacts.from_json(letter.facts).proposal)
    if proposal.email != letter.to or not offers.is_free(match, proposal):
        raise NotNeeded("the seat is not offered any more")
    if refusals.refuses(session, house, letter.to):
        raise NotNeeded("wants no invitations")
    names = find.shown_names(session, find.numbered_seats(session, match))
    to, shown = (
        guest(session, letter.to, session.get_one(Player, match.host_id)),
        find.facts_of(session, match),
    )
    view = OfferView(
        by=without_links(names[proposal.seat - 1]),
        former=without_links(names[(proposal.about or 1) - 1]),
        address=offers.offer_address(house, match, proposal, by_mail=True),
        refuse=offers.refusal_address(house, proposal),
    )
    takes_mail = house.settings.takes_mail
    composed = from_templates("offered", to, match=shown_without_links(shown), by_mail=takes_mail, offer=view)
    reply_to = Addresses(house.settings).invitation(letter.message_id) if takes_mail else ""
    return replace(composed, reply_to=reply_to, of_list=MailingList("invitations", view.refuse))


# --- The answer to a mail that answers an invitation ---


@dataclass(frozen=True)
class RsvpView:
    about: str  # the mail's subject
    came: str  # accepted, declined, or neither
    unreadable: str
    problem: str
    still_free: bool  # the seat is kept for the guest
    address: str  # of the match
    name: str  # under which the seat was taken
    nameless: bool
    me: str  # the page where a name can be given


def rsvp(session: Session, house: House, letter: Letter) -> ComposedLetter:
    facts, match = RsvpFacts.from_json(letter.facts), session.get(Match, letter.match_id)
    host = session.get(Player, match.host_id) if match else None
    if not match or not host:
        raise NotNeeded("there is no such match")
    to, outcome = guest(session, letter.to, host), facts.outcome
    tongue, asked = speech(to.language), session.get(Letter, facts.invitation)
    seat = invited_seat(session, asked)
    name = seat.name if seat and is_open(match) and outcome.came == "accepted" else ""
    view = RsvpView(
        about=without_reply_marks(facts.mail.about),
        came=outcome.came,
        unreadable=in_readers_language(tongue, outcome.unreadable),
        problem=in_readers_language(tongue, outcome.problem, outcome.values),
        still_free=is_open(match) and seat is not None and seat.status == "invited",
        address=f"{house.settings.url}/m/{match.code}",
        name=name,
        nameless=accounts.is_no_name(name),
        me=f"{house.settings.url}/me",
    )
    shown = shown_without_links(find.facts_of(session, match))
    composed = from_templates("rsvp", to, match=shown, rsvp=view, mail=facts.mail)
    reply_to = (
        Addresses(house.settings).invitation(asked.message_id)
        if asked and (seat or asked.kind != "invitation")
        else ""
    )
    return replace(composed, reply_to=reply_to, in_reply_to=facts.mail.mail, replied=True)


def guest(session: Session, email: str, host: Player) -> Player:
    """Somebody who is not known yet is written to in the host's language and with the host's clock."""
    known = accounts.find_by_address(session, email)
    if known and known.mail == "none":
        raise NotNeeded("wants no letters")
    return known or Player(email=email, name="", language=host.language, zone=host.zone)
