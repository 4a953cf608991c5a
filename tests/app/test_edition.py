"""The edition: another name for another engine, the same one for the same."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import app.edition
from engine.registry import GAMES
from tests.world.served import ROOT


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """The edition of a tree of our own."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for path in app.edition.BESIDE_THE_ENGINE:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    monkeypatch.setattr(app.edition, "ROOT", tmp_path)
    return app.edition.edition.__wrapped__


def test_the_same_engine_has_the_same_edition_wherever_it_lies(tree: Callable[[], str]) -> None:
    assert tree() == app.edition.edition()


@pytest.mark.parametrize("package", GAMES.values())
def test_any_change_of_a_game_is_another_edition(
    tree: Callable[[], str], package: str, tmp_path: Path
) -> None:
    names = {tree()}
    changed = [*(tmp_path / package.replace(".", "/")).rglob("[prsw]*.*")]

    for path in changed:
        path.write_bytes(path.read_bytes() + b"\n")
        names.add(tree())

    assert len(names) == len(changed) + 1 > 5


def test_what_is_only_read_by_people_is_no_other_edition(tree: Callable[[], str], tmp_path: Path) -> None:
    before = tree()

    (tmp_path / "engine" / "README.md").write_text("another text")

    assert tree() == before
