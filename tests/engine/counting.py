"""How much work something is, counted in calls: the same on every machine."""

import sys
from collections.abc import Callable


def calls(run: Callable[[], object]) -> int:
    count = 0

    def one_more(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(one_more)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
