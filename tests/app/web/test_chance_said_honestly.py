"""What the commitment proves and what not is said wherever chance is spoken of, in every language."""

import re
from pathlib import Path

import pytest

from app.i18n import catalogs
from app.i18n.languages import LANGUAGES
from tests.world.visitor import Evening, Visitor, marks, read

ROOT = Path(__file__).parents[3]
SAID = {"proves", "proves-not"}
# A commitment alone gives none of these.
TOO_MUCH = re.compile(
    r"nobody can rig|can(not)? (be )?cheat|choose or foresee|fixed all chance|"
    r"(all )?chance (is|was) fixed|nobody has to\s+trust",
    re.IGNORECASE,
)


def reads_in(visitor: Visitor, language: str) -> None:
    visitor.post("/me", {"language": language})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_says_what_its_commitment_proves_before_while_and_after_it_is_played(
    evening: Evening, language: str
) -> None:
    reads_in(evening.ana, language)
    lobby, path = evening.ana.open(), f"/m/{evening.code}"

    before, playing = evening.ana.get(f"/m/{lobby}"), evening.ana.get(path)
    evening.ana.post(f"{path}/give-up", {"sure": "give up"})

    for page in (before, playing, evening.ana.get(path), evening.ana.get(f"{path}/report")):
        assert marks(page) >= SAID
    assert ("No player can foresee" in read(playing)) == (language == "en")


def test_nothing_that_people_read_says_more_than_is_so() -> None:
    files = [*(ROOT / "templates").rglob("*.*"), *(ROOT / "app").rglob("*.py"), ROOT / "README.md"]

    assert not {str(file): found for file in files if (found := TOO_MUCH.findall(file.read_text()))}


@pytest.mark.parametrize("language", catalogs.languages())
def test_what_the_commitment_does_not_prove_is_told_in_every_language(language: str) -> None:
    about = [message for message in catalogs.read(language) if "its owner could" in str(message.id)]

    assert len(about) == 2
    assert all(message.string and message.string != message.id for message in about)
