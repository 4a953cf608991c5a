"""The lines that a person wrote, without what the mail program has put around them.

In doubt a line is kept: who reads the orders takes only what reads as orders. But what is quoted never comes
through: where a quote begins without `>` before its lines, all that follows is taken for it.
"""

import re
from typing import NamedTuple

from app.mail.read.client_marks import (
    ADDED,
    CLEAN,
    FROM,
    MARK,
    OPENING,
    ORIGINAL,
    SENT,
    WHEN,
    WITH,
    WITH_FROM,
    WROTE,
)

LONGEST_BLOCK = 8  # lines of headers
LONGEST_ATTRIBUTION = 3  # lines
LONGEST_OF_ITS_LINES = 300
LONGEST_FOOTER = 160
LONGEST_SIGNATURE = 8  # lines behind a `--` that has lost its blank
NARROWEST, WIDEST = 72, 80  # where mail programs break lines
LONGEST_REST = 40  # of a line of ours that is broken

RULE = re.compile(r"[-_=*~#–—]{3,}")
FRAME = "-_=*: "
FIELD = re.compile(r"\**([^\W\d_][\w\- ]{0,14}?) ?\**:")
SCISSORS = re.compile(r"(?=.*-)[-–—\s]*(?:8<|>8|✂|%<|>%)(?:[-–—\s\w]|8<|>8|✂|%<|>%){0,60}")
LEVEL = re.compile(r"[> ]*+")


class Own(NamedTuple):
    lines: tuple[str, ...]
    below: bool  # some of them inside or below what is quoted


def own_lines(lines: list[str]) -> Own:
    last = next((n for n in range(len(lines), 0, -1) if lines[n - 1].strip()), 0)
    return _Scan(lines[:last]).run()


class _Scan:
    """Goes once over the lines, and looks a few lines ahead."""

    def __init__(self, lines: list[str]) -> None:
        self.raw = lines
        self.lines = [line.strip() for line in lines]
        self.at = 0
        self.kept = list[str]()
        self.seen_quote = self.below = False

    def run(self) -> Own:
        while self.at < len(self.lines):
            self._step()
        return Own(_tidy(self.kept), self.below)

    def _step(self) -> None:
        line = self.lines[self.at]
        if line.startswith(">"):
            self._quoted()
        elif not line:
            self._keep(line)
        elif (end := self._head(self.at)) > self.at:
            self._head_to(end)
        elif self._is_signature():
            self.at = self._after_signature(len(self.lines))
        elif SCISSORS.fullmatch(line):
            self._cut_out()
        elif RULE.fullmatch(line) or _is_footer(line):
            self.at += 1
        else:
            self._keep(line)

    def _keep(self, line: str) -> None:
        self.kept.append(line)
        self.below = self.below or (self.seen_quote and bool(line))
        self.at += 1

    def _quoted(self) -> None:
        """And what a mail program has broken off its line."""
        self.seen_quote = True
        is_example = _is_example(self.lines[self.at])
        self.at += 1
        while self.at < len(self.lines) and self._is_broken_off(is_example):
            self.at += 1

    def _is_broken_off(self, is_example: bool) -> bool:
        """Behind a line that has no room for its first word. If that is no example, only a short rest."""
        before, line, *after = self.lines[self.at - 1 : self.at + 2]
        if not line or line.startswith(">"):
            return False
        is_full = len(before) <= WIDEST and len(before) + 1 + len(line.split()[0]) > NARROWEST
        is_rest = len(line) <= LONGEST_REST and "".join(after).startswith(">")
        return is_full and (is_example or is_rest)

    # --- Where a quote begins ---

    def _head_to(self, end: int) -> None:
        """Without `>` behind its head, the quote has no end."""
        self.seen_quote = True
        is_marked = end < len(self.lines) and self.lines[end].startswith(">")
        self.at = end if is_marked else len(self.lines)

    def _head(self, start: int) -> int:
        """Where what stands before the quote ends, if it begins here: the next line that is not blank."""
        end = start
        while (after := self._one_head(end)) > end:
            end = self._written(after)
        return end

    def _one_head(self, at: int) -> int:
        if at == len(self.lines):
            return at
        line = self.lines[at]
        if MARK in line or _is_original(line):
            return at + 1
        if RULE.fullmatch(line) and line[0] == "_":
            block = self._written(at + 1)
            return self._block(block) if self._block(block) > block else at
        return max(self._block(at), self._attribution(at))

    def _written(self, at: int) -> int:
        while at < len(self.lines) and not self.lines[at]:
            at += 1
        return at

    def _block(self, start: int) -> int:
        """Outlook's: From, Sent, To, Subject, in any order."""
        names, end = set[str](), start
        for at in range(start, min(start + LONGEST_BLOCK, len(self.lines))):
            field = FIELD.match(self.lines[at])
            if field and (name := field[1].lower()) in FROM | WITH_FROM:
                names.add(name)
                end = at + 1
            elif at == start or not self.lines[at]:
                break
        return end if len(names) >= 3 and names & FROM else start

    def _attribution(self, start: int) -> int:
        """On ..., Chasqui wrote: in one line, or broken into up to three."""
        longest = LONGEST_ATTRIBUTION if OPENING.match(self.lines[start]) else 1
        for end in range(start + 1, min(start + longest, len(self.lines)) + 1):
            if not _may_be_attribution(self.lines[end - 1]):
                break
            if self._is_attribution(start, end):
                later = (at for at in range(start + 1, end) if OPENING.match(self.lines[at]))
                return start if any(self._is_attribution(at, end) for at in later) else end
        return start

    def _is_attribution(self, start: int, end: int) -> bool:
        """In another language than ours, it is known by the `>` behind it."""
        text = " ".join(self.lines[start:end])
        if not text.endswith(":") or not WHEN.search(text):
            return False
        after = self._written(end)
        if after < len(self.lines) and self.lines[after].startswith(">"):
            return True
        return bool(WROTE.search(text)) and ("@" in text or bool(OPENING.match(text)))

    # --- What comes after what the person wrote ---

    def _is_signature(self) -> bool:
        """A `--` that has lost its blank is one if little follows."""
        if self.lines[self.at] != "--":
            return False
        longest = LONGEST_SIGNATURE + 1
        return self.raw[self.at] == "-- " or self._after_signature(longest) - self.at <= longest

    def _after_signature(self, longest: int) -> int:
        at, last = self.at + 1, min(len(self.lines), self.at + 1 + longest)
        while at < last and not self.lines[at].startswith(">") and self._head(at) == at:
            at += 1
        return at

    def _cut_out(self) -> None:
        """To the other scissors, or the end."""
        self.seen_quote = True
        at = self.at + 1
        while at < len(self.lines) and not SCISSORS.fullmatch(self.lines[at]):
            at += 1
        self.at = at + 1


def _is_example(line: str) -> bool:
    """Indented: our letters do not break it themselves. What is quoted twice has grown longer."""
    level = LEVEL.match(line)
    assert level
    return level[0].count(">") > 1 or level[0].endswith("   ")


def _may_be_attribution(line: str) -> bool:
    return bool(line) and not line.startswith(">") and len(line) <= LONGEST_OF_ITS_LINES


def _is_original(line: str) -> bool:
    is_framed = line.startswith("-") or line.endswith(":")
    return is_framed and line.strip(FRAME).lower() in ORIGINAL


def _is_footer(line: str) -> bool:
    low = line.lower()
    if len(low) > LONGEST_FOOTER:
        return False
    return (
        low.startswith(ADDED) or (low.startswith(SENT) and bool(WITH.search(low))) or bool(CLEAN.match(low))
    )


def _tidy(kept: list[str]) -> tuple[str, ...]:
    """Blank lines only between others, and one at a time."""
    lines = [line for line, before in zip(kept, ["", *kept], strict=False) if line or before]
    return tuple(lines[:-1] if lines and not lines[-1] else lines)
