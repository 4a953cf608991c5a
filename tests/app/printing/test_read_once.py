"""What an attribute of a picture says is read once, and is the same."""

from importlib import import_module

import pytest

from app.printing import weasy

assert weasy  # it prepares the library
UTILS, PATH = (import_module(f"weasyprint.svg.{part}") for part in ("utils", "path"))


@pytest.mark.parametrize("value", ["", None, "12", "1.5em", "50%", "3mm", "-.5", "1e3", 7, 0])
def test_a_size_is_what_it_was(value: str | float | None) -> None:
    for _ in range(2):
        assert UTILS.size(value, 10, 200) == UTILS.size.__wrapped__(value, 10, 200)


def test_a_path_is_read_once() -> None:
    PATH.normalize("M1-2.5.5,3")
    before = UTILS.normalize.cache_info().hits

    assert PATH.normalize("M1-2.5.5,3") == "M1 -2.5 .5 3"

    assert UTILS.normalize.cache_info().hits == before + 1
