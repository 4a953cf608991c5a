"""What the usual run leaves to ./chasqui test --long."""

from collections.abc import Collection, Iterable
from typing import TypeVar

import pytest

Value = TypeVar("Value")


def long(*values: object) -> pytest.ParameterSet:
    """A case of a parametrized test that only the long run has."""
    return pytest.param(*values, marks=pytest.mark.long)


def shortened(values: Iterable[Value], usual: Collection[Value]) -> list[Value | pytest.ParameterSet]:
    """All of them as cases, of which the usual run has only some."""
    return [value if value in usual else long(value) for value in values]
