"""Pictures that are kept: a change of one byte is seen, under every hash seed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.drawing.positions import GOLDEN, POSITIONS, kept, picture

ROOT = Path(__file__).parents[3]
RENEW = "If the change is meant, look at it and renew: .venv/bin/python -m tests.engine.drawing.positions"
HASHED = """
import hashlib
from tests.engine.drawing.positions import POSITIONS, picture
print(hashlib.sha256("".join(map(picture, POSITIONS)).encode()).hexdigest())
"""


@pytest.mark.parametrize("position", POSITIONS)
def test_the_picture_is_the_one_that_is_kept(position: str) -> None:
    same = kept(position).read_bytes() == picture(position).encode()

    assert same, f"{kept(position).name} would be drawn otherwise. {RENEW}"


def test_only_these_pictures_are_kept() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(POSITIONS)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_the_pictures_do_not_hang_on_the_order_of_a_set(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed}

    command = [sys.executable, "-c", HASHED]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)

    expected = hashlib.sha256("".join(map(picture, POSITIONS)).encode()).hexdigest()
    assert told.stdout.strip() == expected
