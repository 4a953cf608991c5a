"""How the project is built, as rules that a test can check."""

import ast
import subprocess
from collections.abc import Callable, Iterator
from importlib import import_module, util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# worker -> app -> engine, and nothing the other way. Nothing needs the tests to run.
MAY_IMPORT = {
    "engine": {"engine"},
    "app": {"app", "engine"},
    "worker": {"worker", "app", "engine"},
    "tests": {"tests", "worker", "app", "engine"},
}

# What the engine may use of the standard library: nothing that knows the time, a file, the net or chance.
PURE = set(
    "__future__ abc array bisect collections copy dataclasses enum fractions functools hashlib heapq hmac "
    "html importlib itertools json math operator re string textwrap types typing unicodedata".split()
)
OUTSIDE_WORLD = {"open", "print", "input"}

# A game may have more, but not less.
GAME_FILES = set(
    "__init__ meta vocabulary pieces state sentences orders rules view legal tell board draw plan bot "
    "positions".split()
)

# Tables are as long as the game's box is full.
TABLES = {"pieces.py", "vocabulary.py"}
LONGEST_FILE = 300

TOP_LEVEL = set(
    "pyproject.toml README.md requirements.lock requirements-test.lock chasqui Procfile LICENSE "
    "app engine templates worker tests".split()
)


def python_files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def nodes(file: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.read_text()))


def imported(file: Path) -> set[str]:
    """The top-level names of what a file imports, wherever in it the import stands."""
    names = set()
    for node in nodes(file):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            # A relative import stays in the folder it is made in.
            names.add(file.relative_to(ROOT).parts[0] if node.level else str(node.module))
    return {name.split(".")[0] for name in names}


def called(file: Path) -> set[str]:
    return {
        node.func.id for node in nodes(file) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def offenders(folder: str, offence: Callable[[Path], object]) -> dict[str, object]:
    files = {str(file.relative_to(ROOT)): offence(file) for file in python_files(folder)}
    return {file: found for file, found in files.items() if found}


def games() -> dict[str, Path]:
    """Each registered game's folder."""
    if util.find_spec("engine.registry") is None:
        return {}
    registry = import_module("engine.registry")
    return {game: ROOT.joinpath(*module.split(".")) for game, module in registry.GAMES.items()}


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_nothing_imports_the_wrong_way(folder: str) -> None:
    forbidden = MAY_IMPORT.keys() - MAY_IMPORT[folder]

    assert not offenders(folder, lambda file: imported(file) & forbidden)


def test_the_engine_imports_only_what_is_pure() -> None:
    assert not offenders("engine", lambda file: imported(file) - PURE - {"engine"})


def test_the_engine_neither_reads_nor_writes_anything_but_its_own_data() -> None:
    # Its data it reads through importlib.resources, whose calls are methods.
    assert not offenders("engine", lambda file: called(file) & OUTSIDE_WORLD)


def test_every_game_has_the_same_files() -> None:
    for game, folder in games().items():
        if folder.exists():
            files = {file.stem for file in folder.glob("*.py")} | {
                file.parent.name for file in folder.glob("*/*.py")
            }
            assert files >= GAME_FILES, game


def test_every_folder_of_the_engine_is_a_registered_game() -> None:
    registered = set(games().values())

    if registered:
        assert {file.parent for file in (ROOT / "engine").glob("*/*.py")} <= registered


def too_long(file: Path) -> int:
    lines = len(file.read_text().splitlines())
    return lines if lines > LONGEST_FILE and file.name not in TABLES else 0


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_no_file_is_too_long_to_be_about_one_thing(folder: str) -> None:
    assert not offenders(folder, too_long)


def test_models_have_columns_and_no_behaviour() -> None:
    # A row that is read without the ORM has the columns of its model, and nothing that its class might have.
    files = sorted((ROOT / "app/models").glob("*.py"))
    models = [node for file in files for node in nodes(file) if isinstance(node, ast.ClassDef)]
    others = [
        (model.name, ast.unparse(part)) for model in models for part in model.body if not is_column(part)
    ]

    assert models
    assert not others
    assert {ast.unparse(base) for model in models for base in model.bases} == {"SQLModel"}


def is_column(part: ast.stmt) -> bool:
    """Or what is said about the table as a whole."""
    about_table = isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "__table_args__"
    words = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
    return isinstance(part, ast.AnnAssign) or about_table or words


def past_the_house(file: Path) -> set[str]:
    """Calls of `wake`, and of a database's own `write`, which would wake nobody."""
    calls = [node.func for node in nodes(file) if isinstance(node, ast.Call)]
    named = {ast.unparse(call) for call in calls if isinstance(call, ast.Attribute)}
    return {name for name in named if name.endswith((".wake", ".db.write"))}


@pytest.mark.parametrize("folder", ["app", "worker"])
def test_only_the_house_wakes_the_worker_after_what_was_written(folder: str) -> None:
    found = offenders(folder, past_the_house)

    assert found.keys() <= {"app/house.py"}


def test_every_command_and_bench_says_in_its_first_line_what_it_is_for() -> None:
    # ./chasqui help shows that line.
    modules = [*(ROOT / "app/commands").glob("[a-z]*.py"), *(ROOT / "tests/bench").glob("[a-z]*.py")]

    assert not [str(file) for file in modules if not file.read_text().startswith('"""')]


LOCKS = ["requirements.lock", "requirements-test.lock"]


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_names_no_address(name: str) -> None:
    lock = (ROOT / name).read_text()

    assert "://" not in lock
    assert "--index-url" not in lock
    assert "--find-links" not in lock


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_version_has_a_hash(name: str) -> None:
    lock = (ROOT / name).read_text().replace("\\\n", "")
    requirements = [line for line in lock.splitlines() if line and not line.startswith("#")]

    assert not [line for line in requirements if "==" not in line or "--hash=sha256:" not in line]


def test_the_top_level_is_a_table_of_contents() -> None:
    # What is not yet added counts too, unless .gitignore names it.
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    top = {path.split("/")[0] for path in listed.split("\0") if path}

    assert not {name for name in top if not name.startswith(".")} - TOP_LEVEL
