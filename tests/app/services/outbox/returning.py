"""Letters that come back, for tests: who they were for, and how they come back."""

from functools import partial

from sqlmodel import Session, select

from app.clock import now
from app.house import House
from app.letters import ComposedLetter, compose
from app.mail.addresses import Addresses
from app.mail.read.incoming import Bounce, Incoming
from app.models import Letter, Match, Player
from app.services import outbox
from app.services.outbox import bounces
from app.services.outbox.facts import SeatFacts
from tests.world import World

HARD, SOFT = Bounce(True, "no such user"), Bounce(False, "mailbox full")


def player(world: World, name: str) -> Player:
    with world.house.db.reading() as session:
        return session.get_one(Player, world.friend(name))


def letter_to(world: World, name: str) -> Letter:
    """A new one that has left."""

    def put(session: Session) -> Letter:
        key = f"letter {len(session.exec(select(Letter.id)).all())}"
        player, match = session.get(Player, friend_id), session.exec(select(Match)).first()
        outbox.put(session, "paused", key, SeatFacts(2), player, match=match)
        session.flush()
        letter = session.exec(select(Letter).where(Letter.key == key)).one()
        letter.sent_at, letter.due_at = now(), None
        return letter

    friend_id = world.friend(name)
    return world.house.db.write(put)


def comes_back(house: House, letter: Letter, bounce: Bounce | None = HARD, **more: str) -> str:
    address = Addresses(house.settings).read(Addresses(house.settings).bounce(letter.message_id))
    assert address
    incoming = Incoming(bounce=bounce, **more)  # type: ignore[arg-type]
    return house.db.write(partial(bounces.handle_bounce, house=house, address=address, incoming=incoming))


def come_back(world: World, name: str, times: int, bounce: Bounce = HARD) -> None:
    for _ in range(times):
        comes_back(world.house, letter_to(world, name), bounce)


def is_alive(world: World, name: str) -> None:
    person = world.friend(name)
    world.house.db.write(partial(bounces.try_again, player_id=person))


def told(world: World) -> list[Letter]:
    return world.letters("resting")


def composed(house: House, letter: Letter) -> ComposedLetter:
    with house.db.reading() as session:
        return compose(session, house, letter)
