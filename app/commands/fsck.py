"""Replay every match and compare it with what is kept. ./chasqui fsck [--data DIR]"""

from pathlib import Path

from sqlalchemy.exc import DBAPIError

from app.console import Parser, run
from app.house import open_house
from app.services.upkeep import fsck
from app.serving import announce, settings_or_exit

WRONG, UNREADABLE = 1, 2


def main(arguments: list[str]) -> int:
    parser = Parser("fsck", "Replay every match and compare it with what is kept; says what is wrong.")
    parser.add_argument("--data", metavar="DIR", help="where the embedded database is; default: .data")
    chosen = parser.parse_args(arguments)
    if chosen.data and not Path(chosen.data).is_dir():
        announce(f"{chosen.data}: there is no such folder")
        return UNREADABLE
    house = open_house(settings_or_exit({"data": chosen.data or ""}))
    try:
        with house.reading() as session:
            problems = fsck.check_matches(session, house)
    except DBAPIError as error:
        announce(f"the database cannot be read: {error.orig}")
        return UNREADABLE
    finally:
        house.db.close()
    for problem in problems:
        print(problem)
    print(f"{len(problems)} wrong" if problems else "all is right")
    return WRONG if problems else 0


if __name__ == "__main__":
    run(main)
