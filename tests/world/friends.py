"""Friends at one match: they order, time passes for them, and a test looks at what is open."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlmodel import Session, SQLModel, col, select

from app.db.database import Instant
from app.db.rows import table_of
from app.house import House
from app.keys import key_of
from app.letters import ComposedLetter
from app.mail.addresses import Addresses, Between
from app.models import Ask, Letter, Match, Player, Receipt, Seat, Step
from app.services import outbox
from app.services.lobby import seats
from app.services.matches import find, seat_links
from app.services.matches.asks import open_asks
from app.services.matches.history import steps_of
from app.services.matches.match_view import MatchView, view_for
from app.services.play import going_back, live, new_hands, next_decision
from app.services.play.live import LiveMatch
from app.services.play.receipts import Submission
from app.services.play.submit import Outcome, submit
from engine.registry import game

if TYPE_CHECKING:
    from tests.world.world import World

FRIENDS = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal")


class Plain(dict[str, Any]):
    """Facts of a letter, as they are in the database."""

    def to_json(self) -> dict[str, Any]:
        return dict(self)


@dataclass
class Friends:
    """Ana hosts, and has seat 1."""

    world: "World"
    code: str
    names: tuple[str, ...] = FRIENDS

    def sit(self) -> "Friends":
        """All who were invited accept, so the match starts."""
        links = self.house.links
        for seat, name in list(zip(self.seats(), self.names, strict=False))[1:]:
            token = links.make("invitation", [seat.key])
            self.house.db.write(partial(seats.accept, house=self.house, token=token, name=name))
        return self

    # --- The match as it is ---

    @property
    def house(self) -> House:
        return self.world.house

    @property
    def match(self) -> Match:
        with self.house.db.reading() as session:
            return find.by_code(session, self.code)

    def seats(self) -> list[Seat]:
        """As the host has set them."""
        with self.house.db.reading() as session:
            return find.seats_of(session, find.by_code(session, self.code))

    def seat(self, number: int) -> Seat:
        """By its number in the record; before there is one, by its place."""
        return next(seat for seat in self.seats() if number == (seat.number or seat.position))

    def seen(self, number: int | None = None, step: int | None = None) -> MatchView:
        """What a seat sees, or somebody who watches."""
        with self.house.db.reading() as session:
            return view_for(session, self.house, self.code, seat=number, step=step)

    def asks(self) -> list[Ask]:
        """Those that are open, answered or not."""
        with self.house.db.reading() as session:
            return open_asks(session, find.by_code(session, self.code))

    def ask(self, number: int) -> Ask:
        return next(ask for ask in self.asks() if ask.seat == number)

    def all_asks(self) -> list[Ask]:
        with self.house.db.reading() as session:
            return list(session.exec(select(Ask).where(Ask.match_id == self.match.id)))

    def waiting_for(self) -> list[int]:
        with self.house.db.reading() as session:
            return next_decision.unanswered(live.load(session, self.house, self.code))

    def steps(self) -> list[Step]:
        with self.house.db.reading() as session:
            return steps_of(session, find.by_code(session, self.code))

    def receipts(self) -> list[Receipt]:
        with self.house.db.reading() as session:
            mine = select(Receipt).where(Receipt.match_id == self.match.id)
            return list(session.exec(mine.order_by(col(Receipt.id))).all())

    @property
    def join_key(self) -> str:
        """As it is in the link that Ana passes on."""
        return key_of(self.house.settings.keys, find.JOIN, self.match.join_key)

    def link(self, seat: int, orders: str = "") -> str:
        """As a letter of this moment would have it."""
        return seat_links.turn_address(self.house, self.match, self.seat(seat), orders)

    def seat_link(self, purpose: str, seat: int) -> str:
        """The link that ends its letters (stop), or the bot's time in it (back)."""
        if purpose == "back":
            return seat_links.back_address(self.house, self.code, self.seat(seat))
        return seat_links.seat_address(self.house, purpose, self.code, self.seat(seat))

    def answer_key(self, seat: int) -> str:
        """Of the address where its newest letter is answered: that of the open ask, or of the time after."""
        open_ones = [ask for ask in self.asks() if ask.seat == seat]
        last = max((ask.turn for ask in self.all_asks() if ask.seat == seat), default=0)
        return open_ones[0].key if open_ones else self.key_between(seat, last)

    def key_between(self, seat: int, turn: int) -> str:
        """Of the address that its letters had after its ask of this turn."""
        between = Between(self.code, seat, turn)
        whole = Addresses(self.house.settings).between(between, self.seat(seat).holder)
        return whole.partition("@")[0].removeprefix("r.")

    # --- What they do ---

    def order(self, number: int, text: str = "", turn: int = 0, base: int = 0) -> Outcome:
        """As somebody does who looks at the match now, or looked earlier; without a text as a bot would."""
        match = self.match
        turn, base = turn or match.turn, base or match.steps
        given = Submission(number, turn, base, text or self.bot_orders(number))
        return self.house.db.write(partial(submit, house=self.house, code=self.code, submission=given))

    def bot_orders(self, number: int) -> str:
        return game(self.match.game).bot(self.seen(number).game_view)

    def play(self, orders: int = 10_000) -> "Friends":
        """So many orders of a bot, or to the end."""
        for _ in range(orders):
            if not (waiting := self.waiting_for()):
                break
            self.order(waiting[0])
        return self

    def agree(self, change: Callable[[Session, LiveMatch], object]) -> None:
        """What the table has agreed on is done: a step back, a new person, new rules."""

        def done(session: Session) -> None:
            with live.changing(session, self.house, self.code) as match:
                change(session, match)

        self.house.db.write(done)

    def go_back(self, to_step: int, agreed: Sequence[int] = (1, 2)) -> None:
        self.agree(lambda session, match: going_back.go_back(session, match, to_step, list(agreed)))

    def give_seat(self, seat: int, player_id: int, name: str) -> None:
        def given(session: Session, match: LiveMatch) -> None:
            new_hands.give_seat(session, match, seat, session.get_one(Player, player_id), name)

        self.agree(given)

    def pass_time(self, **time: float) -> None:
        """As if all that is open had been so for that much longer."""
        self.house.db.write(partial(self._older, by=timedelta(**time)))

    def _older(self, session: Session, by: timedelta) -> None:
        match = find.by_code(session, self.code)
        for ask in session.exec(select(Ask).where(Ask.match_id == match.id, col(Ask.closed_at).is_(None))):
            for name in moments(Ask):
                at = getattr(ask, name)
                setattr(ask, name, at and at - by)
        if match.paused_at:
            match.paused_at -= by

    # --- Their letters ---

    def put(self, kind: str, seat: int, **facts: Any) -> Letter:
        """A letter of a kind, whether or not the match has a reason for it."""

        def written(session: Session) -> None:
            match = find.by_code(session, self.code)
            player = session.get(Player, self.seat(seat).player_id)
            key, plain = f"test {kind} {facts}", Plain(seat=seat, **facts)
            outbox.put(session, kind, key, plain, player, match=match)

        self.house.db.write(written)
        return self.newest(kind)

    def letters(self, kind: str = "") -> list[Letter]:
        return self.world.letters(kind)

    def newest(self, kind: str) -> Letter:
        return self.world.newest(kind)

    def compose(self, letter: Letter) -> ComposedLetter:
        return self.world.compose(letter)

    def send(self, later: timedelta = timedelta(0)) -> int:
        return self.world.send(later)


def moments(model: type[SQLModel]) -> list[str]:
    """The columns of a table that are times: asked of the table, so that none is forgotten."""
    return [column.name for column in table_of(model).columns if isinstance(column.type, Instant)]
