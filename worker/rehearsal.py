"""Does all regular work once, for a service that has nobody in it.

What is made at the first use, like the mappers of the ORM, is then there before the programs are forked, and
shared by them.
"""

from dataclasses import replace
from functools import partial
from itertools import product

from sqlmodel import SQLModel

from app.house import House, open_house
from app.i18n.languages import LANGUAGES
from app.post.sender import send_due
from app.services.books import make
from app.services.inbox.intake import read_due
from app.services.outbox import calendar_entries
from app.services.upkeep import heartbeats
from app.services.upkeep.health import look_around
from engine.registry import GAMES, game
from worker import celery, settings
from worker.tasks import ring_due


def rehearse() -> None:
    for name, language in product(GAMES, LANGUAGES):
        game(name).own_words("pass", language)  # reads all words of the language
    house = open_house(replace(settings, database_url="sqlite://"))  # in memory
    for engine in (house.db.engine, house.db.writing):
        SQLModel.metadata.create_all(engine)
    work_through(house)
    house.db.close()
    celery.loader.init_worker()
    celery.finalize()


def work_through(house: House) -> None:
    for look in (ring_due, calendar_entries.cancel_played_entries, send_due, read_due, make.make_due_book):
        look(house)
    make.has_due_book(house)
    house.write(partial(heartbeats.beat, role="worker"))
    with house.reading() as session:
        look_around(session, house)
