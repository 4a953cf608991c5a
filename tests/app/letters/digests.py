"""Somebody who wants one letter a day."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlmodel import Session, select, update

from app.clock import now
from app.letters import ComposedLetter
from app.models import Ask, Letter, Player
from app.post.sender import send_due
from app.services import outbox
from tests.world import Friends, World
from tests.world.letter_reader import links


@dataclass
class Ana:
    """She wants one letter a day, and plays many matches."""

    world: World

    def sits(self, game: str = "incan-gold", title: str = "", **wished: Any) -> Friends:
        friends = self.world.invite(game, title, **wished).sit()
        friends.world.change(Player, 1, mail="digest")
        return friends

    def digest(self) -> ComposedLetter:
        return self.world.compose(Letter(id=1, kind="digest", key="x", player_id=1, created_at=now()))

    def gets(self, mark: str = "") -> Letter:
        """Her digest is put into the outbox and sent, and nothing else."""
        key = f"digest 1 {mark}"
        self.world.house.db.write(partial(self.put, key=key))
        send_due(self.world.house, 500)
        with self.world.house.db.reading() as session:
            return session.exec(select(Letter).where(Letter.key == key)).one()

    def put(self, session: Session, key: str) -> None:
        session.connection().execute(update(Letter).values(due_at=None))
        outbox.put(session, "digest", key, player=session.get(Player, 1))

    def mail(self) -> str:
        with self.world.house.db.reading() as session:
            return session.get_one(Player, 1).mail

    def way_out(self) -> str:
        [stop] = [link for link in links(self.digest().text) if "/stop/" in link]
        return stop

    def clicks(self, address: str) -> str:
        """What somebody sees who has nothing but the letter."""
        client = self.world.app.test_client()
        path = address.removeprefix("https://play.example")
        assert client.get(path).status_code == 200
        return client.post(path).location or ""


def ask_of(friends: Friends) -> Ask:
    with friends.house.db.reading() as session:
        return session.exec(select(Ask).where(Ask.match_id == friends.match.id, Ask.seat == 1)).one()
