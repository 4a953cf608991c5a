"""A worker that runs for months gives back the memory that its letters have freed."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Large pieces between small ones that stay: what is freed lies in the middle of the heap.
CODE = """
from worker import tasks
from pathlib import Path

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

pieces = [bytearray(size) for _ in range(3_000) for size in (20_000, 700)]
del pieces[::2]
before = megabytes()
tasks.give_memory_back()
print(before - megabytes())
more = [bytearray(size) for _ in range(3_000) for size in (20_000, 700)]
del more[::2]
before = megabytes()
tasks.give_memory_back()
print(before - megabytes())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="malloc_trim is glibc's")
def test_freed_memory_goes_back_once_a_minute(tmp_path: Path) -> None:
    env = {"PYTHONPATH": str(ROOT), "CHASQUI_DATA": str(tmp_path)}

    told = subprocess.run(
        [sys.executable, "-c", CODE], env=env, capture_output=True, text=True, check=True
    ).stdout

    first, soon_after = map(float, told.split())
    assert first > 5
    assert soon_after < 1
