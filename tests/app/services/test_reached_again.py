"""Whoever does something by a letter's help is there: what came back is forgotten."""

from datetime import datetime

from sqlmodel import Session

from app.house import House
from app.models import Player, now
from app.services.people import accounts
from tests.app.services.houses import friend, opened, order


def resting(house: House) -> datetime | None:
    with house.db.reading() as session:
        return session.get_one(Player, friend(house, "Bo")).resting_at


def lay_to_rest(house: House) -> None:
    bo = friend(house, "Bo")

    def rest(session: Session) -> None:
        mine = session.get_one(Player, bo)
        mine.hard_bounces, mine.resting_at = 3, now()

    house.db.write(rest)


def test_who_gives_orders_is_reached_again(house: House) -> None:
    code = opened(house)
    lay_to_rest(house)
    assert resting(house)

    order(house, code, 2, "torch")

    assert not resting(house)


def test_orders_of_others_change_nothing_of_it(house: House) -> None:
    code = opened(house)
    lay_to_rest(house)

    order(house, code, 1, "torch")

    assert resting(house)


def test_who_signs_in_by_a_letter_is_reached_again(house: House) -> None:
    lay_to_rest(house)
    with house.db.reading() as session:
        address = accounts.sign_in_address(house, session.get_one(Player, friend(house, "Bo")))

    house.db.write(lambda session: accounts.sign_in(session, house, address.split("/")[-2]))

    assert not resting(house)
