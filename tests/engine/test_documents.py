"""The documents beside the engine name what there is, and only that."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.game
from engine.game import Game
from engine.registry import GAMES

ENGINE = Path(engine.game.__file__).parent
ROOT = ENGINE.parent
README = (ENGINE / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(ENGINE.glob("*.md"))
FOLDERS = [ROOT.joinpath(*module.split(".")) for module in GAMES.values()]

QUOTED = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w<>-][\w<>./-]*(\.(py|md|txt|po)|/)")


def named(name: str) -> bool:
    """As code, by itself or with what it takes."""
    return f"`{name}`" in README or f"`{name}(" in README


def surface() -> set[str]:
    return {name for name in {*vars(Game), *Game.__annotations__} if not name.startswith("_")}


def files_of(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        if path.suffix == ".txt":  # guide.pl.txt
            yield f"{path.name.split('.')[0]}.<language>.txt"
        elif path.suffix:
            yield path.name
        elif (path / "__init__.py").exists():
            yield f"{path.name}/"


@pytest.mark.parametrize("name", sorted(surface()))
def test_every_name_of_the_contract_is_explained(name: str) -> None:
    assert named(name)


def test_every_type_of_the_contract_is_explained() -> None:
    own = {
        name for name, kind in vars(engine.game).items() if getattr(kind, "__module__", "") == "engine.game"
    }

    assert not [name for name in own if name[0].isupper() and not named(name)]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_every_file_of_a_games_folder_is_explained(folder: Path) -> None:
    assert not [name for name in files_of(folder) if not named(name)]


def test_every_file_that_games_share_is_explained() -> None:
    files = [f"engine/{path.name}" for path in ENGINE.glob("[a-z]*.py")]

    assert not [name for name in files if not named(name)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.name))
def test_every_path_that_is_named_exists(document: Path) -> None:
    quoted = QUOTED.findall(document.read_text(encoding="utf-8"))

    assert not [path for path in quoted if PATH.fullmatch(path) and not exists(path)]


def exists(path: str) -> bool:
    """From the top, or in a game's folder; <...> stands for anything."""
    pattern = re.sub(r"<\w+>", "*", path).rstrip("/")
    return any(next(place.glob(pattern), None) for place in [ROOT, *FOLDERS])
