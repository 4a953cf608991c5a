"""Finds the lines that a person wrote among those that the mail program has added.

In doubt a line is kept, because lines that are no orders are ignored later. But a quote must never come
through: where one begins without `>` before its lines, all lines that follow count as quoted.
"""

import re
from typing import NamedTuple

from app.mail.read.client_marks import FOOTER_STARTS, SENDING_DEVICE, SENT_FROM, VIRUS_FOOTER
from app.mail.read.quote_heads import RULE, Known, QuoteHeads

LONGEST_FOOTER = 160
LONGEST_SIGNATURE = 8  # lines behind a `--` without its blank
NARROWEST, WIDEST = 72, 80  # at this width mail programs break lines
LONGEST_REST = 40  # characters that a mail program has broken off one of our lines

SCISSORS = re.compile(r"(?=.*-)[-–—\s]*(?:8<|>8|✂|%<|>%)(?:[-–—\s\w]|8<|>8|✂|%<|>%){0,60}")
QUOTE_LEVEL = re.compile(r"[> ]*+")
NOTHING_KNOWN = Known()


class OwnLines(NamedTuple):
    lines: tuple[str, ...]
    below: bool  # whether some of them are inside or below a quote


def find_own_lines(lines: list[str], known: Known = NOTHING_KNOWN) -> OwnLines:
    last = next((n for n in range(len(lines), 0, -1) if lines[n - 1].strip()), 0)
    return _Scan(lines[:last], known).run()


class _Scan:
    """Goes over the lines once, and looks only a few lines ahead."""

    def __init__(self, lines: list[str], known: Known) -> None:
        self.raw = lines
        self.lines = [line.strip() for line in lines]
        self.heads = QuoteHeads(self.lines, known)
        self.at = 0
        self.kept = list[str]()
        self.seen_quote = self.below = False

    def run(self) -> OwnLines:
        while self.at < len(self.lines):
            self._step()
        return OwnLines(_without_extra_blanks(self.kept), self.below)

    def _step(self) -> None:
        line = self.lines[self.at]
        if line.startswith(">"):
            self._skip_quote()
        elif not line:
            self._keep(line)
        elif (end := self.heads.end(self.at)) > self.at:
            self._skip_head(end)
        elif self._is_signature():
            self.at = self._after_signature(len(self.lines))
        elif SCISSORS.fullmatch(line):
            self._skip_to_scissors()
        elif RULE.fullmatch(line) or _is_footer(line):
            self.at += 1
        else:
            self._keep(line)

    def _keep(self, line: str) -> None:
        self.kept.append(line)
        self.below = self.below or (self.seen_quote and bool(line))
        self.at += 1

    def _skip_quote(self) -> None:
        """Skips a quoted line, and the pieces that a mail program has broken off it."""
        self.seen_quote = True
        is_example = _is_example(self.lines[self.at])
        self.at += 1
        while self.at < len(self.lines) and self._is_broken_off(is_example):
            self.at += 1

    def _is_broken_off(self, is_example: bool) -> bool:
        """Whether the line before has no room for this line's first word.

        Behind an example any such line is a piece of it. Behind other lines it must be short, with `>` next.
        """
        before, line, *after = self.lines[self.at - 1 : self.at + 2]
        if not line or line.startswith(">"):
            return False
        is_full = len(before) <= WIDEST and len(before) + 1 + len(line.split()[0]) > NARROWEST
        is_rest = len(line) <= LONGEST_REST and "".join(after).startswith(">")
        return is_full and (is_example or is_rest)

    # --- Where a quote begins ---

    def _skip_head(self, end: int) -> None:
        """Skips the head of a quote. Without `>` behind it the quote has no end."""
        self.seen_quote = True
        is_marked = end < len(self.lines) and self.lines[end].startswith(">")
        self.at = end if is_marked else len(self.lines)

    # --- Signatures, and text between scissors ---

    def _is_signature(self) -> bool:
        """`-- ` always begins a signature; `--`, which has lost its blank, only if few lines follow."""
        if self.lines[self.at] != "--":
            return False
        longest = LONGEST_SIGNATURE + 1
        return self.raw[self.at] == "-- " or self._after_signature(longest) - self.at <= longest

    def _after_signature(self, longest: int) -> int:
        at, last = self.at + 1, min(len(self.lines), self.at + 1 + longest)
        while at < last and not self.lines[at].startswith(">") and self.heads.end(at) == at:
            at += 1
        return at

    def _skip_to_scissors(self) -> None:
        """Skips to the next scissors, or to the end."""
        self.seen_quote = True
        at = self.at + 1
        while at < len(self.lines) and not SCISSORS.fullmatch(self.lines[at]):
            at += 1
        self.at = at + 1


def _is_example(line: str) -> bool:
    """Our letters indent examples and never break them. A line that is quoted twice has grown longer, too."""
    level = QUOTE_LEVEL.match(line)
    assert level
    return level[0].count(">") > 1 or level[0].endswith("   ")


def _is_footer(line: str) -> bool:
    low = line.lower()
    if len(low) > LONGEST_FOOTER:
        return False
    is_sent_from = low.startswith(SENT_FROM) and bool(SENDING_DEVICE.search(low))
    return is_sent_from or low.startswith(FOOTER_STARTS) or bool(VIRUS_FOOTER.match(low))


def _without_extra_blanks(kept: list[str]) -> tuple[str, ...]:
    """Keeps blank lines only between other lines, and one at a time."""
    lines = [line for line, before in zip(kept, ["", *kept], strict=False) if line or before]
    return tuple(lines[:-1] if lines and not lines[-1] else lines)
