"""What the commands share that work on all of a database: what went wrong, in one line."""

import sqlite3
from collections.abc import Callable

import psycopg
from sqlalchemy.exc import SQLAlchemyError

from app.archive import Refused
from app.console import why
from app.db.away import in_one_line
from app.serving import announce, damage
from app.serving.supervisor import CannotStart
from app.settings import Settings

FAILED = 1


def done_or_told(settings: Settings, work: Callable[[], int]) -> int:
    try:
        return work()
    except (Refused, CannotStart) as error:
        announce(str(error))
    except (SQLAlchemyError, sqlite3.Error) as error:
        announce(damage.told(settings, error))
    except psycopg.Error as error:
        announce(f"the database cannot be used: {in_one_line(error)}")
    except OSError as error:
        announce(f"{error.filename or 'the file'}: {why(error)}")
    return FAILED
