"""What a book is made from: the record, and what the service knows beside it."""

from typing import Literal, NamedTuple, get_args

from app.i18n.render import Reader
from app.services.books.story import PrintedRemark
from app.services.matches.chance_facts import ChanceFacts

Paper = Literal["a4", "letter", "booklet", "letter-booklet"]  # a booklet: half a sheet of A4, or of Letter
PAPERS: tuple[Paper, ...] = get_args(Paper)
BOOKLETS: tuple[Paper, ...] = ("booklet", "letter-booklet")
_A4 = ("page.css", "report.css")
STYLES: dict[Paper, tuple[str, ...]] = {
    "a4": _A4,
    "letter": (*_A4, "letter.css"),
    "booklet": (*_A4, "booklet.css"),
    "letter-booklet": (*_A4, "booklet.css", "letter-booklet.css"),
}


def paper_in(text: str) -> Paper:
    """A4 where the text names none."""
    return next((paper for paper in PAPERS if paper == text), "a4")


class Dedication(NamedTuple):
    """Signed with the name of its writer."""

    seat: int
    text: str


class Edition(NamedTuple):
    """Everything that a book is made from. Equal editions make the same book, to the byte."""

    record: str
    names: tuple[str, ...]  # of the seats, as they are shown now
    title: str
    code: str  # of the match
    address: str  # of its page
    language: str = "en"
    paper: Paper = "a4"
    chance: ChanceFacts = ChanceFacts(())  # of a record alone, nobody knows what was shown before it
    talk: tuple[PrintedRemark, ...] = ()  # of the players, if the match's terms allow to print it
    diaries: tuple[PrintedRemark, ...] = ()  # of players who have agreed to that
    dedications: tuple[Dedication, ...] = ()
    points: tuple[int, ...] = ()  # of a match that its players have ended as it stood

    @property
    def reader(self) -> Reader:
        """A book is for everybody who reads the language, wherever they are: its times are in UTC."""
        return Reader(self.language, "UTC")
