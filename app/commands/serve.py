"""Start everything on this machine. ./chasqui serve [--port N] [--mail-port N] [--data DIR] [--demo]"""

import os
from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.archive import Refused, shelf
from app.clock import now
from app.console import Parser, run
from app.house import open_house
from app.post import imap_client, smtp_client
from app.services.inbox.imap_folder import name_of
from app.serving import announce, damage, demo, programs, say, settings_or_exit
from app.serving.apart import BrokenOff, apart
from app.serving.damage import damage_of, keep_damaged_log, lost_commits
from app.serving.fitness import remember_fit, what_does_not_fit
from app.serving.supervisor import CannotStart, Stopping, Supervisor, check_door, check_port, only_one_serve
from app.settings import Settings

FAILED = 1
DEFAULT_PORT = 8000


def main(arguments: list[str]) -> int:
    parser = Parser(
        "serve", "Start everything on this machine: database, broker, web, worker, mail. Ctrl-C stops it."
    )
    parser.add_argument(
        "--port", type=port, default=DEFAULT_PORT, metavar="N", help=f"default: {DEFAULT_PORT}"
    )
    parser.add_argument(
        "--mail-port", type=port, metavar="N", help="where mail comes in; default: CHASQUI_DOOR, or 2525"
    )
    parser.add_argument("--data", metavar="DIR", help="where everything is kept; default: .data")
    parser.add_argument("--demo", action="store_true", help="open a match of each game against bots")
    chosen = parser.parse_args(arguments)
    door = f"smtp://127.0.0.1:{chosen.mail_port}" if chosen.mail_port else ""
    settings = settings_or_exit({"data": chosen.data or "", "url": address(chosen.port), "door": door})
    try:
        with only_one_serve(settings.folder):
            check_port(chosen.port)
            if settings.has_door:
                check_door(settings.door)
            if refused := smtp_client.refusal(settings):
                raise CannotStart(refused)
            return serve(settings, chosen.port, chosen.demo)
    except (CannotStart, BrokenOff) as error:
        announce(str(error))
        return FAILED
    except SQLAlchemyError as error:
        announce(damage.told(settings, error))
        return FAILED


def port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65535:
        raise ValueError
    return number


def address(port: int) -> str:
    """The address that letters lead to: CHASQUI_URL, where players reach this machine by another name."""
    return os.environ.get("CHASQUI_URL") or f"http://127.0.0.1:{port}"


def serve(settings: Settings, port: int, with_demo: bool) -> int:
    supervisor = Supervisor(settings, port)
    supervisor.listen_to_signals()
    programs.read_code(settings)
    if refused := apart(partial(prepared, settings)):
        raise CannotStart(refused)
    remember_fit(settings)
    try:
        supervisor.start()
        welcome(settings, with_demo)
        supervisor.run()
    except Stopping:
        pass
    finally:
        announce("stopping")
        supervisor.stop()
    announce("stopped")
    return 0


def prepared(settings: Settings) -> str:
    """Empty, or why the database cannot be used."""
    try:
        prepare_database(settings)
        if told := damage.lost(settings):
            announce(told)
    except CannotStart as error:
        return str(error)
    except SQLAlchemyError as error:
        return damage.told(settings, error)
    return ""


def prepare_database(settings: Settings) -> None:
    """Brings the tables up to date, where the database is not damaged and can be opened with the keys."""
    from app.commands.update import bring_up_to_date  # with migrations 8 MB, and of no use afterwards

    if settings.database.startswith("sqlite:///"):
        look_for_damage(Path(settings.database.removeprefix("sqlite:///")))
    try:
        bring_up_to_date(settings, announce)
    except SQLAlchemyError as error:
        raise CannotStart(damage.told(settings, error)) from None
    except Refused as why:
        raise CannotStart(str(why)) from None
    if refused := what_does_not_fit(settings):
        raise CannotStart(refused)
    for text, values in shelf.told_of_second(settings, now()):
        announce(text.format(**values))


def look_for_damage(database: Path) -> None:
    log = database.with_name(f"{database.name}-wal")
    if lost := lost_commits(log):
        announce(
            f"{log} is damaged: {lost} transactions in it cannot be read any more. A copy is in "
            f"{keep_damaged_log(log)}; ./chasqui fsck names the matches that they belong to"
        )
    if damage := damage_of(database):
        raise CannotStart(
            f"{database} is damaged ({damage}): keep a copy, and put the last backup in its place"
        )


def welcome(settings: Settings, with_demo: bool) -> None:
    say(f"Chasqui is open at {settings.url}")
    if settings.shows_mailbox:
        say(f"Letters are kept, not sent: {settings.url}/mailbox")
    if settings.has_door:
        say(f"Mail for @{settings.domain} comes in at {settings.door}")
    if settings.imap_url:
        tell_of_mailbox(settings)
    if with_demo:
        say(f"Sign in to play against bots: {apart(partial(demo_of, settings))}")
    say("Ctrl-C stops it.")


def demo_of(settings: Settings) -> str:
    from app.wake_worker import wake_once  # with Celery, of which this program needs nothing else

    house = open_house(settings)
    try:
        link = demo.prepare_demo(house)
    finally:
        house.db.close()
    wake_once(settings)  # so that the first letters are there when somebody looks
    return link


def tell_of_mailbox(settings: Settings) -> None:
    """What is wrong with it may pass, so the service starts without."""
    if trouble := imap_client.trouble(settings):
        announce(f"answers by mail have to wait: {trouble}")
    else:
        say(f"Mail is read from the mailbox {name_of(settings)}")
    for warning in imap_client.warnings(settings):
        announce(warning)


if __name__ == "__main__":
    run(main)
