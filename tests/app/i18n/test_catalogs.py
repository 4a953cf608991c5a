"""The catalogs: complete, with the holes and the marks of the English texts, and every error among them."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from app.commands import catalogs as command
from app.i18n import catalogs
from app.i18n.catalogs import ERRORS, strings, told_in_code
from app.i18n.languages import LANGUAGES
from app.i18n.render import Reader, render, speech
from app.problems import Problem
from engine.errors import OrderError
from engine.registry import GAMES, game

TRANSLATED = sorted(LANGUAGES.keys() - {"en"})
HOLES = re.compile(r"%\(\w+\)s|%%|\{\w+\}")
TAGS = re.compile(r"</?\w+[^>]*>")


@pytest.fixture(scope="module")
def told() -> Catalog:
    return told_in_code()


def texts(catalog: Catalog) -> dict[tuple[str, ...], Message]:
    return {strings(message.id): message for message in catalog if message.id}


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_that_is_told_can_be_told_in_every_language(language: str, told: Catalog) -> None:
    known = texts(catalogs.read(language))

    assert known.keys() == texts(told).keys(), "./chasqui catalogs brings them up to what the code says"
    assert not [ids for ids, message in known.items() if not all(strings(message.string))]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_holes_and_marks_of_its_text(language: str) -> None:
    catalog = catalogs.read(language)
    wrong = {
        translated: ids
        for ids, message in texts(catalog).items()
        for translated in strings(message.string)
        if not any(same_holes(translated, text) and same_marks(translated, text) for text in ids)
    }

    assert not wrong


def same_holes(translated: str, text: str) -> bool:
    return set(HOLES.findall(translated)) == set(HOLES.findall(text))


def same_marks(translated: str, text: str) -> bool:
    ends = [
        text.startswith(" ") == translated.startswith(" "),
        text.endswith(" ") == translated.endswith(" "),
    ]
    return Counter(TAGS.findall(translated)) == Counter(TAGS.findall(text)) and all(ends)


@pytest.mark.parametrize("language", TRANSLATED)
def test_there_is_a_form_for_every_number(language: str) -> None:
    catalog = catalogs.read(language)
    plurals = [message for ids, message in texts(catalog).items() if len(ids) > 1]

    assert plurals
    assert {len(strings(message.string)) for message in plurals} == {catalog.num_plurals}


def test_polish_counts_in_three_forms() -> None:
    polish = speech("pl")

    told = [polish.ngettext("There is %(num)s seat.", "There are %(num)s seats.", n) for n in (1, 2, 5)]

    assert len({*told}) == 3


@pytest.mark.parametrize("base", [OrderError, Problem])
def test_the_texts_of_every_error_are_found(base: type[Exception]) -> None:
    """By name: an error that is not among them would be told in English only."""
    names, waiting = {base.__name__}, [base]
    while waiting:
        below = waiting.pop().__subclasses__()
        names |= {error.__name__ for error in below}
        waiting += below

    assert names <= set(ERRORS)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("name", GAMES)
def test_how_to_play_is_told_in_every_language(name: str, language: str) -> None:
    english, guide = game(name).guide("en"), game(name).guide(language)

    assert guide != english
    assert [section.pictures for section in guide] == [section.pictures for section in english]
    assert [[order for order, _ in section.orders] for section in guide] == [
        [order for order, _ in section.orders] for section in english
    ]
    assert [len(section.text) for section in guide] == [len(section.text) for section in english]


def test_a_page_is_told_in_the_readers_language() -> None:
    told = render(
        "web/error.html", Reader("de"), status=404, message="", typed={}, me=None, guest=False, csrf="",
        language="de", zone="UTC", static=str, faces="", shows_mailbox=False, operates=False, here="/",
        notice="", problem="", languages={},
    )  # fmt: skip

    assert '<html lang="de"' in told
    assert "Not found" not in told


def test_the_command_adds_what_is_new_and_drops_what_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(catalogs.path_of("de"), tmp_path)
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    changed = tmp_path / "de.po"
    text = changed.read_text()
    new = text.replace('msgid "My matches"\n', 'msgid "A text that is gone"\n')
    assert new != text
    changed.write_text(new)

    assert command.main([]) == 0

    said = capsys.readouterr().out
    assert "de:" in said
    assert "1 to be translated" in said
    assert "My matches" in said
    assert "A text that is gone" not in changed.read_text()


def test_the_command_begins_a_new_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)

    assert command.main(["eo"]) == 0

    assert "eo:" in capsys.readouterr().out
    assert 'msgid "My matches"' in (tmp_path / "eo.po").read_text()
