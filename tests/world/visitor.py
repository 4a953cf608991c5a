"""People at their browsers: pages are opened, forms filled in and sent."""

import re
from dataclasses import dataclass
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from app.models import Player
from app.services.people import accounts, signing_in
from engine.registry import meta
from tests.world.friends import Friends
from tests.world.world import ANA_ALONE, World

NOT_PLAYED = {f"seat-{position}": "closed" for position in range(2, 9)}


@dataclass
class Visitor:
    """A browser with its cookies; fills in a form's hidden token as a browser would."""

    world: World
    email: str = ""

    def __post_init__(self) -> None:
        self.client = self.world.app.test_client()

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
        self.post("/sign-in", {"email": self.email})
        # The limits of one place may have been reached, and then no letter has left.
        self.world.house.db.write(partial(accounts.find_or_create, email=self.email))
        assert self.follow(self.link_to_sign_in()).status_code == 303
        return self

    def follow(self, link: str, **typed: str) -> TestResponse:
        """Signs in by a link, and says that its address is this person's own."""
        self.get(link)
        return self.post(link, {"mine": "True", **typed})

    def link_to_sign_in(self) -> str:
        """As it is in the newest letter to this address."""
        house = self.world.house
        with house.db.reading() as session:
            player = accounts.find_by_address(session, self.email)
        if player:
            return local(signing_in.sign_in_address(house, player))
        letters = [letter for letter in self.world.letters("sign_in") if letter.to == self.email]
        return local(signing_in.first_sign_in_address(house, letters[-1]))

    def open(self, game: str = "incan-gold", **wished: Any) -> str:
        """A new match with free seats up to the fewest; its code."""
        form = {
            "game": game,
            "order": "host",
            "policy": "wait",
            "watch": "link",
            "title": "Friday",
            **{f"need-{what}": need for what, need in ANA_ALONE.items()},
            **NOT_PLAYED,
        }
        fewest = meta(game).fewest
        form |= {f"seat-{position}": "open" for position in range(2, fewest + 1)}
        answer = self.post("/matches/new", {**form, "ask": "3", "ask-unit": "days", **wished})
        assert answer.status_code == 303, read(answer)
        return answer.location.removeprefix("/m/")

    def join(self, code: str, **fields: str) -> TestResponse:
        return self.post(
            f"/join/{Friends(self.world, code).join_key}", {"name": self.email.split("@")[0], **fields}
        )

    def order(self, code: str, orders: str, **fields: Any) -> TestResponse:
        match = Friends(self.world, code).match
        form = {"turn": match.turn, "base": match.steps, "what": "submit", "orders": orders, **fields}
        return self.post(f"/m/{code}/orders", form)


@dataclass
class Evening:
    """A match of Incan Gold that is being played: Ana hosts, Bo and Cy have joined."""

    friends: Friends
    ana: Visitor
    bo: Visitor
    cy: Visitor

    @property
    def world(self) -> World:
        return self.friends.world

    @property
    def code(self) -> str:
        return self.friends.code

    @classmethod
    def begun(cls, world: World) -> "Evening":
        ana, bo, cy = (signed_in(world, f"{name}@example.org") for name in ("ana", "bo", "cy"))
        code = ana.open()
        bo.join(code)
        cy.join(code)
        return cls(Friends(world, code), ana, bo, cy)


def local_world(folder: Path, **settings: Any) -> World:
    """Visited on this machine: without TLS, so that any browser sends its cookies."""
    return World.new(folder, **{"url": "http://127.0.0.1:8000", **settings})


def signed_in(world: World, email: str) -> Visitor:
    """Somebody who has chosen the name that the address begins with."""
    visitor = Visitor(world, email).sign_in()
    world.change(Player, world.player(email).id, name=email.split("@")[0])
    return visitor


def local(address: str) -> str:
    return re.sub(r"^https?://[^/]+", "", address)


def read(answer: TestResponse) -> str:
    """The page's text as somebody reads it."""
    bare = re.sub(r"<(head|svg).*?</\1>|<[^>]+>", " ", answer.text, flags=re.DOTALL)
    return " ".join(unescape(bare).split())


def marks(answer: TestResponse) -> set[str]:
    """What the page shows, by the marks of its templates: they stay when its sentences change."""
    return set(re.findall(r'data-mark="([^"]+)"', answer.text))
