"""The same match under every Python and every hash seed: nothing hangs on the order of a set or a version."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.lengths import shortened

ROOT = Path(__file__).parents[2]
MATCHES = (
    ("tikal", "--seats", "3", "--seed", "a"),
    ("tikal", "--seats", "2", "--option", "auction=true", "--players", "random", "--seed", "b"),
    ("incan-gold", "--seats", "5", "--seed", "c"),
    ("incan-gold", "--seats", "4", "--option", "artifacts=false", "--players", "random", "--seed", "d"),
)
STRONG = (
    ("tikal", "--seats", "3", "--option", "auction=true", "--players", "strong", "--seed", "e"),
    ("incan-gold", "--seats", "5", "--players", "strong", "--seed", "f"),
)
HEADS = "3.11 3.12 3.13 3.14".split()


def pythons() -> list[str]:
    """The running Python, and every other fitting one on this machine that really starts."""
    found = {sys.executable}
    for version in HEADS:
        kept = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
        for python in (shutil.which(f"python{version}"), *kept):
            if python and starts(str(python)):
                found.add(str(python))
    return sorted(found)


def starts(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def head(python: str, hash_seed: str, matches: Iterable[tuple[str, ...]] = MATCHES) -> str:
    """One hash for all the matches' records."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed}
    chain = hashlib.sha256()
    for match in matches:
        command = [python, "-m", "app.commands.random", *match]
        chain.update(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    return chain.hexdigest()


@pytest.fixture(scope="module")
def expected() -> str:
    return head(sys.executable, "0")


@pytest.mark.parametrize("python", shortened(pythons(), pythons()[-1:]))
def test_every_python_plays_the_same_match(python: str, expected: str) -> None:
    assert head(python, "random") == expected


@pytest.mark.parametrize("hash_seed", shortened(("1", "2", "3", "4294967295"), ["1"]))
def test_every_hash_seed_gives_the_same_match(hash_seed: str, expected: str) -> None:
    assert head(sys.executable, hash_seed) == expected


@pytest.mark.long
def test_strong_players_play_the_same_match_everywhere() -> None:
    heads = {head(python, hash_seed, STRONG) for python in pythons() for hash_seed in ("1", "2")}

    assert len(heads) == 1
