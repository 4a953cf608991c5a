"""Friends at a table whose letters are looked at: real services, a real SQLite file."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlmodel import SQLModel, col, select

from app.house import House, open_house
from app.letters import ComposedLetter, compose
from app.models import Letter, Mail, Match, Player, Receipt, Seat, now
from app.post.sender import send_due
from app.printing.raster import picture_of
from app.services import outbox
from app.services.lobby import opening, seats
from app.services.matches import find
from app.services.people import accounts
from app.services.play import asks, live
from app.services.play.receipts import Submission
from app.services.play.submit import submit
from app.settings import Settings
from engine.registry import game, meta

KEY = "a key of the tests, long enough to be one"
NAMES = ("Ana", "Bo", "Cy", "Di")


def make_house(folder: Path, **settings: str) -> House:
    chosen = {"data": str(folder), "keys": KEY, "url": "https://play.example", **settings}
    house = open_house(Settings(**chosen), draw=picture_of)
    SQLModel.metadata.create_all(house.db.engine)
    return house


class Plain(dict[str, Any]):
    """Facts as they are in the database."""

    def to_json(self) -> dict[str, Any]:
        return dict(self)


@dataclass
class Friends:
    """Ana hosts; the others accept their invitations."""

    house: House
    code: str
    names: tuple[str, ...]

    @classmethod
    def meet(
        cls,
        house: House,
        kind: str = "incan-gold",
        title: str = "",
        names: tuple[str, ...] = NAMES,
        **wished: Any,
    ) -> "Friends":
        guests = [f"{number}@example.org" for number in range(2, len(names) + 1)]

        def opened(session: Any) -> str:
            host = accounts.known(session, "1@example.org", names[0], zone="Europe/Warsaw")
            wish = opening.Wish(kind, title or meta(kind).title, len(names), guests=guests, **wished)
            assert host.id
            return opening.open_match(session, house, host.id, wish).code

        return cls(house, house.db.write(opened), names)

    def sit(self) -> "Friends":
        """All accept, so the match starts."""
        for position, name in enumerate(self.names[1:], 2):
            token = self.house.links.make("invitation", [self.seat(position).id, self.seat(position).key])
            self.house.db.write(partial(seats.accept, house=self.house, token=token, name=name))
        return self

    @property
    def match(self) -> Match:
        with self.house.db.reading() as session:
            return find.by_code(session, self.code)

    def seat(self, position: int) -> Seat:
        with self.house.db.reading() as session:
            return find.seats_of(session, find.by_code(session, self.code))[position - 1]

    def change(self, model: type[Any], row_id: Any, **values: Any) -> None:
        def changed(session: Any) -> None:
            row = session.get(model, row_id)
            for name, value in values.items():
                setattr(row, name, value)

        self.house.db.write(changed)

    def asked(self) -> list[int]:
        with self.house.db.reading() as session:
            return asks.unanswered(live.load(session, self.house, self.code))

    def order(self, seat: int, text: str = "") -> None:
        """Without a text, what a bot would do."""
        with self.house.db.reading() as session:
            table = live.load(session, self.house, self.code)
            orders = text or game(table.match.game).bot(table.view(seat))
        match = self.match
        self.house.db.write(
            lambda s: submit(s, self.house, self.code, Submission(seat, match.turn, match.steps, orders))
        )

    def with_receipt(self) -> int:
        """A seat that has ordered something."""
        with self.house.db.reading() as session:
            return session.exec(select(Receipt.seat)).all()[-1]

    def play(self, orders: int = 10_000) -> "Friends":
        """So many orders, or to the end."""
        for _ in range(orders):
            if not (asked := self.asked()):
                break
            self.order(asked[0])
        return self

    # --- Their letters ---

    def letters(self, kind: str = "") -> list[Letter]:
        with self.house.db.reading() as session:
            rows = session.exec(select(Letter).order_by(col(Letter.id))).all()
        return [row for row in rows if kind in ("", row.kind)]

    def newest(self, kind: str) -> Letter:
        return self.letters(kind)[-1]

    def compose(self, letter: Letter) -> ComposedLetter:
        with self.house.db.reading() as session:
            return compose(session, self.house, letter)

    def put(self, kind: str, seat: int, **facts: Any) -> Letter:
        """A letter of a kind, whether or not the match has a reason for it."""

        def written(session: Any) -> None:
            match = find.by_code(session, self.code)
            player = session.get(Player, self.seat(seat).player_id)
            key, plain = f"test {kind} {facts}", Plain(seat=seat, **facts)
            outbox.put(session, kind, key, plain, player, match=match)

        self.house.db.write(written)
        return self.newest(kind)

    def outcomes(self) -> list[str]:
        """What came of the mails that were taken in."""
        with self.house.db.reading() as session:
            return list(session.exec(select(Mail.outcome).order_by(col(Mail.id))).all())

    def send(self, later: timedelta = timedelta(0), limit: int = 500) -> int:
        return send_due(self.house, limit, now() + later)
