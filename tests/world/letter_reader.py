"""Reading a letter as its reader would."""

import re
from html.parser import HTMLParser

from icalendar import Calendar, Event
from itsdangerous import URLSafeTimedSerializer

from app.links import Action

UNREAD = ("head", "style", "title")


# What a page has besides what the letter says: for the inbox, and the board, which the text has in letters.
BESIDES = {"preheader", "brand", "drawn", "standing"}
VOID = {"br", "hr", "img", "meta"}
BOARD = re.compile(r"^The board\n-+\n.*?^You are [A-H], [^\n]*\n", re.DOTALL | re.MULTILINE)


class Page(HTMLParser):
    """The words of a page, where its links lead, and what it says instead of its pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.links, self.tags, self.attributes = "", list[str](), set[str](), set[str]()
        self.pictures = list[dict[str, str | None]]()
        self._unread, self._besides, self._depth = 0, 0, 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self._unread += tag in UNREAD
        self._depth += tag not in VOID
        if not self._besides and BESIDES & set((dict(attributes).get("class") or "").split()):
            self._besides = self._depth
        self.text += " "
        self.links += [value or "" for name, value in attributes if name == "href"]
        if tag == "img":
            self.pictures.append(dict(attributes))

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        if self._depth == self._besides:
            self._besides = 0
        self._depth -= tag not in VOID
        self.text += " "

    def handle_data(self, data: str) -> None:
        if not self._unread and not self._besides:
            self.text += data


def links(text: str) -> list[str]:
    """The lines of a text that are links, and nothing but links."""
    return [line for line in text.splitlines() if re.fullmatch(r"https?://\S+", line)]


def one_click(text: str) -> dict[str, str]:
    """The orders that a letter offers as links, each with its address; without orders, the seat's page.

    What a link does stands in it for everybody to read: only its signature needs a key.
    """
    found = {}
    for address, token in re.findall(r"^(https?://\S+/do/(\S+)/go)\r?$", text, re.MULTILINE):
        _, said = URLSafeTimedSerializer("").loads_unsafe(token)
        found[Action(*said).orders] = address
    return found


def examples(text: str) -> list[str]:
    """The orders that a letter shows as legal now, in its last marked lines; a long one goes on in the next.

    Marked lines with a caret below show a mistake.
    """
    blocks = re.findall(r"(?:^ {4}> .*\n?)+", text.replace("\r\n", "\n"), re.MULTILINE)
    if not blocks or "^" in blocks[-1]:
        return []
    return str(re.sub(r"^ {4}> ", "", blocks[-1], flags=re.MULTILINE)).replace(";\n", "; ").splitlines()


def without_board(text: str) -> str:
    """What stands before and after the board: the page has a picture of it."""
    return BOARD.sub("", text)


def words(text: str) -> list[str]:
    """Without links, lines and signs: what both forms of a letter must have in the same order."""
    return re.findall(r"\w+", re.sub(r"^https?://\S+$", "", text, flags=re.MULTILINE))


def entries_in(calendar: bytes) -> tuple[Calendar, list[Event]]:
    made = Calendar.from_ical(calendar)
    assert isinstance(made, Calendar)
    return made, [part for part in made.walk("VEVENT") if isinstance(part, Event)]
