"""The catalogs of translations, one file for each language, and the texts of the code that they translate."""

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
# The first argument of these is a text that is translated when it is shown.
ERRORS = (
    *(
        "OrderError",
        "Unreadable",
        "Incomplete",
        "Unsure",
        "Illegal",
        "NotToMove",
        "Stale",
        "UsedDraw",
        "TurnPassed",
        "GameOver",
    ),
    *(
        "Problem",
        "NotAllowed",
        "Missing",
        "TooMuch",
        "BeingLookedAt",
        "SetAside",
        "SignInFirst",
        "BadLink",
        "PrintingUnavailable",
    ),
)
KEYWORDS = {**DEFAULT_KEYWORDS, **dict.fromkeys((*ERRORS, "fail", "later"), (1,))}


def path_of(language: str) -> Path:
    return FOLDER / f"{language}.po"


def load(language: str) -> NullTranslations:
    """Translates into English, so not at all, where there is no catalog of the language."""
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


# --- The texts of the code ---


def told_in_code() -> Catalog:
    """Every text in code and templates that people read."""
    catalog = Catalog(project="Chasqui", charset="utf-8")
    for file, text, comments, context in _texts_in_code():
        catalog.add(text, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def _texts_in_code() -> Iterator[tuple[str, str | tuple[str, ...], list[str], str | None]]:
    for folder, files, method in PLACES:
        found = extract_from_dir(ROOT / folder, [(files, method)], OPTIONS, KEYWORDS)
        for file, _, text, comments, context in found:
            yield f"{folder}/{file}", text, comments, context


def bring_up_to_date(language: str, in_code: Catalog) -> list[str]:
    """Writes the catalog with all texts of the code and no others. Returns those not translated yet."""
    catalog = read(language) if path_of(language).is_file() else Catalog(Locale.parse(language), fuzzy=False)
    created = catalog.creation_date
    catalog.update(in_code, no_fuzzy_matching=True)
    catalog.creation_date = created  # so that a file without new texts stays as it is, to the byte
    catalog.obsolete.clear()
    with path_of(language).open("wb") as file:
        write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)
    return [str(message.id) for message in catalog if message.id and not all(strings(message.string))]


def strings(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """A single text, or its forms for different numbers (plurals)."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)
