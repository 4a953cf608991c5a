"""Bring the database's tables up to date. ./chasqui migrate [--data DIR]"""

from sqlalchemy.exc import SQLAlchemyError

from app import migrations
from app.console import Parser, run
from app.serving import announce, damage, settings_or_exit

FAILED = 1


def main(arguments: list[str]) -> int:
    parser = Parser("migrate", "Bring the database's tables up to date; run before a new version starts.")
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    settings = settings_or_exit({"data": chosen.data or ""})
    if not settings.database_url:
        settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        migrations.upgrade(settings.database)
    except SQLAlchemyError as error:
        announce(damage.told(settings, error))
        return FAILED
    return 0


if __name__ == "__main__":
    run(main)
