"""Book and film that a letter has taken along, for the page that shows a letter which is kept here."""

from typing import NamedTuple

from sqlmodel import Session, col, select

from app.models import Book, Film, Letter, Match, Player
from app.services.books import film_store, store


class SentFile(NamedTuple):
    name: str  # as in the mail
    address: str


def files_of(session: Session, letter: Letter) -> list[SentFile]:
    match = session.get(Match, letter.match_id) if letter.match_id else None
    reader = session.get(Player, letter.player_id) if letter.player_id else None
    if letter.kind != "result" or not match or not reader:
        return []
    language = store.book_language(reader.language)
    files = []
    if store.for_letter(session, match, language) and was_there(session, letter, Book, language):
        files.append(SentFile("book.pdf", f"/m/{match.code}/report.pdf?language={language}"))
    if film_store.for_letter(session, match.id, language) and was_there(session, letter, Film, language):
        files.append(SentFile("match.gif", f"/m/{match.code}/film.gif?language={language}"))
    return files


def was_there(session: Session, letter: Letter, table: type[Book] | type[Film], language: str) -> bool:
    """Not where the letter could not wait for it. One that was wanted anew later had been there before."""
    mine = (col(table.match_id) == letter.match_id) & (col(table.language) == language)
    late = (col(table.wanted_at) <= letter.sent_at) & (col(table.made_at) > letter.sent_at)
    return letter.sent_at is not None and session.exec(select(table.id).where(mine & late)).first() is None
