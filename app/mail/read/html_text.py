"""Turns an HTML page into plain text: lines as a reader sees them, those of a quote with `> ` in front, and
what is struck through between `~~`, which is no order.

The standard library's HTMLParser takes quadratic time on tags that never end.
"""

import re
from dataclasses import dataclass
from html import unescape

from app.mail.read.client_marks import (
    LETTER_MARK,
    QUOTE_FOLLOWS,
    QUOTE_NAME_PART,
    QUOTE_NAMES,
    SIGNATURE_NAMES,
)

QUOTE_PREFIX, STROKE = "> ", "~~"
DEEPEST = 20  # regions within regions; a deeper one belongs to the last of these

BLOCKS = set(
    "address article blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr "
    "li main nav ol p pre section table tr ul".split()
)
CELLS = {"td", "th"}
EMPTY = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}  # elements without an end tag
SKIPPED = {"script", "style", "title", "textarea", "template", "noscript", "svg"}

COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+>?", re.DOTALL)
TAG = re.compile(
    r"""<(/?)([a-zA-Z][^\s/>]*+)((?:[^>"'=]++|=\s*+"[^"]*+"|=\s*+'[^']*+'|["'=])*+)>?""", re.DOTALL
)
NAMES = re.compile(r"""\b(?:class|id)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""", re.IGNORECASE)
# What nobody sees, like the line of a letter that is for inboxes only.
HIDDEN = re.compile(
    r"display\s*+:\s*+none|visibility\s*+:\s*+hidden|font-size\s*+:\s*+0(?![\d.])", re.IGNORECASE
)
STRUCK_TAGS = {"s", "strike", "del"}
STRUCK = re.compile(r"text-decoration[\w-]*+\s*+:[^;\"']*line-through", re.IGNORECASE)
MAY_BE_STRUCK = re.compile(rb"<(?:s|strike|del)[\s>]|line-through", re.IGNORECASE)
# A paragraph without space above it.
TIGHT = re.compile(r"msonormal|margin(?:-top)?\s*+:\s*+0", re.IGNORECASE)
HUGE = re.compile(r"&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{8,}+);?")
BLANKS = re.compile(r"[ \t\r\n\f]+")


def html_to_text(page: str) -> str:
    reader = _PageReader(page)
    reader.read()
    return "\n".join(reader.lines)


@dataclass
class _Struck:
    """An element that is struck through."""

    tag: str
    open: int = 1


@dataclass
class _Region:
    """An element of the page that is a quote, or else a signature or hidden, which is dropped."""

    tag: str
    quoted: bool
    open: int = 1  # how many tags of the same name are open


class _PageReader:
    def __init__(self, page: str) -> None:
        self.page, self.at = page, 0
        self.lines, self.line = list[str](), list[str]()
        self.regions = list[_Region]()
        self.struck = list[_Struck]()
        self.preformatted = False
        self.apart = False  # whether an empty line comes before the next one

    def read(self) -> None:
        while (found := self.page.find("<", self.at)) >= 0:
            self._text(self.page[self.at : found])
            self.at = found
            self._markup()
        self._text(self.page[self.at :])
        self._break()

    def _markup(self) -> None:
        if comment := COMMENT.match(self.page, self.at):
            self.at = comment.end()
        elif tag := TAG.match(self.page, self.at):
            self.at = tag.end()
            self._tag(tag[2].lower(), bool(tag[1]), tag[3])
        else:
            self._text("<")
            self.at += 1

    def _tag(self, tag: str, ends: bool, attributes: str) -> None:
        if tag == "br":
            self._break(hard=True)
        elif tag in BLOCKS:
            self._break()
            self.apart = self.apart or (tag == "p" and not ends and not TIGHT.search(attributes))
        elif tag in CELLS:
            self._text(" ")
        if tag == "pre":
            self.preformatted = not ends
        if ends:
            self._end(tag)
        elif tag in SKIPPED:
            self._skip(tag)
        else:
            self._start(tag, attributes)

    def _skip(self, tag: str) -> None:
        end = re.compile(f"</{tag}", re.IGNORECASE).search(self.page, self.at)
        self.at = end.start() if end else len(self.page)

    def _start(self, tag: str, attributes: str) -> None:
        names = _names(attributes)
        quoted = (
            tag == "blockquote" or bool(names & QUOTE_NAMES) or any(QUOTE_NAME_PART in name for name in names)
        )
        if names & QUOTE_FOLLOWS:
            self._break()
            self.line.append(LETTER_MARK)
            self._break()
        if tag in EMPTY:
            return
        self._strike(tag, attributes)
        is_dropped = bool(names & SIGNATURE_NAMES or HIDDEN.search(attributes))
        if (quoted or is_dropped) and len(self.regions) < DEEPEST:
            self._break()
            self.regions.append(_Region(tag, quoted and not is_dropped))
        elif region := self._innermost(tag):
            region.open += 1

    def _strike(self, tag: str, attributes: str) -> None:
        if self.struck and self.struck[-1].tag == tag:
            self.struck[-1].open += 1
        elif (tag in STRUCK_TAGS or STRUCK.search(attributes)) and len(self.struck) < DEEPEST:
            self.struck.append(_Struck(tag))

    def _end(self, tag: str) -> None:
        if self.struck and self.struck[-1].tag == tag:
            self.struck[-1].open -= 1
            if not self.struck[-1].open:
                self.struck.pop()
        region = self._innermost(tag)
        if region:
            region.open -= 1
            if not region.open:
                self._break()
                del self.regions[self.regions.index(region) :]

    def _innermost(self, tag: str) -> _Region | None:
        return next((region for region in reversed(self.regions) if region.tag == tag), None)

    def _text(self, text: str) -> None:
        for number, piece in enumerate(text.split("\n") if self.preformatted else [text]):
            if number:
                self._break(hard=True)
            self.line.append(f"{STROKE}{piece}{STROKE}" if self.struck and piece.strip() else piece)

    def _break(self, hard: bool = False) -> None:
        """Ends the line. An empty line is left out, unless the break is `hard`."""
        text = BLANKS.sub(" ", unescape(HUGE.sub("\ufffd", "".join(self.line)))).strip(" ")
        self.line.clear()
        if not (text or hard) or not all(region.quoted for region in self.regions):
            return
        if self.apart and text:
            self.lines.append("")
            self.apart = False
        self.lines.append(QUOTE_PREFIX + text if self.regions else text)


def _names(attributes: str) -> set[str]:
    found = (one for names in NAMES.findall(attributes) for one in names if one)
    return {name for value in found for name in value.lower().split()}
