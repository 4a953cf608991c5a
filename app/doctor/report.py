"""The findings as lines to read, without any secret."""

import shutil
import textwrap
from collections.abc import Collection, Iterable

from app.doctor.findings import Finding, Grade

WIDTH, NAME = 100, 14
MARKS: dict[Grade, str] = {"right": "ok", "warning": "warn", "wrong": "WRONG", "not seen": "-"}


def lines_of(found: Finding, secrets: Collection[str] = ()) -> Iterable[str]:
    begin = f"{MARKS[found.grade]:<6}{found.name:<{NAME}} "
    words = " ".join(_without(found.words, secrets).split())
    indent = " " * (6 + NAME + 1)
    yield textwrap.fill(
        words,
        WIDTH,
        initial_indent=begin,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for typed in found.to_type:
        yield f"{indent}> {_for_root(_without(typed, secrets))}"


def _for_root(typed: str) -> str:
    """A bare Debian has no sudo, and whoever looks after it is root."""
    if shutil.which("sudo"):
        return typed
    if typed.startswith("sudo -u "):
        user, _, command = typed.removeprefix("sudo -u ").partition(" ")
        return f"runuser -u {user} -- {command}"
    return typed.replace("sudo ", "")


def _without(text: str, secrets: Collection[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) > 1:
            text = text.replace(secret, "…")
    return "".join(char if char.isprintable() else " " for char in text)


def summary(findings: Collection[Finding]) -> str:
    counts = {grade: sum(found.grade == grade for found in findings) for grade in MARKS}
    if not counts["wrong"] and not counts["warning"]:
        return f"All is right ({counts['right']} looks)."
    return f"{counts['wrong']} wrong, {counts['warning']} to look at, {counts['right']} right."
