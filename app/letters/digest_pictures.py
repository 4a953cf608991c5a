"""The pictures of a digest: one for each match, as far as there is room, and most of them small."""

from dataclasses import replace

from app.letters.match_news import MatchNews, with_picture
from app.letters.recipient import Recipient
from app.printing.raster import Picture, narrowed

MOST_PICTURES = 6
NAME = "board"


class DigestPictures:
    def __init__(self) -> None:
        self._taken: list[Picture] = []

    def add(self, to: Recipient, news: MatchNews, large: bool = False, alt: str = "") -> MatchNews:
        """`large`: it is what the reader decides by. `alt`: in place of the whole board in words."""
        if len(self._taken) == MOST_PICTURES:
            return news
        drawn = with_picture(to, news)
        if not drawn.picture:
            return news
        picture = drawn.picture if large else narrowed(drawn.picture)
        self._taken.append(picture)
        number = len(self._taken)
        name = NAME if number == 1 else f"{NAME}-{number}"
        return replace(drawn, picture=picture, picture_name=name, alt=alt or drawn.alt)

    @property
    def first(self) -> bytes | None:
        return self._taken[0].png if self._taken else None

    @property
    def others(self) -> tuple[bytes, ...]:
        return tuple(picture.png for picture in self._taken[1:])
