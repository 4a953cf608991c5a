"""Reading the text of a guide. The marks are few, so that anybody who knows the language can write one:

# A title
A paragraph, on one line. Orders in it stand between backticks: `end`.
1. A step of a numbered list
= worker leader: pictures side by side, and what to say about them
`dig c4`: an order, and what it does
| What a table's columns are | ...
| `dig c4` | a row; one that begins with an order tells in its second cell what the order does
> opening: the position that an example starts from, and what to say about it
`tile c4 r1`: an order of the example, and what it does
`torch` `camp`: the same where several seats answer at once; one order for each, in the order of the seats

An empty line stands between two of these blocks. Lines of the same kind without one belong together.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from engine.guide import Block, Example, OrderList, Paragraph, Pictures, Played, Section, Steps, Table

TITLE = "# "
_ORDER = re.compile(r"`([^`]+)`: (\S.*)")
_PLAYED = re.compile(r"(`[^`]+`(?: `[^`]+`)*): (\S.*)")
_STEP = re.compile(r"(\d+)\. (\S.*)")
_PICTURES = re.compile(r"= ([a-zA-Z0-9][\w -]*?)(?:: (\S.*))?")
_EXAMPLE = re.compile(r"> ([a-z][\w-]*): (\S.*)")
_AN_ORDER = "“`dig c4`: Uncover the next level”"
_MARKS = re.compile(r"[^\w„“«\"(¿¡]")


class GuideMistake(ValueError):
    """A guide that cannot be read: where, and what would be right."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")


class Lines(NamedTuple):
    """A block as it is written, with the number of its first line."""

    first: int
    lines: list[str]


@cache
def guide(package: str, language: str) -> tuple[Section, ...]:
    """The guide of a game's package; in English if there is none in this language."""
    file = files(package) / f"guide.{language}.txt"
    if not file.is_file():
        return guide(package, "en")
    try:
        return read_guide(file.read_text(encoding="utf-8"))
    except GuideMistake as mistake:
        mistake.add_note(f"in guide.{language}.txt of {package}")
        raise


def read_guide(text: str) -> tuple[Section, ...]:
    """Raises GuideMistake."""
    sections: list[tuple[Lines, list[Block]]] = []
    for block in _blocks(text):
        _check_backticks(block)
        if block.lines[0].startswith(TITLE):
            sections.append((block, []))
        elif not sections:
            raise GuideMistake(block.first, "a guide begins with a title, like “# What it is about”.")
        else:
            sections[-1][1].append(_block(block))
    return tuple(_section(title, blocks) for title, blocks in sections)


def _blocks(text: str) -> Iterator[Lines]:
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip() and (number == 1 or not lines[number - 2].strip()):
            rest = lines[number - 1 :]
            length = next((n for n, one in enumerate(rest) if not one.strip()), len(rest))
            yield Lines(number, rest[:length])


def _check_backticks(block: Lines) -> None:
    for number, line in enumerate(block.lines, block.first):
        if line.count("`") % 2:
            raise GuideMistake(number, "a backtick has no partner; orders stand between two: `dig c4`.")


def _section(title: Lines, blocks: list[Block]) -> Section:
    if len(title.lines) > 1:
        raise GuideMistake(title.first + 1, "an empty line follows a title.")
    if not blocks:
        raise GuideMistake(title.first, "nothing follows this title.")
    return Section(title.lines[0].removeprefix(TITLE).strip(), tuple(blocks))


def _block(block: Lines) -> Block:
    start = block.lines[0]
    for mark, read in _KINDS.items():
        if re.match(mark, start):
            return read(block)
    if _MARKS.match(start):
        raise GuideMistake(block.first, f"“{start[0]}” begins nothing here; a paragraph begins with a word.")
    if len(block.lines) > 1:
        raise GuideMistake(block.first + 1, "a paragraph is one line; put an empty line before the next one.")
    return Paragraph(start)


def _each(block: Lines, form: re.Pattern[str], right: str, skip: int = 0) -> list[re.Match[str]]:
    """All lines, which must be of one form."""
    found = []
    for number, line in enumerate(block.lines[skip:], block.first + skip):
        match = form.fullmatch(line.rstrip())
        if not match:
            raise GuideMistake(number, f"here I expect a line like {right}.")
        found.append(match)
    return found


def _orders(block: Lines) -> Block:
    found = _each(block, _ORDER, _AN_ORDER)
    return OrderList(tuple((match[1], match[2]) for match in found))


def _steps(block: Lines) -> Block:
    found = _each(block, _STEP, "“1. The first step”")
    for number, match in enumerate(found, 1):
        if int(match[1]) != number:
            raise GuideMistake(
                block.first + number - 1, f"the steps are numbered from 1; this is step {number}."
            )
    return Steps(tuple(match[2] for match in found))


def _pictures(block: Lines) -> Block:
    found = _each(block, _PICTURES, "“= worker leader: Words below the pictures”")
    if len(found) > 1:
        raise GuideMistake(block.first + 1, "all pictures of a row stand on one line.")
    return Pictures(tuple(found[0][1].split()), found[0][2] or "")


def _example(block: Lines) -> Block:
    right = "“> opening: What there is to say about this position”"
    (head,) = _each(Lines(block.first, block.lines[:1]), _EXAMPLE, right)
    found = _each(block, _PLAYED, _AN_ORDER, skip=1)
    if not found:
        raise GuideMistake(block.first, "an example needs orders, one on each line below this one.")
    lines = [Played(tuple(match[1].strip("`").split("` `")), match[2]) for match in found]
    return Example(head[1], head[2], tuple(lines))


def _table(block: Lines) -> Block:
    rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in block.lines]
    for number, (line, row) in enumerate(zip(block.lines, rows, strict=True), block.first):
        if not line.startswith("|"):
            raise GuideMistake(number, "every line of a table begins with “|”.")
        if len(row) != len(rows[0]) or not all(row):
            raise GuideMistake(number, f"this row needs {len(rows[0])} cells, and none of them empty.")
    if len(rows) < 2 or len(rows[0]) < 2:
        raise GuideMistake(block.first, "a table needs two columns and a row below its head.")
    return Table(rows[0], tuple(rows[1:]))


_KINDS: dict[str, Callable[[Lines], Block]] = {
    "`[^`]*`:": _orders,
    r"\d+\.": _steps,
    "=": _pictures,
    ">": _example,
    r"\|": _table,
}
