"""What every test runs under."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# The real servers that tests may ask for.
pytest_plugins = ["tests.servers"]

IN_CI = os.environ.get("CI") == "true"

# No deadline: a slow moment of the machine is no fault of the code. In CI the same examples every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if IN_CI else "here")


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
