"""Reading a letter as its reader would."""

import re
from html.parser import HTMLParser

UNREAD = ("head", "style", "title")


BOARD = re.compile(r"(?<=The board)\s.*?(?=You are [A-H],)", re.DOTALL)


class Page(HTMLParser):
    """The words of a page, where its links lead, and what it says instead of its pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.links, self.tags, self.attributes = "", list[str](), set[str](), set[str]()
        self.pictures = list[dict[str, str | None]]()
        self._unread = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self._unread += tag in UNREAD
        self.text += " "
        self.links += [value or "" for name, value in attributes if name == "href"]
        if tag == "img":
            self.pictures.append(dict(attributes))

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD
        self.text += " "

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.text += data


def links(text: str) -> list[str]:
    """The lines of a text that are links, and nothing but links."""
    return [line for line in text.splitlines() if re.fullmatch(r"https?://\S+", line)]


def without_board(text: str) -> str:
    """What stands before and after the board: the page has a picture of it, and less to say beside that."""
    return BOARD.sub("", text)


def words(text: str) -> list[str]:
    """Without links, lines and signs: what both forms of a letter must have in the same order."""
    return re.findall(r"\w+", re.sub(r"^https?://\S+$", "", text, flags=re.MULTILINE))
