"""One service of its own for a test, and ways to let friends meet in it and to look at what it has done."""

from contextlib import _GeneratorContextManager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from flask import Flask
from flask.sessions import SessionMixin
from flask.testing import FlaskClient
from sqlalchemy import update
from sqlmodel import Session, col, select
from werkzeug.test import TestResponse

from app.clock import now
from app.house import House, open_house
from app.letters import ComposedLetter, compose
from app.mail.addresses import Addresses
from app.models import Letter, Mail, Pace, Player
from app.post.sender import send_due
from app.printing.raster import Picture, picture_of
from app.services.lobby import opening, seats
from app.services.people import accounts
from app.settings import Settings
from app.web import create_app
from engine.registry import meta
from tests.world.database import copy_tables
from tests.world.friends import FRIENDS, Friends

ADDRESS = "https://play.example"
SENDER = "Chasqui <game@play.example>"
# What Ana may do as the host without asking; `needs={}` is what matches usually begin with.
ANA_ALONE = {"pause": "host", "end": "host"}
KEYS = ("a key of the tests that is long enough",)


def drawn(svg: str) -> Picture | None:
    """Looked up at each letter, so that a test can do without pictures."""
    return picture_of(svg)


def client_of(settings: Settings) -> type[FlaskClient]:
    """A browser that comes to the site by its own address; on this machine, by the usual name of it."""
    site = settings.url if settings.is_public else "http://localhost"

    class Client(FlaskClient):
        def open(self, *asked: Any, **more: Any) -> TestResponse:
            # Read to its end and closed, as a browser does: or a file that was sent stays open.
            return super().open(*asked, **{"base_url": site, "buffered": True, **more})

        def session_transaction(self, *asked: Any, **more: Any) -> _GeneratorContextManager[SessionMixin]:
            return super().session_transaction(*asked, **{"base_url": site, **more})

    return Client


@dataclass
class World:
    """A house with nobody in it; `woken` counts how often the worker was called."""

    house: House
    woken: list[str] = field(default_factory=list)

    @classmethod
    def new(cls, folder: Path, database_url: str = "", smtp: str = "", **settings: Any) -> "World":
        """`database_url` is of a PostgreSQL that has the tables; without one, it is a new file of SQLite."""
        usual = {"data": folder, "url": ADDRESS, "sender": SENDER, "keys": KEYS, "smtp_url": smtp}
        made = Settings(database_url=database_url, **{**usual, **settings})
        if not database_url:
            copy_tables(made.folder / "chasqui.db")
        woken: list[str] = []
        return cls(open_house(made, lambda: woken.append("woken"), drawn), woken)

    def close(self) -> None:
        self.house.db.close()
        if "app" in vars(self) and (watch := self.app.extensions.get("watch")):  # of /healthz
            watch.house.db.close()

    @cached_property
    def app(self) -> Flask:
        """Its pages."""
        app = create_app(self.house.settings)
        app.test_client_class = client_of(self.house.settings)
        app.extensions["house"].db.close()
        app.extensions["house"] = self.house
        return app

    # --- People, and their matches ---

    def friend(self, name: str, /, **wishes: Any) -> int:
        """Ana has ana@example.org; what she wishes is set as if she had done so at her page."""
        person = partial(accounts.find_or_create, email=f"{name.lower()}@example.org", name=name)
        made = self.house.db.write(person).id
        if wishes:
            self.change(Player, made, **wishes)
        return made

    def player(self, email: str) -> Player:
        with self.house.db.reading() as session:
            found = accounts.find_by_address(session, email)
        assert found
        return found

    def match(self, game: str = "incan-gold", size: int = 3, **wish: Any) -> Friends:
        """Ana has opened it, and her friends have taken every seat that she left free: it runs."""
        guests = wish.pop("guests", [""] * (size - 1))
        friends = self.open(game, size, **{"title": "Sunday", "guests": guests, **wish})
        for name in FRIENDS[1 : 1 + guests.count("")]:
            joining = partial(seats.join, house=self.house, player_id=self.friend(name))
            self.house.db.write(partial(joining, join_key=friends.join_key))
        return friends

    def invite(
        self, game: str = "incan-gold", title: str = "", names: tuple[str, ...] = FRIENDS[:4], **wish: Any
    ) -> Friends:
        """Ana has opened it, and invited the others by letter; see Friends.sit."""
        self.friend(FRIENDS[0], name=names[0], zone="Europe/Warsaw")
        guests = [f"{name.lower()}@example.org" for name in FRIENDS[1 : len(names)]]
        friends = self.open(game, len(names), title=title or meta(game).title, guests=guests, **wish)
        friends.names = names
        return friends

    def open(self, game: str, size: int, **wish: Any) -> Friends:
        host, drawn = self.friend(FRIENDS[0]), wish.pop("drawn", None)
        wanted = opening.Wish(game=game, size=size, **{"needs": ANA_ALONE, **wish})
        opening_it = partial(opening.open_match, house=self.house, host_id=host, wish=wanted, drawn=drawn)
        opened = self.house.db.write(opening_it)
        return Friends(self, opened.code)

    # --- Its letters and mails ---

    def message_id(self, letter: Letter) -> str:
        """As it stands in the letter."""
        return f"<{Addresses(self.house.settings).message_id(letter.message_id)}@{self.house.settings.host}>"

    def kept(self, address: str) -> str:
        """As the row of a mail to it has it."""
        ours = Addresses(self.house.settings)
        found = ours.read(address)
        assert found
        return ours.kept(found)

    def letters(self, kind: str = "") -> list[Letter]:
        with self.house.db.reading() as session:
            rows = session.exec(select(Letter).order_by(col(Letter.id))).all()
        return [row for row in rows if kind in ("", row.kind)]

    def newest(self, kind: str) -> Letter:
        return self.letters(kind)[-1]

    def compose(self, letter: Letter) -> ComposedLetter:
        with self.house.db.reading() as session:
            return compose(session, self.house, letter)

    def send(self, later: timedelta = timedelta(0), limit: int = 500) -> int:
        """The letters that are due, now or later."""
        return send_due(self.house, limit, now() + later)

    def mails(self) -> list[Mail]:
        """Those that came in."""
        with self.house.db.reading() as session:
            return list(session.exec(select(Mail).order_by(col(Mail.id))).all())

    def outcomes(self) -> list[str]:
        """What came of them."""
        return [mail.outcome for mail in self.mails()]

    # --- What no service does ---

    def change(self, model: type[Any], row_id: Any, **values: Any) -> None:
        def changed(session: Session) -> None:
            row = session.get_one(model, row_id)
            for name, value in values.items():
                setattr(row, name, value)

        self.house.db.write(changed)

    def wait(self, time: timedelta) -> None:
        """As if what the limits count had been done so much earlier."""
        earlier = update(Pace).values(used_until=col(Pace.used_until) - time.total_seconds())
        self.house.db.write(lambda session: session.connection().execute(earlier))

    def dump(self) -> str:
        """Everything in the database, a file of SQLite."""
        connection = self.house.db.engine.raw_connection()
        try:
            return "\n".join(connection.driver_connection.iterdump())  # type: ignore[union-attr]  # sqlite3's
        finally:
            connection.close()
