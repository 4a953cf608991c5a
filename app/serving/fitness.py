"""At the start of a program: does the code fit the tables, and do the keys fit the matches?"""

import sys
from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from app.db import schema_version
from app.db.database import Database
from app.db.waits import LOOK
from app.house import House, open_house
from app.services.upkeep.health import WRONG_KEYS, keys_fit
from app.serving import WRONG_SETTINGS, announce
from app.settings import Settings

_fit: list[str] = []  # databases; what this process was forked from has found out still holds


def remember_fit(settings: Settings) -> None:
    """For the programs that will be forked from this one: none of them has to look again."""
    _fit.append(settings.database)


def fit_or_exit(settings: Settings) -> None:
    """Ends the program, with what to do, where it could only fail."""
    if settings.database not in _fit and (refused := what_does_not_fit(settings)):
        announce(refused)
        sys.exit(WRONG_SETTINGS)


def what_does_not_fit(settings: Settings) -> str:
    """Empty also while the database is away: it will come back, and until then /healthz says so."""
    house = replace(open_house(settings), db=Database(settings.database, LOOK))
    try:
        return _misfit(house)
    except SQLAlchemyError:
        return ""
    finally:
        house.db.close()


def _misfit(house: House) -> str:
    with house.reading() as session:
        version = schema_version.found(session)
        if schema_version.is_too_old(version):
            return schema_version.what_to_do(version)
        return "" if keys_fit(session, house) else WRONG_KEYS
