"""A few hints for somebody who plays a game for the first time: one line each, in `hints.<language>.txt`."""

from functools import cache
from importlib.resources import files


@cache
def hints(package: str, language: str) -> tuple[str, ...]:
    """Those of a game's package, in English if there are none in this language. A game may have none."""
    file = files(package) / f"hints.{language}.txt"
    if file.is_file():
        return tuple(file.read_text(encoding="utf-8").splitlines())
    return hints(package, "en") if language != "en" else ()
