"""What a bench posts: whole matches of bots, played ahead, each order as a browser would send it."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from app.house import House
from app.links import Action
from app.services.matches import find
from engine.chance import match_seed
from engine.game import View
from engine.registry import game


class Post(NamedTuple):
    path: str
    body: str
    answer: bytes  # what is in the answer to it, or in the address where that sends on


def played_ahead(house: House, code: str) -> Iterator[Action]:
    with house.db.reading() as session:
        match = find.by_code(session, code)
        seats = find.seats_of(session, match)
    holders = {seat.number: seat.holder for seat in seats}
    rules = game(match.game)
    seed = match_seed(house.vault.decrypt(match.locked_seed), [seat.salt or "" for seat in seats])
    state = rules.setup(len(seats), match.options, seed)
    turn, base = match.turn, match.steps
    while not rules.result(state):
        views: dict[int, View] = {seat: rules.view(state, seat) for seat in rules.asked(state)}
        orders = {seat: rules.bot(view) for seat, view in views.items()}
        yield from (Action(code, seat, turn, base, said, holders[seat]) for seat, said in orders.items())
        state = rules.apply(state, orders).state
        turn, base = turn + 1, base + 1


def click(house: House, action: Action) -> Post:
    return Post(urlsplit(house.links.action(action)).path, "", b"receipt")


def type_in(house: House, action: Action) -> Post:
    form = {"what": "submit", "base": action.base, "orders": action.orders}
    return click(house, action._replace(orders=""))._replace(body=urlencode(form))
