"""The catalogs of translations: one file a language, and what they have to say, from the code itself."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from babel.support import NullTranslations, Translations

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "app" / "translations"

PLACES = (("app", "**.py", "python"), ("engine", "**.py", "python"), ("templates", "**", "jinja2"))
OPTIONS = {"**": {"newstyle_gettext": "true", "silent": "false", "encoding": "utf-8"}}
# Their first argument is a text that is translated where it is told.
ERRORS = (
    *("OrderError", "Unreadable", "Illegal", "NotToMove", "Stale", "GameOver"),
    *("Problem", "NotAllowed", "Missing", "TooMuch", "SignInFirst", "BadLink", "NoPress"),
)
KEYWORDS = {**DEFAULT_KEYWORDS, **dict.fromkeys((*ERRORS, "fail", "later"), (1,))}


def path_of(language: str) -> Path:
    return FOLDER / f"{language}.po"


def load(language: str) -> NullTranslations:
    """English where there is no catalog of the language."""
    path = path_of(language)
    if not path.is_file():
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read(language))
    compiled.seek(0)
    return Translations(compiled)


def read(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.po"))


# --- What there is to say ---


def told_in_code() -> Catalog:
    """Every text of the code that is told to people."""
    catalog = Catalog(project="Chasqui", charset="utf-8")
    for file, text, comments, context in _texts():
        catalog.add(text, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def _texts() -> Iterator[tuple[str, str | tuple[str, ...], list[str], str | None]]:
    for folder, files, method in PLACES:
        found = extract_from_dir(ROOT / folder, [(files, method)], OPTIONS, KEYWORDS)
        for file, _, text, comments, context in found:
            yield f"{folder}/{file}", text, comments, context


def bring_up_to_date(language: str, told: Catalog) -> list[str]:
    """The catalog with all texts of the code and no others. What is still to be translated."""
    catalog = read(language) if path_of(language).is_file() else Catalog(Locale.parse(language), fuzzy=False)
    catalog.update(told, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    with path_of(language).open("wb") as file:
        write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)
    return [str(message.id) for message in catalog if message.id and not all(strings(message.string))]


def strings(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A text by itself, or its forms for different numbers."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)
