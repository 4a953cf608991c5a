"""People who have no business at a match, with all that they could have got hold of; and all doors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from sqlmodel import SQLModel, col, or_, select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from app.models import Letter, Match, Player, Seat
from app.services.books import page_faces
from tests.world import Friends, World
from tests.world.mail_server import Sink
from tests.world.visitor import Visitor

ROOT = Path(__file__).parents[3]

TOKEN = re.compile(r"https?://[^/\s\"<>]+/([a-z-]+)/([^/\s\"<>]+)/go")
KEY = re.compile(r"https?://[^/\s\"<>]+/(join|feed)/([^/\s\"<>]+)")
OURS = re.compile(r"\b[rubip]\.[a-z2-9.]+@play\.example")
# The words that forms send to say which of their buttons was pressed.
BUTTONS = sorted(
    {
        word
        for page in (ROOT / "templates/web").glob("*.html")
        for word in re.findall(r'name="(?:what|answer|choice|said)"\s+value="([\w-]+)"', page.read_text())
    }
)
TYPED = {
    "orders": "camp",
    "plan": "always: camp",
    "say": "I am somebody else",
    "text": "I am somebody else",
    "note": "I am somebody else",
    "diary": "I am somebody else",
    "dedication": "I am somebody else",
    "name": "Mallory",
    "email": "mallory@example.net",
    "turn": "2",
    "base": "2",
    "seat": "1",
    "position": "1",
    "sure": "give up",
    "mine": "True",
    "salt": "mallory",
    "language": "en",
    "new-address": "mallory@example.net",
    "step": "1",
    "kind": "end",
    "about": "2",
    "time": "3",
    "time-unit": "days",
    "from": "2030-12-24",
    "to": "2031-01-02",
}


@dataclass
class Loot:
    """What letters hold that opens a door: tokens and keys of pages, addresses for mail."""

    tokens: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, messages: list[EmailMessage], senders: list[str]) -> "Loot":
        texts = [message.as_bytes().decode("latin-1") for message in messages]
        for message in messages:
            texts += [part.get_content() for part in message.walk() if part.get_content_maintype() == "text"]
        whole = "\n".join([*texts, *senders])
        tokens = {found[1] for found in [*TOKEN.findall(whole), *KEY.findall(whole)]}
        return cls(tokens, set(OURS.findall(whole)))

    @classmethod
    def of_letters_to(cls, sink: Sink, email: str) -> "Loot":
        mine = [
            (message, sender)
            for message, sender in zip(sink.messages, sink.senders, strict=True)
            if email in str(message["To"])
        ]
        return cls.of([message for message, _ in mine], [sender for _, sender in mine])


@dataclass(frozen=True)
class Try:
    method: str
    path: str
    fields: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.fields.get('what', '')}"


def tries(world: World, code: str, tokens: set[str]) -> Iterator[Try]:
    """Every door of the site, with the match's code or each of the tokens where the door wants one."""
    for rule in world.app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        for path in addresses(rule, code, tokens):
            yield from ways_in(rule, path)


def ways_in(rule: Rule, path: str) -> Iterator[Try]:
    for method in sorted((rule.methods or set()) - {"OPTIONS"}):
        if method != "POST":
            yield Try(method, path, {})
            continue
        if "token" in rule.arguments:
            yield Try(method, path, {"List-Unsubscribe": "One-Click"})  # as mail providers send it
        for button in ("", *BUTTONS):
            yield Try(
                method, path, {**TYPED, "what": button, "answer": button, "choice": button, "said": button}
            )


def addresses(rule: Rule, code: str, tokens: set[str]) -> Iterator[str]:
    pools: dict[str, list[Any]] = {
        "code": [code],
        "token": sorted(tokens),
        "key": sorted(tokens),
        "join_key": sorted(tokens),
        "number": [1],
        "game": ["incan-gold"],
        "name": ["regular" if "version" in rule.arguments else "incan-gold"],
        "version": [page_faces.version()],
        "letter_id": [1],
    }
    names = sorted(rule.arguments)
    for values in product(*(pools[name] for name in names)):
        built = rule.build(dict(zip(names, values, strict=True)), append_unknown=False)
        assert built
        yield built[1]


def walk(visitor: Visitor, tried: Try) -> bytes:
    """All that comes back, headers too; of a file to print also its words, which are compressed in it."""
    if tried.method == "POST":
        answer = visitor.post(tried.path, tried.fields)
    else:
        answer = visitor.client.open(tried.path, method=tried.method)
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers)
    return b"\n\n".join((headers.encode(), answer.data, words_of_paper(answer)))


def words_of_paper(answer: TestResponse) -> bytes:
    if answer.mimetype != "application/pdf" or not answer.data:
        return b""
    paper = PdfReader(BytesIO(answer.data))
    words = [str(paper.metadata), *(page.extract_text() for page in paper.pages)]
    return "\n".join([*words, *map(str, paper.attachments.values())]).encode()


def keys_of(visitor: Visitor, *paths: str) -> set[str]:
    """Those that stand on a player's own pages: of feeds, and of links to pass on."""
    return {found[1] for path in paths for found in KEY.findall(visitor.get(path).text)}


def kept_of(friends: Friends, without: str = "") -> str:
    """All that the database holds of a match and its players, without the letters to one address."""
    with friends.house.db.reading() as session:
        match = session.exec(select(Match).where(Match.code == friends.code)).one()
        seats = session.exec(select(Seat).where(Seat.match_id == match.id)).all()
        players = [seat.player_id for seat in seats if seat.player_id]
        rows = [match.model_dump_json()]
        for model in all_models():
            conditions = [
                col(getattr(model, name)).in_(wanted)
                for name, wanted in (("match_id", [match.id]), ("player_id", players))
                if hasattr(model, name)
            ]
            if model is Player:
                conditions = [col(Player.id).in_(players)]
            if conditions:
                others = [col(Letter.to) != without] if model is Letter else []
                found = session.exec(select(model).where(or_(*conditions), *others).order_by(col(model.id)))  # type: ignore[attr-defined]
                rows += [repr(row) for row in found]
    return "\n".join(rows)


def all_models() -> list[type[SQLModel]]:
    return sorted(SQLModel.__subclasses__(), key=lambda model: model.__name__)
