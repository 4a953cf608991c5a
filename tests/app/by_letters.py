"""Friends who have nothing but their mail: they open what is in a letter, or on a page that it led to."""

import re
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlmodel import SQLModel, select
from werkzeug.test import TestResponse

from app.house import House
from app.models import Letter
from app.post.sender import send_due
from app.services.books import make
from app.services.play import clocks
from app.settings import Settings
from app.web import create_app

ADDRESS = re.compile(r"http://chasqui\.test(/\S+)")
EXAMPLE = re.compile(r"^    > (.*)$", re.MULTILINE)


@dataclass
class Post:
    """The service, its worker, and the letters it has sent; each is opened once."""

    house: House
    web: FlaskClient
    read: set[int] = field(default_factory=set)

    def work(self) -> None:
        """What the worker does at every sweep."""
        clocks.ring_due(self.house)
        make.make_due(self.house)
        send_due(self.house)

    def letters(self) -> list[Letter]:
        with self.house.db.reading() as session:
            rows = session.exec(select(Letter).order_by(Letter.id))  # type: ignore[arg-type]
            return [letter for letter in rows if letter.sent_at]

    def unread(self) -> list[Letter]:
        fresh = [letter for letter in self.letters() if letter.id not in self.read]
        self.read |= {letter.id for letter in fresh}
        return fresh


def new_post(folder: Path, database_url: str = "") -> Post:
    keys = "letters are all that these friends have"
    settings = Settings(data=folder, keys=(keys,), url="http://chasqui.test", database_url=database_url)
    app = create_app(settings)
    house = app.extensions["house"]
    SQLModel.metadata.create_all(house.db.engine)
    return Post(house, app.test_client())


def links(letter: Letter) -> list[str]:
    return ADDRESS.findall(letter.text)


def link(letter: Letter, start: str) -> str:
    return next(address for address in links(letter) if address.startswith(start))


def seat_page(letter: Letter) -> str:
    """The last of the links to the turn, behind the one-click answers."""
    return [address for address in links(letter) if address.startswith("/do/")][-1]


def answers(letter: Letter) -> dict[str, str]:
    """The one-click answers, each with its address."""
    return dict(
        re.findall(r"^Answer ([a-z][A-Za-z0-9 ]*):\nhttp://chasqui\.test(/do/\S+)", letter.text, re.MULTILINE)
    )


def examples(letter: Letter) -> list[str]:
    """A long one goes on in the next line."""
    marked = EXAMPLE.findall(letter.text.split("legal now:")[-1].split("Commitment")[0])
    return "\n".join(marked).replace(";\n", "; ").splitlines()


def hidden(page: TestResponse) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in fields}


def submit(post: Post, address: str, **fields: Any) -> TestResponse:
    """The page is opened, its form filled in and sent."""
    page = post.web.get(address)
    assert page.status_code == 200, page.text
    return post.web.post(address, data={**hidden(page), **fields})


def sign_in(post: Post, email: str) -> None:
    post.web.post("/sign-in", data={"email": email, **hidden(post.web.get("/sign-in"))})
    post.work()
    (letter,) = [letter for letter in post.unread() if letter.kind == "sign_in"]
    assert submit(post, link(letter, "/sign-in/")).status_code == 303


def open_match(post: Post, game: str, guests: list[str], **wished: str) -> str:
    """Ana opens a match; guests are addresses or "bot". The match's address."""
    sign_in(post, "ana@example.org")
    form = {f"seat-{n}": "closed" for n in range(2, 9)}
    for position, guest in enumerate(guests, 2):
        form[f"seat-{position}"] = "bot" if guest == "bot" else "mail"
        form[f"email-{position}"] = "" if guest == "bot" else guest
    standard = {
        "title": "By letter",
        "order": "host",
        "policy": "wait",
        "watch": "link",
        "ask": "3",
        "ask-unit": "days",
    }
    made = submit(post, f"/matches/new?game={game}", **{**standard, **form, **wished})
    assert made.status_code == 303, made.text
    post.web.post("/sign-out", data=hidden(post.web.get("/")))
    return str(made.location)


def play_on(post: Post, letter: Letter) -> None:
    """Whatever a letter asks for is answered from what the letter says."""
    quick = answers(letter)
    if quick:
        choice = sorted(quick)[len(letter.text) % len(quick)]  # as good as any
        assert post.web.post(quick[choice]).status_code in (200, 303)
        return
    address = seat_page(letter)
    for orders in (examples(letter)[0], "end"):
        page = post.web.get(address)
        if 'name="orders"' not in page.text:
            return
        post.web.post(address, data={**hidden(page), "what": "submit", "orders": orders})
