"""The player whom a letter about a match goes to, and the match as that player's seat sees it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select

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
from app.services.people import accounts
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
SAYS: tuple[Said, Said] = ("yes", "no")


@dataclass(frozen=True)
class Recipient:
    house: House
    letter: Letter
    player: Player
    match: Match
    seat: Seat
    last_ask: Ask | None  # of the seat: open, or answered long ago
    view: SeatView
    new_steps: list[PlayedStep]  # those that no letter has told yet
    new_talk: list[Remark]
    letters: int  # how many the player had got with this one
    decided: list[ShownProposal]  # since the last letter
    proposed: list[ShownProposal]  # what waits for the player's answer

    @property
    def has_lent(self) -> bool:
        """A friend of theirs plays the seat: then a letter is no way to play it."""
        return self.seat.owner_id == self.player.id

    @property
    def borrows(self) -> bool:
        return loans.is_borrowed_by(self.seat, self.player.id)

    @property
    def number(self) -> int:
        assert self.seat.number
        return self.seat.number

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
        return seat_links.seat_address(self.house, "away", self.match.code, self.seat)

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
        stop = seat_links.seat_address(self.house, "stop", self.match.code, self.seat)
        by_mail = (
            self._addresses.unsubscribe(self.seat.post_key) if self._addresses and not self.has_lent else ""
        )
        return Thread(self.match.code, self.match.title, self.match_address, stop, by_mail, self.match.game)

    @property
    def _addresses(self) -> Addresses | None:
        """None where no mail is taken in."""
        return Addresses(self.house.settings) if self.house.settings.takes_mail else None


def recipient_of(session: Session, house: House, letter: Letter, asked_for: bool = False) -> Recipient:
    """The player of the seat that the facts name. NotNeeded when there is nobody to write to, or when the
    player wants no letters, unless this one was asked for."""
    player = accounts.find_player(session, letter.player_id)
    match = session.get(Match, letter.match_id)
    if not player or not match:
        raise NotNeeded("a former player")
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
    tongue = speech(player.language)
    view = seat_view(session, house, match, seats, seat.number, speech=tongue)
    # A seat begins with 0 lines: not even the set-up, which is the first, has been told.
    steps = steps_since(session, match, seat.told - 1, view.course, tongue)
    remarks = [] if borrowed else talk.unheard_remarks(session, match, seat)
    proposals = [] if borrowed else proposals_of(session, match, seat.number, tongue)
    return Recipient(
        house,
        letter,
        player,
        match,
        seat,
        _last_ask(session, seat),
        view,
        steps,
        remarks,
        count_of_letters(session, letter),
        _new_decisions(session, letter, proposals),
        [one for one in proposals if one.asked and not one.said],
    )


def _as_its_owner_has_it(session: Session, letter: Letter, seat: Seat, player: Player) -> Seat:
    """A copy with the owner's own links. While a seat is lent, its owner hears what is said and proposed."""
    if seat.owner_id != player.id or letter.kind not in OWNERS:
        raise NotNeeded("the seat is lent to a friend")
    loan = loans.open_loan(session, seat.match_id, seat.number)
    own = Seat(**seat.model_dump())
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
    return session.exec(COUNT, params={"player_id": letter.player_id, "last": letter.id}).one()


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


def _last_ask(session: Session, seat: Seat) -> Ask | None:
    return session.exec(LAST_ASK, params={"match_id": seat.match_id, "seat": seat.number}).first()
