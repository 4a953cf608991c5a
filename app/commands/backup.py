"""Back up everything into one file, while the service runs. ./chasqui backup FILE [--with-keys]"""

from functools import partial
from pathlib import Path
from typing import Any

from app.archive import daily
from app.archive.form import Manifest
from app.archive.making import make
from app.archive.passphrase import given, passphrase
from app.archive.sealed_keys import seal
from app.clock import now
from app.console import Parser, count_of, run
from app.serving import announce, settings_or_exit
from app.serving.whole import FAILED, done_or_told
from app.settings import Settings


def main(arguments: list[str]) -> int:
    parser = Parser(
        "backup",
        "Back up everything into one file, while the service runs. ./chasqui restore brings it back, into"
        " SQLite and PostgreSQL alike.",
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="where to; what is there is replaced when it is done"
    )
    parser.add_argument("--with-keys", action="store_true", help="with the service's keys, by a passphrase")
    parser.add_argument(
        "--passphrase-file", metavar="FILE", help="has it; otherwise CHASQUI_PASSPHRASE, or you are asked"
    )
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    parser.add_argument(
        "--daily", action="store_true", help="no FILE: today's, if it is missing; the service does it itself"
    )
    chosen = parser.parse_args(arguments)
    if bool(chosen.file) == chosen.daily:
        parser.error("name a FILE, or say --daily")
    settings = settings_or_exit({"data": chosen.data or ""})
    return done_or_told(settings, partial(_daily if chosen.daily else _by_hand, settings, chosen))


def _by_hand(settings: Settings, chosen: Any) -> int:
    sealed = None
    if chosen.with_keys:
        sealed = seal(settings.keys, passphrase(chosen.passphrase_file, twice=True))
    path = Path(chosen.file)
    made = make(settings.database, path, sealed)
    print(f"{path}: {told(made)}, {path.stat().st_size / 1e6:,.1f} MB")
    if not sealed:
        print("The keys are not in it; without them its matches cannot go on. See --with-keys.")
    return 0


def _daily(settings: Settings, chosen: Any) -> int:
    phrase = given(chosen.passphrase_file)
    failed = daily.keep(settings, now(), seal(settings.keys, phrase) if phrase else None)
    for words in failed:
        announce(words)
    return FAILED if failed else 0


def told(made: Manifest) -> str:
    names = {"match": "matches", "step": "steps", "player": "players", "letter": "letters"}
    return ", ".join(count_of(made[name].rows, name, more) for name, more in names.items() if name in made)


if __name__ == "__main__":
    run(main)
