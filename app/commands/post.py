"""Hand in a mail, as a mail server does. ./chasqui post FILE.eml [--to ADDRESS], - for a pipe

Exit status 0: the mail is stored. 1: it is refused, because nobody here has that address or because it is too
large. 66: there is no such file. 75: it cannot be stored now; try again later.
"""

from functools import partial
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from app.console import Parser, read_bytes, run
from app.house import House, open_house
from app.mail.addresses import Addresses
from app.mail.read import envelope
from app.post.smtp_server import LARGEST_MAIL
from app.services.inbox import intake
from app.serving import announce, settings_or_exit
from app.wake_worker import wake_once

# Those of sysexits.h, so that a mail server knows what to do. With 1 it sends the mail back.
TAKEN, REFUSED, NO_INPUT, LATER = 0, 1, 66, 75


def main(arguments: list[str]) -> int:
    parser = Parser("post", "Hand in a mail, from a file or from a mail server's pipe.")
    parser.add_argument("file", metavar="FILE", help="a mail (.eml); - is standard input")
    parser.add_argument(
        "--to",
        metavar="ADDRESS",
        help=f"where it came to; otherwise it is looked for in {', '.join(envelope.RECIPIENT_HEADERS)}",
    )
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    raw = read_bytes(chosen.file)
    if raw is None:
        return NO_INPUT
    if len(raw) > LARGEST_MAIL:
        announce(f"refused: a mail has at most {LARGEST_MAIL} bytes, this one has {len(raw)}")
        return REFUSED
    if chosen.data and not Path(chosen.data).is_dir():
        announce(f"{chosen.data}: there is no such folder")
        return LATER  # once the option is right, the mail server's next try succeeds
    house = open_house(settings_or_exit({"data": chosen.data or ""}))
    try:
        return hand_in(house, raw, chosen.to)
    except SQLAlchemyError:
        announce("the database cannot be used just now; try again later")
        return LATER
    finally:
        house.db.close()


def hand_in(house: House, raw: bytes, to: str | None) -> int:
    in_headers = envelope.recipients(raw, Addresses(house.settings))
    recipients = [to] if to else [address.whole for address in in_headers]
    with house.reading() as session:
        found = [intake.known_address(session, house, text) for text in recipients]
    addresses = [address for address in found if address]
    if not addresses:
        announce(f"refused: {_nobody(house, to)}")
        return REFUSED
    sender = envelope.sender(raw)
    mails = [
        house.write(partial(intake.take_in, house=house, to=address.whole, sender=sender, raw=raw))
        for address in addresses
    ]
    call_worker(house)
    if None in mails:
        announce(f"more than {intake.MOST_AN_HOUR} mails to one address within an hour; try again later")
        return LATER
    return TAKEN


def _nobody(house: House, to: str | None) -> str:
    domain = house.settings.domain
    if to:
        return f"nobody here has the address {to}; one looks like {Addresses(house.settings).reply('x' * 26)}"
    return f"no header names an address at {domain} that is known; --to ADDRESS says where the mail came to"


def call_worker(house: House) -> None:
    if not wake_once(house.settings):
        announce("the worker could not be called; it finds the mail by itself")


if __name__ == "__main__":
    run(main)
