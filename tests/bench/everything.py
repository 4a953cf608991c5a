"""All benches, one after another, and then one table of all their aims. ./chasqui bench [everything NAME ...]

It takes about half an hour. Other work on the machine moves the figures, and the ratios much less.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.serving.child import ROOT
from tests.bench._aims import HEAD, TABLE, gathered

# With the numbers that one waits for; each alone can have more.
BENCHES: dict[str, Sequence[str]] = {
    "engine": (),
    "words": (),
    "pictures": (),
    "post": (),
    "pages": (),
    "service": (),
    "strangers": (),
    "house": (),
    "scale": ("tables",),
}


def run(name: str, table: Path) -> bool:
    """What it prints is seen at once."""
    print(f"\n--- {name}\n", flush=True)
    command = [sys.executable, "-P", "-m", f"tests.bench.{name}", *BENCHES.get(name, ())]
    env = os.environ | {"PYTHONPATH": str(ROOT), TABLE: str(table)}
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


def main(names: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "table"
        broken = [name for name in names or BENCHES if not run(name, table)]
        outcomes = gathered(table)
    print("\n".join(["", HEAD, *[outcome.row() for outcome in outcomes]]))
    print(f"\n{sum(outcome.is_met for outcome in outcomes)} of {len(outcomes)} aims are met")
    for name in broken:
        print(f"the bench '{name}' has ended with an error")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
