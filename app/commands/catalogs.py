"""Bring the catalogs of translations up to what the code says. ./chasqui catalogs [LANGUAGE]"""

from app.console import Parser, run
from app.i18n import catalogs

SHOWN = 10


def main(arguments: list[str]) -> int:
    """New texts are told in English until they are translated; those that are gone are dropped."""
    parser = Parser("catalogs", "Bring the catalogs of translations up to what the code says.")
    parser.add_argument(
        "language", nargs="*", help="like de; a new one is begun; default: all that there are"
    )
    chosen = parser.parse_args(arguments)
    told = catalogs.told_in_code()
    for language in chosen.language or catalogs.languages():
        missing = catalogs.bring_up_to_date(language, told)
        print(f"{language}: {len(told)} texts, {len(missing)} to be translated")
        for text in missing[:SHOWN]:
            print(f"    {text}")
    return 0


if __name__ == "__main__":
    run(main)
