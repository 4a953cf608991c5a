"""What a player does that nobody else is to notice, and all that the others can look at meanwhile."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any

from app.mail.addresses import Addresses
from app.services.inbox.intake import take_in
from tests.app.web.attackers import Try, tries, walk
from tests.world import Friends
from tests.world.two_runs import Got, Run
from tests.world.visitor import Visitor, local, signed_in

ANA, BO, CY, ZED = (f"{name}@example.org" for name in ("ana", "bo", "cy", "zed"))
LINK = re.compile(r"https://play\.example/[^\s\"<>]+")
PAPER = re.compile(r"\.pdf$")
ME = {"name": "ana", "language": "en", "zone": "UTC", "mail": "each", "digest_hour": "8", "late_hours": "12"}
PLANS = {"incan-gold": "always: camp", "tikal": "always: end scoring"}


@dataclass
class Table:
    """Ana has secrets; Bo and Cy play, Zed looks on, and a stranger has the address of the match."""

    run: Run
    friends: Friends
    game: str
    ana: Visitor
    others: dict[str, Visitor]
    feeds: dict[str, list[str]]

    @classmethod
    def begun(cls, run: Run, game: str, **wish: Any) -> "Table":
        friends = run.world.invite(game, names=("Ana", "Bo", "Cy"), **wish).sit()
        run.let_work(minutes=1)
        others = {email: signed_in(run.world, email) for email in (BO, CY, ZED)}
        feeds = {email: feeds_of(visitor) for email, visitor in others.items()}
        run.let_work(minutes=1)
        ana = signed_in(run.world, ANA)
        return cls(run, friends, game, ana, {**others, "": Visitor(run.world)}, feeds)

    @property
    def path(self) -> str:
        return f"/m/{self.friends.code}"

    def order(self, seat: int, orders: str = "") -> None:
        self.run.by(f"seat {seat}", partial(self.friends.order, seat, orders))

    # --- What the others get ---

    def look(self, printing: bool = False) -> list[Got]:
        """All that each of the others can open now: the doors of the match, the links of their letters."""
        got = []
        doors = [one.path for one in tries(self.run.world, self.friends.code, set()) if one.method == "GET"]
        for who, visitor in self.others.items():
            links = [local(link) for link in links_in(self.run.sink.letters_to(who))]
            for path in [*doors, *dict.fromkeys(links), *self.feeds.get(who, [])]:
                if printing or not PAPER.search(path):
                    opened = self.run.by(who, partial(walk, visitor, Try("GET", path, {})))
                    got.append(Got(f"{who} {path}", opened))
        return got

    def glance(self) -> list[Got]:
        """What a stranger can ask for again and again who waits for a sign."""
        paths = ("/healthz", self.path, f"{self.path}/proposals")
        return [Got(path, walk(self.others[""], Try("GET", path, {}))) for path in paths]

    def letters(self) -> list[Got]:
        return [got for who in (BO, CY, ZED) for got in self.run.sink.letters_to(who)]


def feeds_of(visitor: Visitor) -> list[str]:
    visitor.post("/me/feeds")
    links = LINK.findall(visitor.get("/me").text)
    return sorted({local(link) for link in links if "/feed/" in link})


def links_in(letters: list[Got]) -> list[str]:
    texts = [got.data.replace(b"=\r\n", b"").replace(b"=3D", b"=").decode("latin-1") for got in letters]
    return [unescape(link) for text in texts for link in LINK.findall(text)]


# --- Deeds ---

Deed = Callable[[Table], None]


def changes_her_mind(table: Table) -> None:
    for orders in ("camp", "torch", "camp"):
        table.ana.order(table.friends.code, orders)


def takes_back(table: Table) -> None:
    """And answers again before anybody looks: that a seat has answered is for all to see."""
    table.ana.post(f"{table.path}/orders", {"what": "take-back", "turn": str(table.friends.match.turn)})
    table.ana.order(table.friends.code, "torch")


def drafts(table: Table) -> None:
    match = table.friends.match
    draft = {"turn": match.turn, "base": match.steps, "orders": "tor"}
    table.ana.post(f"{table.path}/compose", draft)


def plans(table: Table) -> None:
    for what in ("set", "drop"):
        table.ana.post(f"{table.path}/plan", {"what": what, "plan": PLANS[table.game]})


def notes(table: Table) -> None:
    table.ana.post(f"{table.path}/note", {"note": "Bo bluffs, Cy counts."})


def keeps_a_diary(table: Table) -> None:
    """On the page and by mail. That the book may print it would be seen at the end, so it may not."""
    page, house = f"{table.path}/diary", table.run.world.house
    table.ana.post(page, {"what": "write", "diary": "Bo bluffs; I camp at the next snake."})
    for what in ("print", "do-not-print"):
        table.ana.post(page, {"what": what})
    for text in ("To nobody", ""):
        table.ana.post(page, {"what": "dedicate", "dedication": text})
    to = Addresses(house.settings).reply(table.friends.answer_key(1))
    raw = f"From: {ANA}\r\nSubject: Re\r\nMessage-ID: <d@mail.example>\r\n\r\ndiary: Cy counts.\r\n".encode()
    assert house.db.write(partial(take_in, house=house, to=to, sender=ANA, raw=raw))


def lives_elsewhere(table: Table) -> None:
    """Without waking hours: in those no deadline falls into the night, and the deadline is for all to see."""
    table.ana.post("/me", {**ME, "zone": "Pacific/Chatham", "digest_hour": "20", "free_days": ["", "6"]})


def looks_at_receipts(table: Table) -> None:
    for number in (1, 2):
        table.ana.get(f"{table.path}?receipt={number}")
        table.ana.get(f"{local(table.friends.link(1))}?receipt={number}")


def orders_in_vain(table: Table) -> None:
    for orders in ("torhc", "not camp", "dig z9"):
        table.ana.order(table.friends.code, orders)


def mails_in_vain(table: Table) -> None:
    house = table.run.world.house
    to = Addresses(house.settings).reply(table.friends.answer_key(1))
    for said in ("torhc", "status", "not camp", "plan: torhc", "help"):
        raw = f"From: {ANA}\r\nSubject: Re\r\nMessage-ID: <{said}@mail.example>\r\n\r\n{said}\r\n".encode()
        assert house.db.write(partial(take_in, house=house, to=to, sender=ANA, raw=raw))


SEALED: tuple[Deed, ...] = (changes_her_mind, takes_back)
ANYWHERE: tuple[Deed, ...] = (
    *(drafts, plans, notes, keeps_a_diary, lives_elsewhere),
    *(looks_at_receipts, orders_in_vain, mails_in_vain),
)
