"""Reading a letter as its reader would."""

import re
from html.parser import HTMLParser

UNREAD = ("head", "style", "title")


class Page(HTMLParser):
    """The words of a page, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.links, self.tags, self.attributes = "", list[str](), set[str](), set[str]()
        self._unread = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self._unread += tag in UNREAD
        self.text += " "
        self.links += [value or "" for name, value in attributes if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        self.text += " "

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.text += data


def links(text: str) -> list[str]:
    """The lines of a text that are links, and nothing but links."""
    return [line for line in text.splitlines() if re.fullmatch(r"https?://\S+", line)]


def words(text: str) -> list[str]:
    """Without links, lines and signs: what both forms of a letter must have in the same order."""
    return re.findall(r"\w+", re.sub(r"^https?://\S+$", "", text, flags=re.MULTILINE))
