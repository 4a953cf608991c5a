"""What every test runs under."""

import faulthandler
import gc
import os
from collections.abc import Generator, Iterator
from random import SystemRandom

import pytest
from hypothesis import settings

from tests.compiled_once import compile_once

# What tests may ask for: real servers, and a world with friends in it.
pytest_plugins = [
    *("tests.servers", "tests.places"),
    *("tests.world.database", "tests.world.fixtures", "tests.world.rivals"),
]

IN_CI = os.environ.get("CI") == "true"

# No deadline: a slow moment of the machine is no fault of the code. The usual run takes the same examples
# every time; the long one takes others each time, and prints the seed that brings them back.
settings.register_profile("usual", deadline=None, derandomize=True, database=None, max_examples=40)
settings.register_profile("sample", settings.get_profile("usual"), max_examples=150)
settings.register_profile(
    "long", deadline=None, derandomize=False, database=None, max_examples=1000, print_blob=True
)


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Commands close what they make to others, for all that their process does from then on."""
    before = os.umask(0o022)
    yield
    os.umask(before)


# --- The long run ---

# In its first seconds nothing happens after which a letter waits for minutes.
QUICK_SEED = 9


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("long", "the long run")
    group.addoption("--long", action="store_true", help="only what the usual run leaves out or shortens")
    group.addoption("--chaos-seed", metavar="N", type=int, help="what happens to services, and when")
    group.addoption("--chaos-seconds", metavar="N", type=float, help="for how long, instead of 900 and 300")
    group.addoption(
        "--most-seconds", metavar="N", type=float, help="for one test; one that hangs ends the run"
    )
    group.addoption("--sample", action="store_true", help="with --long: the first case of each long test")


# First, since Hypothesis then looks at its seed.
@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    compile_once()
    config.stash[STDERR] = os.dup(2)  # as it is between tests, for pytest takes it during them
    long, sample = config.option.long, config.option.sample
    settings.load_profile("usual" if not long else "sample" if sample else "long")
    if long and not sample and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(SystemRandom().getrandbits(32))
    if config.option.chaos_seed is None:
        config.option.chaos_seed = SystemRandom().getrandbits(32) if long and not sample else QUICK_SEED


def pytest_report_header(config: pytest.Config) -> str:
    seed = config.option.hypothesis_seed
    chosen = [f"--hypothesis-seed={seed}"] if seed else []
    if config.option.long:
        chosen.append(f"--chaos-seed={config.option.chaos_seed}")
    return ", ".join([f"run: {settings.get_current_profile_name()}", *chosen])


def _is_run(item: pytest.Item, config: pytest.Config) -> bool:
    """Tests with Hypothesis are in both runs: in the long one with more examples."""
    if not config.option.long:
        return not item.get_closest_marker("long")
    return bool(item.get_closest_marker("long") or item.get_closest_marker("hypothesis"))


def _first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """One item for each test function."""
    by_test = {item.nodeid.partition("[")[0]: item for item in reversed(items)}
    return list(reversed(by_test.values()))


# Last, for Hypothesis marks its tests here.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    run = [item for item in items if _is_run(item, config)]
    if config.option.sample:
        run = _first_cases(run)
    chosen = set(run)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = run


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, for many tests wait for programs that they have started."""
    return (os.cpu_count() or 1) + 1


# --- Nothing waits for ever ---

STDERR = pytest.StashKey[int]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, bool, bool]:
    """A test that hangs ends its process, which says where it was; others go on, and the run is red."""
    options = item.config.option
    is_whole = options.long and not options.sample
    limit = options.most_seconds or (7200 if is_whole else 900)  # many times what any takes on a slow day
    faulthandler.dump_traceback_later(limit, exit=True, file=item.config.stash[STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


# --- In CI ---


def pytest_collection_finish() -> None:
    """What is loaded now stays to the end: to look through it again and again took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.collect()  # else it waits for a quarter as much garbage as is frozen: gigabytes
    gc.set_threshold(100_000, 5, 1)  # what worlds leave behind is gone after a million objects, not after ten


def _nothing_is_skipped_in_ci(report: pytest.TestReport | pytest.CollectReport) -> None:
    if IN_CI and report.skipped:
        reason = getattr(report, "wasxfail", None) or report.longreprtext
        report.outcome = "failed"
        report.longrepr = f"not run, which counts as failed in CI: {reason}"


# Outermost, so that pytest's own wrapper has already turned an expected failure into a skip.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _nothing_is_skipped_in_ci(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _nothing_is_skipped_in_ci(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The checks that ./chasqui test ran before pytest, where people read: next to the closing line."""
    failed = os.environ.get("CHASQUI_FAILED_CHECKS")
    if failed:
        terminalreporter.write_line(f"FAILED before the tests: {failed} (see above)")
