"""Put a backup into an empty database. ./chasqui restore FILE [--data DIR]"""

import secrets
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from app.archive import carrying
from app.archive.form import Reader
from app.archive.own_keys import brought_back, keys_to_bring, keys_to_set
from app.archive.passphrase import passphrase
from app.archive.sealed_keys import unseal
from app.commands.backup import told
from app.console import Parser, run
from app.services.upkeep.health import WRONG_KEYS
from app.serving import settings_or_exit
from app.serving.fitness import what_does_not_fit
from app.serving.stopped import service_stopped
from app.serving.whole import done_or_told
from app.settings import Settings


def main(arguments: list[str]) -> int:
    parser = Parser(
        "restore",
        "Put a backup into an empty database: DATABASE_URL, or the data folder. All of it is checked first;"
        " then all of it is there, or nothing has changed.",
    )
    parser.add_argument("file", metavar="FILE", help="as ./chasqui backup made it")
    parser.add_argument(
        "--passphrase-file",
        metavar="FILE",
        help="for the keys; otherwise CHASQUI_PASSPHRASE, or you are asked",
    )
    parser.add_argument("--without-keys", action="store_true", help="leave the keys that are in it alone")
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    settings = settings_or_exit({"data": chosen.data or ""}, makes_key=False)
    return done_or_told(settings, partial(_restore, settings, chosen))


def _restore(settings: Settings, chosen: Any) -> int:
    path = Path(chosen.file)
    sealed = Reader(path).sealed_keys
    keys: tuple[str, ...] = ()
    if sealed and not chosen.without_keys:
        keys = unseal(sealed, passphrase(chosen.passphrase_file))
    with service_stopped(settings):
        restored = carrying.restore(path, settings.database, brought_back(settings, keys))
    print(f"Restored: {told(restored)}. ./chasqui fsck plays all matches again.")
    if todo := keys_to_set(settings, keys) or _what_does_not_fit(settings, keys):
        print(todo)
    return 0


def _what_does_not_fit(settings: Settings, keys: tuple[str, ...]) -> str:
    """Without any key, one is drawn that opens nothing."""
    found = what_does_not_fit(replace(settings, keys=keys or settings.keys or (secrets.token_urlsafe(48),)))
    return keys_to_bring(settings) if found == WRONG_KEYS else found


if __name__ == "__main__":
    run(main)
