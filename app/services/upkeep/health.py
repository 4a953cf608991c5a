"""Whether all works: each cause of trouble has its words, which say what is wrong and what to do."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, func, select

from app import ages
from app.archive import shelf
from app.clock import now
from app.db import schema_version
from app.house import House
from app.models import Book, Film, Letter, Mail, Match, Player
from app.services import outbox
from app.services.books import film_store, making
from app.services.inbox import imap_folder, intake
from app.services.outbox import relay
from app.services.outbox.bounces import CAME_BACK
from app.services.play.clocks import count_put_off, oldest_overdue_since
from app.services.upkeep import editions, heartbeats
from app.services.upkeep.heartbeats import Sign
from app.services.upkeep.room import LEAST
from app.vault import CannotDecrypt
from engine.speech import ENGLISH, Speech, fill_text, later

# Longest ages in seconds. A letter has its third try after six minutes. The worker looks at clocks every few
# seconds. A mail that crashes the worker is given up after the third try, and the others do not wait for it.
OLDEST = {"oldest_unsent_letter": 15 * 60, "oldest_overdue_ask": 5 * 60, "oldest_unread_mail": 20 * 60}
OLDEST_LOOK = 15 * 60  # seconds, of the mailbox at a provider
SILENT = 90  # seconds without a sign of life; the sweeps of a slow worker are added
SKEW_WARNS, SKEW_BREAKS = 5.0, 30.0  # seconds; certificates and signatures of others go wrong
LITTLE_DISK = 200  # megabytes
LATELY = timedelta(days=3)
TOLD_FROM = 60  # seconds that something has waited; a worker needs a few of them

ASIDE = later(
    "Matches that are set aside, because this version would not play them as before: {count}. They go on "
    "with a version that does. Type `./chasqui update --check`."
)
WAITING = {
    "oldest_unsent_letter": later(
        "The oldest unsent letter has waited for {age}: see the log of `worker`, and whether the mail "
        "server takes letters."
    ),
    "oldest_overdue_ask": later("A clock is {age} late, so matches do not go on: see the log of `worker`."),
    "oldest_unread_mail": later("The oldest unread mail has waited for {age}: see the log of `worker`."),
}
GIVEN_UP = {
    "letters_given_up": later(
        "Letters of the last days that were given up: {count}. Their matches’ pages say why."
    ),
    "letters_set_aside": later(
        "Letters of the last days that could not be made: {count}. See the log of `worker`."
    ),
    "mails_given_up": later(
        "Mails of the last days that could not be read: {count}. See the log of `worker`."
    ),
    "books_given_up": later("Books that could not be made: {count}. See the log of `worker`."),
    "films_given_up": later("Films that could not be made: {count}. See the log of `worker`."),
    "asks_put_off": later(
        "Clocks that could not ring and are tried again later: {count}. See the log of `worker`."
    ),
}


@dataclass(frozen=True)
class Trouble:
    name: str
    text: str  # to be translated, with places for the values
    only_warns: bool = False
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        return self.tell(ENGLISH)

    def tell(self, speech: Speech) -> str:
        values = {
            name: ages.in_words(value, speech) if isinstance(value, timedelta) else value
            for name, value in self.values.items()
        }
        return fill_text(self.text, values, speech)


@dataclass
class Look:
    """What was seen: figures, and what is wrong about them."""

    facts: dict[str, Any] = field(default_factory=dict)
    troubles: list[Trouble] = field(default_factory=list)
    backup_age: timedelta | None = None  # of the newest one; None where there is none

    def tell(self, name: str, text: str, only_warns: bool = False, **values: Any) -> None:
        self.troubles.append(Trouble(name, text, only_warns, values))


def look_around(session: Session, house: House) -> Look:
    """Everything that can be seen by reading. On tables of an older version nothing more can be read."""
    look = Look({"database": True})
    look_at_disk(look, house)
    version = schema_version.found(session)
    look.facts["schema"] = version
    if schema_version.is_too_old(version):
        look.tell("schema", "{words}", words=schema_version.what_to_do(version))
        return look
    look_at_keys(look, session, house)
    look_at_waiting(look, session)
    look_at_given_up(look, session)
    look_at_aside(look, session)
    look_at_mailbox(look, session, house)
    look_at_signs(look, heartbeats.signs(session), house)
    look_at_backups(look, session, house)
    return look


def look_at_backups(look: Look, session: Session, house: House) -> None:
    """A new service has some hours to make the first; a second folder has to be there from its start."""
    at, settings = now(), house.settings
    found = [shelf.age(folder, at) for folder in shelf.folders(settings)]
    newest = look.backup_age = min((age for age in found if age is not None), default=None)
    look.facts["newest_backup_hours"] = None if newest is None else newest // timedelta(hours=1)
    since = session.exec(select(Player.created_at).order_by(col(Player.id)).limit(1)).first()
    is_new = not since or at - since <= shelf.LATE
    for text, values in shelf.told_of_second(settings, at) if is_new else shelf.told(settings, at):
        look.tell("backups", text, only_warns=True, **values)


def look_at_aside(look: Look, session: Session) -> None:
    count = look.facts["matches_set_aside"] = len(editions.set_aside(session))
    if count:
        look.tell("matches_set_aside", ASIDE, only_warns=True, count=count)


def look_at_disk(look: Look, house: House) -> None:
    """Of the data folder. With PostgreSQL, it has printed pages and small files of gunicorn only."""
    folder, is_here = house.settings.folder, house.settings.database.startswith("sqlite")
    if not folder.is_dir():
        return
    free = look.facts["free_disk_mb"] = shutil.disk_usage(folder).free // 1_000_000
    if free < LITTLE_DISK:
        look.tell("disk", LITTLE, only_warns=free >= LEAST or not is_here, free=free, folder=folder.name)


def look_at_keys(look: Look, session: Session, house: House) -> None:
    fits = look.facts["keys"] = keys_fit(session, house)
    if not fits:
        look.tell("keys", WRONG_KEYS)


LITTLE = later("Only {free} MB are free on the disk of {folder}: make room.")
WRONG_KEYS = later(
    "CHASQUI_KEYS, or the file `keys` in the data folder, does not open the matches of this database: bring "
    "back the keys that it was used with. Never make new ones for it."
)


def keys_fit(session: Session, house: House) -> bool:
    """Whether the oldest match and the newest one can be opened; True where there is none."""
    for order in (col(Match.id).asc(), col(Match.id).desc()):
        seed = session.exec(select(Match.locked_seed).order_by(order).limit(1)).first()
        try:
            if seed:
                house.vault.decrypt(seed)
        except CannotDecrypt:
            return False
    return True


def look_at_waiting(look: Look, session: Session) -> None:
    looks = (outbox.oldest_unsent_since, oldest_overdue_since, intake.oldest_unread)
    for (name, most), since in zip(OLDEST.items(), looks, strict=True):
        age = look.facts[name] = age_if_told(since(session))
        if age is not None and age > most:
            look.tell(name, WAITING[name], age=timedelta(seconds=age))


def age_if_told(since: datetime | None) -> int | None:
    """None for what has just come: or anybody could see when somebody changes a sealed answer."""
    age = age_of(since) or 0
    return age if age >= TOLD_FROM else None


def age_of(since: datetime | None) -> int | None:
    return None if since is None else max(0, int((now() - since).total_seconds()))


def look_at_given_up(look: Look, session: Session) -> None:
    look.facts["letters_refused_for_us"] = intake.refused_for_us(session, now())
    counts: dict[str, Callable[[Session, datetime], int]] = {
        "letters_given_up": letters_given_up,
        "letters_set_aside": letters_set_aside,
        "mails_given_up": mails_given_up,
        "books_given_up": books_given_up,
        "films_given_up": films_given_up,
        "asks_put_off": asks_put_off,
    }
    if server := relay.state(session):
        look.facts["mail_server_away_since"] = server.away_since and server.away_since.isoformat()
        if server.away_since:
            look.tell("mail_server", NO_LETTERS, only_warns=True, why=server.why)
    for name, count in counts.items():
        found = look.facts[name] = count(session, now() - LATELY)
        if found:
            look.tell(name, GIVEN_UP[name], only_warns=True, count=found)


NO_LETTERS = later("The mail server does not take letters: {why}")


def letters_given_up(session: Session, since: datetime) -> int:
    """Those that came back are their readers' own trouble."""
    given_up = (col(Letter.dropped) == outbox.GIVEN_UP) & (col(Letter.wanted_at) > since)
    ours = given_up & ~col(Letter.error).startswith(CAME_BACK)
    return session.exec(select(func.count()).select_from(Letter).where(ours)).one()


def letters_set_aside(session: Session, since: datetime) -> int:
    set_aside = (col(Letter.dropped) == outbox.SET_ASIDE) & (col(Letter.wanted_at) > since)
    return session.exec(select(func.count()).select_from(Letter).where(set_aside)).one()


def mails_given_up(session: Session, since: datetime) -> int:
    given_up = (col(Mail.received_at) > since) & intake.IS_GIVEN_UP
    return session.exec(select(func.count()).select_from(Mail).where(given_up)).one()


def books_given_up(session: Session, since: datetime) -> int:
    given_up = making.given_up(Book, since)
    return session.exec(select(func.count()).select_from(Book).where(given_up)).one()


def films_given_up(session: Session, since: datetime) -> int:
    given_up = film_store.given_up(since)
    return session.exec(select(func.count()).select_from(Film).where(given_up)).one()


def asks_put_off(session: Session, since: datetime) -> int:
    return count_put_off(session)


def look_at_mailbox(look: Look, session: Session, house: House) -> None:
    """The mailbox at a provider that answers are read from."""
    if not house.settings.imap_url:
        return
    row = imap_folder.how_it_goes(session, imap_folder.name_of(house.settings))
    age = look.facts["mailbox_read"] = age_of(row.looked_at if row else None)
    if row and row.trouble:
        look.tell("mailbox", NOT_READ, why=row.trouble)
    elif age is None or age > OLDEST_LOOK:
        look.tell("mailbox", NOBODY_READS)
    if row and row.unmovable:
        look.tell("mailbox_moving", NOT_MOVED, only_warns=True, why=row.unmovable)


NOT_READ = later("No answers are read: {why}. Until then they wait in the mailbox.")
NOBODY_READS = later(
    "Nobody reads the mailbox of CHASQUI_IMAP_URL: `door` should; see its log, and start it again."
)
NOT_MOVED = later("Answers were read, but cannot be moved to the folder Chasqui: {why}.")


def look_at_signs(look: Look, signs: dict[str, Sign], house: House) -> None:
    look.facts["heartbeats"] = {role: sign.age for role, sign in signs.items()}
    look.facts["clock_skew"] = {role: sign.skew for role, sign in signs.items()}
    silent = SILENT + house.settings.sweep_seconds * 2
    look.troubles += troubles_of_roles(signs, silent, house.settings.takes_mail)
    for role, sign in signs.items():
        if abs(sign.skew) > SKEW_WARNS and sign.age < heartbeats.RECENT.total_seconds():
            text, skew = AHEAD if sign.skew > 0 else BEHIND, abs(sign.skew)
            look.tell("clock_skew", text, only_warns=skew < SKEW_BREAKS, role=role, skew=f"{skew:,.0f}")


AHEAD = later("A clock ({role}) is {skew} s ahead of the database’s: set both by NTP.")
BEHIND = later("A clock ({role}) is {skew} s behind the database’s: set both by NTP.")
NEVER = later("This process has never said that it lives: {role}. Start it, or see its log.")
SILENT_FOR = later("This process has not been heard of for {age}: {role}. See its log, and start it again.")
NO_DOOR = later("No door for mail has ever been open: start `post`, unless a mail server pipes its mail in.")
SILENT_DOOR = later("The door for mail has been silent for {age}: see its log, and start it again.")


def troubles_of_roles(signs: dict[str, Sign], silent: int, takes_mail: bool) -> Iterator[Trouble]:
    for role in ("worker", "beat"):
        if role not in signs:
            yield Trouble(role, NEVER, values={"role": role})
        elif signs[role].age > silent:
            yield Trouble(role, SILENT_FOR, values={"role": role, "age": _silence(signs[role])})
    if not takes_mail:
        return
    if "door" not in signs:
        yield Trouble("door", NO_DOOR, only_warns=True)
    elif signs["door"].age > silent:
        yield Trouble("door", SILENT_DOOR, values={"age": _silence(signs["door"])})


def _silence(sign: Sign) -> timedelta:
    return timedelta(seconds=sign.age)
