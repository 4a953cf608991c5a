"""Bring the catalogs of translations up to what the code says. ./chasqui catalogs [LANGUAGE]"""

from app.console import Parser, run
from app.i18n import catalogs

MOST_EXAMPLES = 10


def main(arguments: list[str]) -> int:
    """New texts appear in English until they are translated; texts that the code has no more are dropped."""
    parser = Parser("catalogs", "Bring the catalogs of translations up to what the code says.")
    parser.add_argument(
        "language", nargs="*", help="like de; a new one is begun; default: all that there are"
    )
    chosen = parser.parse_args(arguments)
    in_code = catalogs.told_in_code()
    for language in chosen.language or catalogs.languages():
        missing = catalogs.bring_up_to_date(language, in_code)
        print(f"{language}: {len(in_code)} texts, {len(missing)} to be translated")
        for text in missing[:MOST_EXAMPLES]:
            print(f"    {text}")
    return 0


if __name__ == "__main__":
    run(main)
