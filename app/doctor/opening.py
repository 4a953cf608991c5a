"""The settings and the database, opened without leaving a trace: no folder, no key, no file is made."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from sqlalchemy.exc import SQLAlchemyError

from app.doctor import machine, service
from app.doctor.findings import Finding, not_seen, wrong
from app.doctor.names import Names
from app.doctor.visit import Visit
from app.house import House, open_house
from app.services.upkeep import whoami
from app.services.upkeep.health import Look
from app.settings import Settings, WrongSetting, understood
from app.settings.own_key import has_matches, with_keys


def settings_of(data: str) -> Settings:
    """Raises WrongSetting. A service that has never been started has a key for this moment only."""
    try:
        return _settings(os.environ | ({"CHASQUI_DATA": data} if data else {}))
    except PermissionError as error:
        raise WrongSetting(f"{error.filename} can be read by its owner only") from None


def _settings(environment: Mapping[str, str]) -> Settings:
    settings = understood(environment)
    has_key = settings.keys or (settings.folder / "keys").exists() or not settings.embedded
    if not has_key and not has_matches(settings.database):
        return replace(settings, keys=(secrets.token_urlsafe(48),))
    return with_keys(settings)


@contextmanager
def visit(settings: Settings) -> Iterator[tuple[Visit, list[Finding]]]:
    """And what is to be told of the service before all else."""
    made = Visit(settings, Names(settings.dns))
    troubles = [found for found in (machine.whose_folder(settings), _no_database(settings)) if found]
    if troubles:
        made.runs = service.is_running(settings, None)
        yield made, troubles
        return
    try:
        house = made.house = _house(settings)
    except OSError as error:
        yield made, [wrong("database", f"The database cannot be opened: {error.filename}: {error.strerror}.")]
        return
    try:
        yield made, [*_look(made, house)]
    finally:
        house.db.close()


def _no_database(settings: Settings) -> Finding | None:
    file = service.database_file(settings)
    if not file or file.exists():
        return None
    words = f"There is no database at {file} yet: the first start of the service makes it"
    if settings.folder.exists():
        return wrong("database", f"{words}.", *service.starts(settings))
    return wrong("database", f"{words}. Where the service has another data folder, name it.", "--data DIR")


def _house(settings: Settings) -> House:
    try:
        return open_house(settings)
    except WrongSetting:  # the look at DKIM tells it
        return open_house(replace(settings, dkim_key=None))


def _look(made: Visit, house: House) -> Iterator[Finding]:
    token = secrets.token_urlsafe(24)
    seen: Look = service.look(house, token)
    made.runs = service.is_running(made.settings, seen)
    made.token = token if seen.facts.get("write") else ""
    yield from service.told(made, seen)
    if not seen.facts.get("database"):
        yield not_seen("waiting", "What is in the database could not be looked at.")


def close(made: Visit) -> None:
    """Takes the token out of the database again."""
    house, token = made.house, made.token
    if house and token:
        with suppress(SQLAlchemyError):  # by itself, it is good for two minutes only
            house.write(lambda session: whoami.forget(session, token))
