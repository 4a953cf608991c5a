"""Friends who have nothing but their mail: they open what is in a letter, or on a page that it led to."""

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.test import TestResponse

from app.house import House
from app.models import Letter, Match
from app.services.books import make
from app.services.play import clocks
from tests.world.friends import Friends
from tests.world.letter_reader import examples, one_click
from tests.world.world import World

SERVICE = "http://chasqui.test"
ADDRESS = re.compile(rf"{SERVICE}(/\S+)")


@dataclass
class Post:
    """The service, its worker, and the letters it has sent; each is opened once."""

    world: World
    web: FlaskClient
    read: set[int] = field(default_factory=set)

    @classmethod
    def new(cls, folder: Path, database_url: str = "") -> "Post":
        world = World.new(folder, database_url, url=SERVICE)
        return cls(world, world.app.test_client())

    @property
    def house(self) -> House:
        return self.world.house

    @property
    def friends(self) -> Friends:
        """At the one match that there is."""
        with self.house.db.reading() as session:
            return Friends(self.world, session.exec(select(Match)).one().code)

    @property
    def match(self) -> Match:
        return self.friends.match

    def work(self) -> None:
        """What the worker does at every sweep."""
        clocks.ring_due_clocks(self.house)
        make.make_due_book(self.house)
        self.world.send()

    def letters(self) -> list[Letter]:
        return [letter for letter in self.world.letters() if letter.sent_at]

    def unread(self) -> list[Letter]:
        fresh = [letter for letter in self.letters() if letter.id not in self.read]
        self.read |= {letter.id or 0 for letter in fresh}
        return fresh

    def asking(self) -> Letter:
        """The first letter that asks for orders; it stays unread."""
        return next(letter for letter in self.letters() if letter.kind == "your_turn")

    # --- What they do ---

    def submit(self, address: str, **fields: Any) -> TestResponse:
        """The page is opened, its form filled in and sent."""
        page = self.web.get(address)
        assert page.status_code == 200, page.text
        return self.web.post(address, data={**hidden(page), **fields})

    def sign_in(self, email: str) -> None:
        self.web.post("/sign-in", data={"email": email, **hidden(self.web.get("/sign-in"))})
        self.work()
        (letter,) = [letter for letter in self.unread() if letter.kind == "sign_in"]
        assert self.submit(link(letter, "/sign-in/")).status_code == 303

    def open_match(self, game: str, guests: list[str], **wished: str) -> str:
        """Ana opens a match; guests are addresses or "bot". The match's address."""
        self.sign_in("ana@example.org")
        form = {f"seat-{n}": "closed" for n in range(2, 9)}
        for position, guest in enumerate(guests, 2):
            form[f"seat-{position}"] = "bot" if guest == "bot" else "mail"
            form[f"email-{position}"] = "" if guest == "bot" else guest
        form |= {"title": "By letter", "order": "host", "policy": "wait", "watch": "link"}
        form |= {"ask": "3", "ask-unit": "days"}
        made = self.submit(f"/matches/new?game={game}", **{**form, **wished})
        assert made.status_code == 303, made.text
        self.web.post("/sign-out", data=hidden(self.web.get("/")))
        return str(made.location)

    def accept_all(self) -> None:
        self.work()
        for letter in self.unread():
            if letter.kind == "invitation":
                name = letter.to.split("@")[0].title()
                accepted = self.submit(link(letter, "/invitation/"), what="accept", name=name)
                assert accepted.status_code in (200, 303)
        self.work()

    def play_on(self, letter: Letter) -> None:
        """Whatever a letter asks for is answered from what the letter says."""
        quick = answers(letter)
        if quick:
            choice = sorted(quick)[len(letter.text) % len(quick)]  # as good as any
            assert self.web.post(quick[choice]).status_code in (200, 303)
            return
        address = seat_page(letter)
        for orders in (examples(letter.text)[0], "end"):
            page = self.web.get(address)
            if 'name="orders"' not in page.text:
                return
            self.web.post(address, data={**hidden(page), "what": "submit", "orders": orders})


# --- What is in a letter, or on a page ---


def links(letter: Letter) -> list[str]:
    return ADDRESS.findall(letter.text)


def link(letter: Letter, start: str) -> str:
    return next(address for address in links(letter) if address.startswith(start))


def seat_page(letter: Letter) -> str:
    return one_click(letter.text)[""].removeprefix(SERVICE)


def answers(letter: Letter) -> dict[str, str]:
    """The one-click answers, each with its address."""
    clicks = one_click(letter.text)
    return {orders: address.removeprefix(SERVICE) for orders, address in clicks.items() if orders}


def hidden(page: TestResponse) -> dict[str, str]:
    return hidden_in(page.text)


def hidden_in(html: str) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html)
    return {name: unescape(value) for name, value in fields}
