"""People at their browsers, for the tests of pages: real services, a real SQLite file."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from flask import Flask
from sqlmodel import select
from werkzeug.test import TestResponse

from app.house import House
from app.links import Action
from app.models import Ask, Match, Player, Seat
from app.services.matches import find
from app.services.people import accounts

NOT_PLAYED = {f"seat-{position}": "closed" for position in range(2, 9)}


@dataclass
class Visitor:
    """A browser with its cookies; fills in a form's hidden token as a browser would."""

    site: "Site"
    email: str = ""

    def __post_init__(self) -> None:
        self.client = self.site.app.test_client()

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(local(path), **more)

    def post(self, path: str, fields: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        data = {"csrf": self.csrf(), **(fields or {})}
        return self.client.post(local(path), data=data, **more)

    def act(self, path: str, fields: dict[str, Any] | None = None) -> TestResponse:
        """Sends a form and goes where that leads, as a browser does."""
        answer = self.post(path, fields)
        return self.get(answer.location) if answer.status_code == 303 else answer

    def csrf(self) -> str:
        with self.client.session_transaction() as session:
            return str(session.get("csrf", ""))

    def sign_in(self) -> "Visitor":
        self.client.post("/sign-in", data={"email": self.email})
        with self.site.house.db.reading() as session:
            player = accounts.by_address(session, self.email)
            assert player
            address = accounts.sign_in_address(self.site.house, player)
        assert self.client.post(local(address)).status_code == 303
        return self

    def open(self, game: str = "incan-gold", **wished: Any) -> str:
        """A new match with free seats up to the fewest; its code."""
        form = {
            "game": game,
            "order": "host",
            "policy": "wait",
            "watch": "link",
            "title": "Friday",
            **NOT_PLAYED,
        }
        fewest = {"incan-gold": 3, "tikal": 2}[game]
        form |= {f"seat-{position}": "open" for position in range(2, fewest + 1)}
        answer = self.post("/matches/new", {**form, "ask": "3", "ask-unit": "days", **wished})
        assert answer.status_code == 303, read(answer)
        return answer.location.removeprefix("/m/")

    def join(self, code: str, **fields: str) -> TestResponse:
        return self.post(
            f"/join/{self.site.match(code).join_key}", {"name": self.email.split("@")[0], **fields}
        )

    def order(self, code: str, orders: str, **fields: Any) -> TestResponse:
        match = self.site.match(code)
        form = {"turn": match.turn, "base": match.steps, "what": "submit", "orders": orders, **fields}
        return self.post(f"/m/{code}/orders", form)


@dataclass
class Site:
    app: Flask
    house: House
    woken: list[str]

    def guest(self) -> Visitor:
        return Visitor(self)

    def person(self, email: str) -> Visitor:
        return Visitor(self, email).sign_in()

    def match(self, code: str) -> Match:
        with self.house.db.reading() as session:
            return find.by_code(session, code)

    def seats(self, code: str) -> list[Seat]:
        with self.house.db.reading() as session:
            return find.seats_of(session, find.by_code(session, code))

    def player(self, email: str) -> Player:
        with self.house.db.reading() as session:
            return session.exec(select(Player).where(Player.email == email)).one()

    def asks(self, code: str) -> list[Ask]:
        match = self.match(code)
        with self.house.db.reading() as session:
            return list(session.exec(select(Ask).where(Ask.match_id == match.id)))

    def link(self, code: str, seat: int, orders: str = "") -> str:
        """As a letter of this moment would have it."""
        match = self.match(code)
        return self.house.links.action(Action(code, seat, match.turn, match.steps, orders))

    def dump(self) -> str:
        """Everything in the database."""
        connection = self.house.db.engine.raw_connection()
        try:
            return "\n".join(connection.driver_connection.iterdump())  # type: ignore[union-attr]  # sqlite3's
        finally:
            connection.close()


@dataclass
class Evening:
    """A match of Incan Gold that is being played: Ana hosts, Bo and Cy have joined."""

    site: Site
    code: str
    ana: Visitor
    bo: Visitor
    cy: Visitor


def local(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


def read(answer: TestResponse) -> str:
    """The page's text as somebody reads it."""
    bare = re.sub(r"<(head|svg).*?</\1>|<[^>]+>", " ", answer.text, flags=re.DOTALL)
    return " ".join(unescape(bare).split())
