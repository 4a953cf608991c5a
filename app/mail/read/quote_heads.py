"""Finds the head of a quote: the lines that a mail program puts between an answer and what it answers.

Tables know the words of some languages. In all others a head is known by what it repeats of the mail itself:
an address, its subject, a date.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.mail.read.client_marks import (
    ATTRIBUTION_START,
    DATE,
    DATE_OR_ADDRESS,
    HEADER_WORDS,
    LETTER_MARK,
    QUOTE_TITLES,
    TIME,
    WROTE,
    HeaderWords,
)

LONGEST_BLOCK = 12  # lines of headers, and blank ones between them
FEWEST_FIELDS, FEWEST_SIGNS = 3, 2
LONGEST_ATTRIBUTION = 3  # lines
LONGEST_ATTRIBUTION_LINE = 300
SHORTEST_SUBJECT = 5  # characters; a shorter one may stand anywhere

RULE = re.compile(r"[-_=*~#–—]{3,}")
FRAME = "-_=*~#–— :"
FRAMED = re.compile(r"\*?[-_=~#–—]{2,}\s*[^\s\-_=~#–—].*[-_=~#–—]{2,}\*?")
FIELD = re.compile(r"[*_]*([^\W\d_][\w\-.’'() ]{0,24}?) ?[*_]*[:：][*_]*(?!/)(.*)")
MARKS = re.compile(r"(?:[^\W\d_]{1,6}(?:\[\d+\])? ?[:：]\s*)+")  # Re:, AW:, Odp:
OURS = re.compile(
    r"\b[a-z][.+][a-z2-7]{26}@([^\s@<>\"',;:()\[\]]++)"
)  # an address that letters are answered at
NO_ADDRESS = r"\s@<>\"',;:()\[\]"  # characters
ADDRESS = re.compile(rf"(?<![^{NO_ADDRESS}])[^{NO_ADDRESS}]++@[^{NO_ADDRESS}]++")


@dataclass(frozen=True)
class Known:
    """What the head of a quote repeats of the mail that it stands in; all in lower case."""

    addresses: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()  # ours
    names: frozenset[str] = frozenset()  # of writer and reader
    subject: str = ""  # without Re:

    @classmethod
    def of(cls, subject: str, headers: Iterable[str]) -> "Known":
        low = [header.lower() for header in headers]
        bare = MARKS.sub("", subject, count=1).strip().lower()
        found = frozenset(address for header in low for address in ADDRESS.findall(header))
        ours = frozenset(ours[1] for header in low for ours in OURS.finditer(header))
        names = frozenset(header.partition("<")[0].strip(" \"'") for header in low) - {""}
        return cls(found, ours, names, bare if len(bare) >= SHORTEST_SUBJECT else "")

    def has_address(self, text: str) -> bool:
        found = [address.lower() for address in ADDRESS.findall(text)]
        return any(one in self.addresses or one.rpartition("@")[2] in self.domains for one in found)

    def signs(self, values: Iterable[str]) -> int:
        """How many kinds of signs are in the values of headers: whom, about what, when."""
        low = [value.strip(" *_").lower() for value in values]
        return sum(
            (
                any(value in self.names or self.has_address(value) for value in low),
                bool(self.subject) and any(self.subject in value for value in low),
                any(map(DATE.search, low)),
            )
        )


class QuoteHeads:
    def __init__(self, lines: list[str], known: Known) -> None:
        self.lines = lines
        self.known = known

    def end(self, start: int) -> int:
        """The line behind the head of a quote, which is not blank; or `start` if no head begins there."""
        end = start
        while (after := self._end_of_one(end)) > end:
            end = self._skip_blanks(after)
        return end

    def _end_of_one(self, at: int) -> int:
        if at == len(self.lines):
            return at
        line = self.lines[at]
        if LETTER_MARK in line or _is_quote_title(line) or self._is_framed_head(at):
            return at + 1
        if RULE.fullmatch(line) and line[0] == "_":
            block = self._skip_blanks(at + 1)
            return self._end_of_block(block) if self._end_of_block(block) > block else at
        return max(self._end_of_block(at), self._end_of_attribution(at))

    def _skip_blanks(self, at: int) -> int:
        while at < len(self.lines) and not self.lines[at]:
            at += 1
        return at

    # --- From, Sent, To, Subject ---

    def _end_of_block(self, start: int, fewest: int = FEWEST_FIELDS) -> int:
        """The line behind a block of headers, in any order; `start` if none begins there."""
        fields = list(self._fields(start))
        if self._stands_apart(fields):
            return start
        for number in range(fewest, len(fields) + 1):
            if self._are_headers(start, fields[:number]):
                return self._end_of_fields(fields[number - 1][0] + 1)
        return start

    def _stands_apart(self, fields: list[tuple[int, re.Match[str]]]) -> bool:
        """Whether the first ones are the writer's own, with a block of headers below them."""
        rows = [field for _, field in fields]
        if _are_known_headers(rows[1:]) and not _are_known_headers(rows):
            return True
        first = next((n for n, (at, _) in enumerate(fields) if n and not self.lines[at - 1]), len(fields))
        own, block = fields[:first], fields[first:]
        if len(block) < FEWEST_FIELDS or self.known.signs(field[2] for _, field in own):
            return False
        return self._are_headers(block[0][0], block)

    def _end_of_fields(self, at: int) -> int:
        """Behind the fields that follow without a blank line: what comes later may be the letter's."""
        while at < len(self.lines) and FIELD.match(self.lines[at]):
            at += 1
        return at

    def _are_headers(self, start: int, fields: list[tuple[int, re.Match[str]]]) -> bool:
        return _are_known_headers([field for _, field in fields]) or self._repeats_the_mail(start, fields)

    def _fields(self, start: int) -> Iterator[tuple[int, re.Match[str]]]:
        """Lines like headers, and where they are. A program may break long ones, or leave empty lines."""
        gap = ""
        for at in range(start, min(start + LONGEST_BLOCK, len(self.lines))):
            line = self.lines[at]
            if _is_quote_title(line):
                return
            if field := FIELD.match(line):
                yield at, field
                continue
            kind = "broken" if line else "empty"
            if at == start or gap not in ("", kind):
                return
            gap = kind

    def _repeats_the_mail(self, start: int, fields: list[tuple[int, re.Match[str]]]) -> bool:
        """For languages that no table has. What a person wrote may look alike, so it must be nothing else."""
        between = (line for line in self.lines[start : fields[-1][0]] if line and not FIELD.match(line))
        values = [field[2] for _, field in fields]
        if any(between) or not self.known.signs(values[:1]):
            return False
        return self.known.signs(values) >= FEWEST_SIGNS

    # --- "-----Original Message-----", "---- On ..., Chasqui wrote ----" ---

    def _is_framed_head(self, at: int) -> bool:
        """A line between dashes, in any language, which names a writer or has headers below it."""
        line = self.lines[at]
        if len(line) > LONGEST_ATTRIBUTION_LINE or not FRAMED.fullmatch(line):
            return False
        if DATE_OR_ADDRESS.search(line) and (WROTE.search(line) or self.known.has_address(line)):
            return True
        below = self._skip_blanks(at + 1)
        if below == len(self.lines):
            return False
        return max(self._end_of_block(below, fewest=2), self._end_of_attribution(below)) > below

    # --- "On ..., Chasqui wrote:" ---

    def _end_of_attribution(self, start: int) -> int:
        """The line behind it, which takes up to three; `start` if it is not there."""
        longest = LONGEST_ATTRIBUTION if self._may_begin_attribution(start) else 1
        for end in range(start + 1, min(start + longest, len(self.lines)) + 1):
            if not _may_be_attribution(self.lines[end - 1]):
                break
            if self._is_attribution(start, end):
                later = (at for at in range(start + 1, end) if ATTRIBUTION_START.match(self.lines[at]))
                return start if any(self._is_attribution(at, end) for at in later) else end
        return start

    def _may_begin_attribution(self, at: int) -> bool:
        line = self.lines[at]
        has_time = DATE.search(line) and TIME.search(line)
        return bool(ATTRIBUTION_START.match(line) or has_time) or line.endswith("<")

    def _is_attribution(self, start: int, end: int) -> bool:
        """Languages that the tables do not know are recognized by the `>` behind it, or by an address."""
        text = " ".join(self.lines[start:end])
        if not text.endswith((":", "：")) or not DATE_OR_ADDRESS.search(text):
            return False
        after = self._skip_blanks(end)
        if after < len(self.lines) and self.lines[after].startswith(">"):
            return True
        has_date = bool(DATE.search(text))
        if has_date and self.known.has_address(text):
            return True
        begins = bool(ATTRIBUTION_START.match(text)) or (has_date and bool(TIME.search(text)))
        return bool(WROTE.search(text)) and ("@" in text or begins)


def _are_known_headers(fields: list[re.Match[str]]) -> bool:
    names = [field[1].strip().lower() for field in fields]
    return bool(names) and any(_are_of_one_language(names, words) for words in HEADER_WORDS)


def _are_of_one_language(names: list[str], words: HeaderWords) -> bool:
    found = {*names} & (words.sender | words.others)
    return names[0] in found and len(found) >= FEWEST_FIELDS and bool(found & words.sender)


def _may_be_attribution(line: str) -> bool:
    return bool(line) and not line.startswith(">") and len(line) <= LONGEST_ATTRIBUTION_LINE


def _is_quote_title(line: str) -> bool:
    is_framed = line[:1] in "-*_=~#–—" or line.endswith((":", "："))
    return is_framed and line.strip(FRAME).lower() in QUOTE_TITLES
