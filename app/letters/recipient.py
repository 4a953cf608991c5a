"""The player whom a letter about a match goes to, and the match as that player's seat sees it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

from app.db.rows import look_up, look_up_columns
from app.db.words import Said
from app.house import House
from app.i18n.order_words import in_words, word_in
from app.i18n.render import Reader, speech
from app.letters.templates import reader_of
from app.mail.addresses import Addresses, Between
from app.mail.letter import NotNeeded, Thread
from app.models import Ask, Letter, Match, Player, Seat
from app.services.matches import find, loans, seat_links, talk
from app.services.matches.history import PlayedStep, steps_since
from app.services.matches.match_view import SeatView, seat_view
from app.services.matches.talk import Remark
from app.services.outbox import bounces
from app.services.outbox.facts import SeatFacts
from app.services.proposals.links import vote_address
from app.services.proposals.shown import ShownProposal, proposals_of
from engine.game import Game
from engine.registry import game
from engine.speech import Speech

OWNERS = (
    "said",
    "proposed",
    "decided",
    "voted",
)  # these go to the player whose seat it is, who may have lent it
TO_OWNERS = (*OWNERS, "digest", "paused", "resumed")  # while it is lent
SAYS: tuple[Said, Said] = ("yes", "no")


@dataclass(frozen=True)
class Addressee:
    """The player whom a letter about a seat goes to. Nothing of this asks the engine."""

    player: Player
    match: Match
    seats: Sequence[Seat]
    seat: Seat

    @property
    def number(self) -> int:
        assert self.seat.number
        return self.seat.number

    @property
    def borrows(self) -> bool:
        return loans.is_borrowed_by(self.seat, self.player.id)

    @property
    def has_lent(self) -> bool:
        """A friend of theirs plays the seat: then a letter is no way to play it."""
        return self.seat.owner_id == self.player.id

    def thread(self, house: House) -> Thread:
        stop = seat_links.seat_address(house, "stop", self.match.code, self.seat)
        takes = house.settings.takes_mail and not self.has_lent
        by_mail = Addresses(house.settings).unsubscribe(self.seat.post_key) if takes else ""
        address = f"{house.settings.url}/m/{self.match.code}"
        return Thread(self.match.code, self.match.title, address, stop, by_mail, self.match.game)


@dataclass(frozen=True)
class Recipient:
    house: House
    letter: Letter
    addressee: Addressee
    last_ask: Ask | None  # of the seat: open, or answered long ago
    view: SeatView
    new_steps: list[PlayedStep]  # those that no letter has told yet
    new_talk: list[Remark]
    letters: int  # how many the player had got with this one
    decided: list[ShownProposal]  # since the last letter
    proposed: list[ShownProposal]  # what waits for the player's answer

    @property
    def player(self) -> Player:
        return self.addressee.player

    @property
    def match(self) -> Match:
        return self.addressee.match

    @property
    def seat(self) -> Seat:
        return self.addressee.seat

    @property
    def has_lent(self) -> bool:
        return self.addressee.has_lent

    @property
    def borrows(self) -> bool:
        return self.addressee.borrows

    @property
    def number(self) -> int:
        return self.addressee.number

    @property
    def reader(self) -> Reader:
        return reader_of(self.player)

    @property
    def speech(self) -> Speech:
        return speech(self.player.language)

    @property
    def rules(self) -> Game:
        return game(self.match.game)

    def in_words(self, orders: str) -> str:
        """Orders in the words of the player's language."""
        return in_words(orders, self.match.game, self.reader.spoken)

    def word_in_words(self, word: str) -> str:
        """The first word of an order."""
        return word_in(self.reader.spoken, word, self.match.game)

    # --- Addresses ---

    @property
    def match_address(self) -> str:
        return f"{self.house.settings.url}/m/{self.match.code}"

    def orders_address(self, orders: str = "") -> str:
        """The page where these orders are given with one more click; without orders, the seat's own page."""
        return seat_links.turn_address(self.house, self.match, self.seat, orders)

    def back_address(self) -> str:
        """The page where a player ends the bot's deputyship."""
        return seat_links.back_address(self.house, self.match.code, self.seat)

    def away_address(self) -> str:
        """The page where a player says when they are away."""
        return seat_links.away_address(self.house, self.match, self.seat)

    def reply_address(self) -> str:
        """Until the seat is asked anew: so a late reply does nothing in a later turn."""
        ask, addresses = self.last_ask, self._addresses
        if not addresses or self.has_lent:
            return ""
        if ask and not ask.closed_at:
            return addresses.reply(ask.key)
        between = Between(self.match.code, self.number, ask.turn if ask else 0)
        return addresses.between(between, self.seat.holder)

    def vote_addresses(self, proposal: str) -> tuple[str, str]:
        """Where the player says yes to it, and no."""
        yes, no = (vote_address(self.house, self.match, self.seat, proposal, said) for said in SAYS)
        return yes, no

    def thread(self) -> Thread:
        return self.addressee.thread(self.house)

    @property
    def _addresses(self) -> Addresses | None:
        """None where no mail is taken in."""
        return Addresses(self.house.settings) if self.house.settings.takes_mail else None


PLAYER = select(Player).where(Player.id == bindparam("player_id"), col(Player.email).is_not(None))
MATCH = select(Match).where(Match.id == bindparam("match_id"))


def addressee_of(session: Session, letter: Letter, asked_for: bool = False) -> Addressee:
    """The player of the seat that the facts name. NotNeeded when there is nobody to write to, or when the
    player wants no letters, unless this one was asked for."""
    players = look_up(session, Player, PLAYER, player_id=letter.player_id)
    matches = look_up(session, Match, MATCH, match_id=letter.match_id)
    if not players or not matches:
        raise NotNeeded("a former player")
    (player,), (match,) = players, matches
    seats, number = find.numbered_seats(session, match), SeatFacts.from_json(letter.facts).seat
    seat = next((own for own in seats if own.number == number), None)
    if not seat or not loans.is_mine(seat, player.id):
        raise NotNeeded("the seat is somebody else's now")
    borrowed = loans.is_borrowed_by(seat, player.id)
    if seat.owner_id == player.id or (borrowed and letter.kind in OWNERS):
        seat = _as_its_owner_has_it(session, letter, seat, player)
    why = "" if asked_for else _why_unwanted(player, seat)
    if why:
        raise NotNeeded(why)
    return Addressee(player, match, seats, seat)


def recipient_of(session: Session, house: House, letter: Letter, asked_for: bool = False) -> Recipient:
    """With the match as the seat sees it now."""
    to = addressee_of(session, letter, asked_for)
    if to.match.aside_at:
        raise NotNeeded("the match is set aside")
    tongue = speech(to.player.language)
    view = seat_view(session, house, to.match, to.seats, to.seat.number, speech=tongue)
    # A seat begins with 0 lines: not even the set-up, which is the first, has been told.
    steps = steps_since(session, to.match, to.seat.told - 1, view.course, tongue)
    remarks = [] if to.borrows else talk.unheard_remarks(session, to.match, to.seat)
    proposals = [] if to.borrows else proposals_of(session, to.match, to.seat.number, tongue)
    return Recipient(
        house,
        letter,
        to,
        last_ask(session, to.seat),
        view,
        steps,
        remarks,
        count_of_letters(session, letter),
        _new_decisions(session, letter, proposals),
        [one for one in proposals if one.asked and not one.said],
    )


def _as_its_owner_has_it(session: Session, letter: Letter, seat: Seat, player: Player) -> Seat:
    """A copy with the owner's own links. While a seat is lent, its owner hears what is said and proposed."""
    if seat.owner_id != player.id or letter.kind not in TO_OWNERS:
        raise NotNeeded("the seat is lent to a friend")
    loan = loans.open_loan(session, seat.match_id, seat.number)
    own = Seat(**vars(seat))
    own.holder, own.mute, own.entry_at = seat.owner_holder, bool(loan and loan.mute), None
    return own


def _new_decisions(
    session: Session, letter: Letter, proposals: Sequence[ShownProposal]
) -> list[ShownProposal]:
    """Those of which no letter to this player can have told yet."""
    closed = [one for one in proposals if one.closed_at]
    if not closed:
        return []
    mine = select(func.max(Letter.sent_at)).where(Letter.player_id == letter.player_id)
    about = (col(Letter.match_id) == letter.match_id) | (col(Letter.kind) == "digest")
    told_at = session.exec(mine.where(about, col(Letter.id) != letter.id)).one()
    return [one for one in closed if not told_at or (one.closed_at and one.closed_at > told_at)][::-1]


def _why_unwanted(player: Player, seat: Seat) -> str:
    if seat.mute:
        return "stopped for this match"
    if player.mail == "none":
        return "wants no letters"
    return bounces.RESTING if player.resting_at else ""


COUNT = select(func.count()).where(
    Letter.player_id == bindparam("player_id"), col(Letter.id) <= bindparam("last")
)


def count_of_letters(session: Session, letter: Letter) -> int:
    """Only of letters to this player: the number shows nothing of what others do."""
    [[count]] = look_up_columns(session, COUNT, player_id=letter.player_id, last=letter.id)
    return int(count)


def was_sealed(session: Session, to: Recipient, turn: int) -> bool:
    """Whether the seat's answer of that turn was kept until all had answered."""
    mine = select(Ask.sealed).where(Ask.match_id == to.match.id, Ask.seat == to.number, Ask.turn == turn)
    return bool(session.exec(mine).first())


LAST_ASK = (
    select(Ask)
    .where(Ask.match_id == bindparam("match_id"), Ask.seat == bindparam("seat"))
    .order_by(col(Ask.turn).desc())
    .limit(1)
)


def last_ask(session: Session, seat: Seat) -> Ask | None:
    found = look_up(session, Ask, LAST_ASK, match_id=seat.match_id, seat=seat.number)
    return next(iter(found), None)
