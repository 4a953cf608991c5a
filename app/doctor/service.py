"""The service itself: what /healthz would say, and what nobody can say who is a part of it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sqlalchemy.exc import SQLAlchemyError

from app import ages
from app.archive import shelf
from app.db.away import in_one_line
from app.db.database import Database
from app.db.schema_version import is_too_old
from app.db.waits import LOOK
from app.doctor.findings import Finding, not_seen, right, warning, wrong
from app.doctor.visit import Visit, serves
from app.house import House
from app.services.upkeep.health import (
    LITTLE,
    NO_DOOR,
    NO_LETTERS,
    NOT_READ,
    SILENT,
    SILENT_DOOR,
    Look,
    Trouble,
    look_around,
)
from app.services.upkeep.whoami import ROLE, place_of
from app.serving.damage import told as told_of_file
from app.settings import Settings, variable_name
from app.web.health import Watch

KEYS_TOO = "Keep the keys in another place as well."
LOOK_SECONDS = 8.0
OF_PROGRAMS = ("worker", "beat", "door", "mailbox")
# What a look of our own tells better, as things are at this moment: the words, and the name of that look.
LOOKED_AT: dict[str, str] = {
    NOT_READ: "mailbox",
    NO_LETTERS: "smtp",
    NO_DOOR: "door",
    SILENT_DOOR: "door",
    LITTLE: "disk",
}
WAITING = ("oldest_unsent_letter", "oldest_overdue_ask", "oldest_unread_mail")


def database_file(settings: Settings) -> Path | None:
    """Of a SQLite database."""
    name = settings.database
    return Path(name.removeprefix("sqlite:///")) if name.startswith("sqlite:///") else None


def starts(settings: Settings) -> tuple[str, ...]:
    if settings.embedded:
        return ("./chasqui serve", "or, where systemd does it: sudo systemctl start chasqui")
    return ("sudo systemctl start chasqui.target",)


def starts_again(settings: Settings) -> str:
    return f"sudo systemctl restart {'chasqui' if settings.embedded else 'chasqui.target'}"


def look(house: House, token: str) -> Look:
    """With the token put into the database: so it is also seen whether anything can be written."""
    watch = Watch(house, ROLE, place_of(token))
    try:
        return watch.look(LOOK_SECONDS)
    finally:
        watch.house.db.close()


def is_running(settings: Settings, seen: Look | None) -> bool:
    """By the lock of `serve`; where programs are started one by one, by their signs of life."""
    if settings.embedded and (settings.folder / "serve.lock").exists():
        return serves(settings)
    signs = (seen.facts.get("heartbeats") or {}) if seen else {}
    return any(age < SILENT for role, age in signs.items() if role != ROLE)


def told(visit: Visit, seen: Look) -> Iterator[Finding]:
    """Each trouble in the words of /healthz, but for what is looked at afterwards; and what is right."""
    hidden = () if visit.runs else _of_programs(visit.settings)
    troubles = [trouble for trouble in seen.troubles if trouble.name not in hidden]
    # Without the lock of `serve`, only the database knows.
    if not visit.runs and (visit.settings.embedded or seen.facts.get("database")):
        words = "The service does not run. What only it can show is left out."
        yield wrong("service", words, *starts(visit.settings))
    visit.heard = {
        LOOKED_AT[trouble.text]: _heard(visit, trouble) for trouble in troubles if trouble.text in LOOKED_AT
    }
    yield from (_finding(visit, trouble) for trouble in troubles if trouble.text not in LOOKED_AT)
    names = {trouble.name for trouble in troubles}
    for name, words in _all_right(visit, seen):
        if name not in names:
            yield right(name, words)
    yield from _of_backups(visit, seen, names)


def _of_programs(settings: Settings) -> tuple[str, ...]:
    """What follows from a service that is stopped, and needs no words of its own then."""
    return (*OF_PROGRAMS, *(() if settings.redis_url else ("broker",)))


def _finding(visit: Visit, trouble: Trouble) -> Finding:
    if trouble.name == "database" and (why := why_not_read(visit)):
        return wrong("database", f"The database cannot be read: {why}.")
    name = trouble.name.replace("_", " ")
    return warning(name, trouble.words) if trouble.only_warns else wrong(name, trouble.words)


def _heard(visit: Visit, trouble: Trouble) -> Finding:
    """What is told where our own look finds nothing of it."""
    found = _finding(visit, trouble)
    if trouble.text != NOT_READ:
        return found
    words = f"{found.words} The service tries again within an hour, and at once when it is started again."
    return replace(found, words=words, to_type=(starts_again(visit.settings),))


def _all_right(visit: Visit, seen: Look) -> Iterator[tuple[str, str]]:
    settings, facts = visit.settings, seen.facts
    if facts.get("database"):
        kind = "SQLite" if settings.database.startswith("sqlite") else "PostgreSQL"
        fit = "" if is_too_old(facts.get("schema") or "") else ", and its tables fit the program"
        yield "database", f"The database ({kind}) can be read{fit}."
        yield "keys", "The keys open the matches of the database."
    if facts.get("write"):
        yield "write", "The database can be written."
    if facts.get("broker"):
        yield "broker", "The broker answers."
    for role, age in (facts.get("heartbeats") or {}).items():
        if visit.runs and role in ("worker", "beat"):
            yield role, f"The {role} has given a sign of life {ages.in_words(timedelta(seconds=age))} ago."
    if visit.runs and not any(facts.get(name) for name in WAITING):
        yield "waiting", "No letter, clock or mail has waited for long."


def _of_backups(visit: Visit, seen: Look, names: set[str]) -> Iterator[Finding]:
    settings = visit.settings
    if not shelf.folders(settings):
        words = "No folder for daily backups is set"
        yield warning("backups", f"{words}.", "CHASQUI_BACKUPS=/a/folder/on/another/disk")
    elif "backups" not in names and seen.facts.get("database"):
        yield _age_of_backup(seen)


def _age_of_backup(seen: Look) -> Finding:
    if seen.backup_age is None:
        return not_seen("backups", "There is no backup yet: the first one comes within a day of the start.")
    return right("backups", f"The newest backup is {ages.in_words(seen.backup_age)} old. {KEYS_TOO}")


def why_not_read(visit: Visit) -> str:
    """In the words of the database itself, and of fsck for a damaged file. Empty if it can be read by now."""
    settings = visit.settings
    house = replace(visit.house, db=Database(settings.database, LOOK)) if visit.house else None
    try:
        if house:
            with house.reading() as session:
                look_around(session, house)
    except SQLAlchemyError as error:
        return (
            f"{in_one_line(error)}. See whether it runs"
            if settings.database_url
            else told_of_file(settings, error)
        )
    finally:
        if house:
            house.db.close()
    return ""


def look_at_settings(settings: Settings) -> Finding:
    for name in ("smtp_url", "imap_url"):
        if unquote(urlsplit(getattr(settings, name)).password or "") == "PASSWORD":
            words = (
                f"{variable_name(name)} still has the word PASSWORD: put the password of the mailbox there"
            )
            return wrong("settings", f"{words}.", "sudo nano /etc/chasqui/chasqui.env")
    kind = "all on this machine" if settings.embedded else "production"
    return right("settings", f"The settings make sense ({kind}; {settings.url}).")
