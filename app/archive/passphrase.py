"""The passphrase for keys in a backup: from a file, the environment, or a person at a terminal."""

import getpass
import os
import sys
from pathlib import Path

from app.archive import Refused

VARIABLE = "CHASQUI_PASSPHRASE"


def passphrase(file: str | None, twice: bool = False) -> str:
    """`twice`: for a new one, which nobody could use with a slip in it."""
    if found := given(file):
        return found
    if not sys.stdin or not sys.stdin.isatty():
        raise Refused(f"the keys need a passphrase: --passphrase-file FILE, or {VARIABLE}")
    typed = getpass.getpass("Passphrase for the keys: ")
    if twice and getpass.getpass("Again: ") != typed:
        raise Refused("that was not the same passphrase")
    return typed


def given(file: str | None) -> str:
    if not file:
        return os.environ.get(VARIABLE, "")
    try:
        return Path(file).read_text().strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file}: the passphrase cannot be read: {error}") from None
