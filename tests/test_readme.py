"""What the README says can be typed, can be typed; what it points at is there."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
TESTS_README = (ROOT / "tests" / "README.md").read_text()
DOCUMENTS = sorted([ROOT / "README.md", *ROOT.glob("[a-z]*/*.md")])
MOST_LINES = 180

TYPED = [line.split("#")[0].strip() for line in README.splitlines() if line.startswith("    ./chasqui ")]
# What has a word in capitals or brackets shows a form; what is left can be run as it stands.
FORMS = [line for line in TYPED if re.search(r"\b[A-Z]{2,}\b|\[", line)]
OF_A_SERVICE = {"serve", "test", "doctor", "update"}  # what comes of them depends on what runs here
AS_THEY_STAND = [line for line in TYPED if line not in FORMS and line.split()[1] not in OF_A_SERVICE]
OPTIONS = sorted({(line.split()[1], option) for line in TYPED for option in re.findall(r"--[a-z-]+", line)})


def run(line: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", "-o", "pipefail", "-c", line]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_there_are_lines_of_each_sort() -> None:
    assert len(FORMS) >= 4
    assert len(AS_THEY_STAND) >= 3
    assert {"./chasqui serve", "./chasqui test"} <= set(TYPED)


@pytest.mark.parametrize("line", AS_THEY_STAND)
def test_a_line_can_be_run_as_it_stands(line: str) -> None:
    done = run(line)

    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_is_explained_by_its_command(command: str, option: str) -> None:
    assert option in run(f"./chasqui {command} --help").stdout


def test_every_command_of_the_app_is_named() -> None:
    commands = {file.stem for file in (ROOT / "app/commands").glob("[a-z]*.py")} - {"catalogs", "migrate"}

    assert {name for name in commands if f"./chasqui {name}" not in README} == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_points_at_is_there(document: Path) -> None:
    text = document.read_text()
    linked = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", text)
    named = re.findall(r"`((?:app|engine|worker|templates|tests)/[\w./-]*\w/?)`", text)

    assert not [path for pair in linked if not (document.parent / (path := "".join(pair))).exists()]
    assert not [path for path in named if not (ROOT / path).exists()]


EXAMPLES = re.findall(r"\(`(tests/[\w/.]+)`\)\.\n\n```python\n(.*?)```", TESTS_README, re.DOTALL)


def test_every_example_of_a_test_is_followed_to_its_file() -> None:
    assert len(EXAMPLES) == TESTS_README.count("```python") >= 7


@pytest.mark.parametrize(("path", "code"), EXAMPLES, ids=[path for path, _ in EXAMPLES])
def test_an_example_of_a_test_is_one_of_its_file(path: str, code: str) -> None:
    assert code in (ROOT / path).read_text()


def test_the_readme_is_read_in_one_go() -> None:
    assert len(README.splitlines()) <= MOST_LINES
