"""All that a host needs, filled in for a domain. ./chasqui host DOMAIN [--write DIR]"""

import os
import re
import sys
from argparse import ArgumentTypeError
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path

from app.console import Parser, run, say
from app.hosting.files import SECRET, File, IsThere, files_of, write
from app.hosting.plan import Plan, as_domain, new_key, new_secret
from app.mail.write.dkim import Key, read_key
from app.settings import WrongSetting

REFUSED = 1
# They stand in files of several kinds, where anything else might mean something.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*\Z")
FOLDER = re.compile(r"(/[A-Za-z0-9._-]+)+/?\Z")


def main(arguments: list[str]) -> int:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.plus and chosen.mailbox:
        parser.error("--plus is for a mail server of your own, and --mailbox for one of a provider: say one")
    plan = Plan(
        domain=chosen.domain,
        addresses=tuple(chosen.address),
        postgresql=chosen.postgresql,
        mailbox=chosen.mailbox or "",
        plus=chosen.plus or "",
        folder=chosen.folder,
        user=chosen.user,
    )
    try:
        plan = replace(plan, key=_own_key())
        return _write(plan, Path(chosen.write)) if chosen.write else _print(plan)
    except WrongSetting as error:
        say(f"chasqui: {error}")
        return REFUSED


def _parser() -> Parser:
    parser = Parser(
        "host", "Print all that a host needs, filled in for a domain: records, units, proxies, mail, steps."
    )
    parser.add_argument(
        "domain", metavar="DOMAIN", type=_domain, help="the name of the site: play.example.org"
    )
    parser.add_argument("--write", metavar="DIR", help="write it as files; nothing that is there is replaced")
    parser.add_argument(
        "--address", action="append", default=[], type=_number, help="of the machine; may be repeated"
    )
    parser.add_argument("--postgresql", action="store_true", help="for a site on PostgreSQL and Redis")
    parser.add_argument(
        "--mailbox",
        type=_mailbox,
        metavar="ADDRESS",
        help="a mailbox at a provider; no own mail server",
    )
    parser.add_argument(
        "--plus",
        type=_name,
        metavar="NAME",
        help="the domain has other mailboxes: ours is NAME+...@DOMAIN",
    )
    parser.add_argument(
        "--folder", default=Plan.folder, type=_folder, help=f"of the program; default: {Plan.folder}"
    )
    parser.add_argument(
        "--user", default=Plan.user, type=_name, help=f"that it runs as; default: {Plan.user}"
    )
    return parser


def _domain(text: str) -> str:
    try:
        return as_domain(text)
    except ValueError:
        wanted = "a name like play.example.org, without https:// or a path"
        raise ArgumentTypeError(f"{text!r} is no domain: it is {wanted}") from None


def _number(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no IP address: it is like 192.0.2.7 or 2001:db8::7") from None


def _mailbox(text: str) -> str:
    local, _, domain = text.rpartition("@")
    try:
        return f"{_name(local)}@{as_domain(domain)}"
    except (ArgumentTypeError, ValueError):
        raise ArgumentTypeError(f"{text!r} is no e-mail address: it is like anna@example.org") from None


def _name(text: str) -> str:
    if not NAME.match(text):
        raise ArgumentTypeError(f"{text!r} is no name here: it has letters, digits and . _ - only")
    return text.lower()


def _folder(text: str) -> str:
    if not FOLDER.match(text):
        raise ArgumentTypeError(f"{text!r} is no folder here: it is like {Plan.folder}, without blanks")
    return text.rstrip("/")


def _own_key() -> Key | None:
    file = os.environ.get("CHASQUI_DKIM_KEY", "")
    return read_key(Path(file)) if file else None


def _write(plan: Plan, folder: Path) -> int:
    made = replace(plan, key=plan.key or new_key(), secret=new_secret())
    files = list(files_of(made))
    try:
        write(files, folder)
    except IsThere as there:
        say(f"chasqui: {there} is there already, and nothing is replaced: name another folder, or move it")
        return REFUSED
    for file in files:
        print(f"{folder / file.name}{'   (a secret: for its owner only)' if file.mode == SECRET else ''}")
    print(f"Begin with {folder / 'steps.txt'}.")
    return 0


def _print(plan: Plan) -> int:
    """Without any secret: those are made with --write."""
    for file in files_of(replace(plan, key=None)):
        _print_file(_with_own_key(plan) if file.name == "dns.txt" else file)
    return 0


def _with_own_key(plan: Plan) -> File:
    """The record of a key that there is; its public half is no secret."""
    return next(file for file in files_of(plan) if file.name == "dns.txt")


def _print_file(file: File) -> None:
    line = f"===== {file.name} "
    sys.stdout.write(f"{line}{'=' * (100 - len(line))}\n\n{file.text}\n")


if __name__ == "__main__":
    run(main)
