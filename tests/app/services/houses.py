"""A house with friends in it, and ways to let them play and let time pass."""

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from sqlmodel import SQLModel, select

from app import models
from app.house import House, open_house
from app.models import Ask, Letter, Match, Seat
from app.services.lobby import opening, seats
from app.services.lobby.opening import Wish
from app.services.matches import find
from app.services.matches.asks import open_asks
from app.services.matches.match_view import MatchView, view_for
from app.services.people import accounts
from app.services.play.receipts import Submission
from app.services.play.submit import Outcome, submit
from app.settings import Settings
from engine.registry import game

FRIENDS = ("Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
KEYS = "a key that is long enough for every test there is"


def new_house(folder: Path, database_url: str = "") -> House:
    house = open_house(Settings(data=folder, keys=(KEYS,), database_url=database_url))
    SQLModel.metadata.create_all(house.db.engine)
    return house


def friend(house: House, name: str) -> int:
    made = house.db.write(lambda session: accounts.known(session, f"{name.lower()}@example.org", name))
    return made.id


def opened(house: House, name: str = "incan-gold", size: int = 3, **more: Any) -> str:
    """A match that Ana has opened, with friends on all seats: it runs."""
    guests = more.pop("guests", [""] * (size - 1))
    wish = Wish(game=name, title=more.pop("title", "Sunday"), size=size, guests=guests, **more)
    host = friend(house, "Ana")
    match = house.db.write(lambda session: opening.open_match(session, house, host, wish))
    for other in FRIENDS[1 : 1 + guests.count("")]:
        joining = friend(house, other)
        house.db.write(partial(seats.join, house=house, join_key=match.join_key, player_id=joining))
    return match.code


def read(house: House, code: str) -> Match:
    with house.db.reading() as session:
        return find.by_code(session, code)


def seat(house: House, code: str, number: int) -> Seat:
    with house.db.reading() as session:
        match = find.by_code(session, code)
        return next(own for own in find.seats_of(session, match) if own.number == number)


def seen(house: House, code: str, number: int | None = None, step: int | None = None) -> MatchView:
    with house.db.reading() as session:
        return view_for(session, house, code, seat=number, step=step)


def asks(house: House, code: str) -> list[Ask]:
    with house.db.reading() as session:
        return open_asks(session, find.by_code(session, code))


def order(house: House, code: str, number: int, text: str, turn: int = 0, base: int = 0) -> Outcome:
    """Orders as somebody gives them who looks at the match now, or looked earlier."""
    match = read(house, code)
    turn, base = turn or match.turn, base or match.steps
    return house.db.write(lambda session: submit(session, house, code, Submission(number, turn, base, text)))


def bot_orders(house: House, code: str, number: int) -> str:
    return game(read(house, code).game).bot(seen(house, code, number).game_view)


def letters(house: House, kind: str = "") -> list[Letter]:
    with house.db.reading() as session:
        rows = session.exec(select(Letter).order_by(models.Letter.id))  # type: ignore[arg-type]
        return [letter for letter in rows if not kind or letter.kind == kind]


def pass_time(house: House, code: str, **time: float) -> None:
    """As if all that is open had been so for that much longer."""
    by = timedelta(**time)

    def older(session: Any) -> None:
        match = find.by_code(session, code)
        for ask in open_asks(session, match):
            for name in ("opened_at", "due_at", "rings_at", "half_for", "fifth_for", "answered_at"):
                at = getattr(ask, name)
                setattr(ask, name, at and at - by)
        if match.paused_at:
            match.paused_at -= by

    house.db.write(older)
