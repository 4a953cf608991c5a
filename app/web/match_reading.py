"""A match as the reader of this page may see it: all pages about a match begin here."""

from dataclasses import dataclass

from sqlmodel import Session

from app.problems import NotAllowed
from app.services.matches import find, notes, talk
from app.services.matches.find import player_of
from app.services.matches.match_view import MatchView, view_for
from app.services.matches.talk import Remark
from app.services.play import drafts
from app.web.pages import house, page_speech, set_reader
from app.web.sessions import my_id, need_player_or_guest

MOST_STEPS = 1_000_000  # more than any match has; larger numbers do not fit everywhere


@dataclass(frozen=True)
class MatchReading:
    """What a match's page shows to its reader: the match, the talk, and the reader's own draft and note."""

    view: MatchView
    talk: list[Remark]
    draft: str  # orders that are not submitted yet
    note: str


def has_started(session: Session, code: str) -> bool:
    """Before its start, a match has only the lobby's page."""
    return find.by_code(session, code).started_at is not None


def view_of(session: Session, code: str, seat: int | None = None, step: int | None = None) -> MatchView:
    return view_for(session, house(), code, my_id(), seat, step, page_speech())


def read_view(code: str, seat: int | None = None, step: int | None = None) -> MatchView:
    with house().reading() as session:
        return view_of(session, code, seat, step)


def reading_of(session: Session, code: str, seat: int | None = None) -> MatchReading:
    view = view_of(session, code, seat)
    match, ask = find.by_code(session, code), view.ask
    draft = drafts.draft_text(session, match, view.number, ask.turn, ask.base) if view.number and ask else ""
    return MatchReading(
        view, talk.latest_remarks(session, match), draft, notes.note_text(session, match, my_id())
    )


def read_match(code: str, seat: int | None = None) -> MatchReading:
    with house().reading() as session:
        return reading_of(session, code, seat)


# --- Seats ---


def own_seat(session: Session, code: str) -> int | None:
    """The number of the seat of the player who is signed in."""
    player, match = my_id(), find.by_code(session, code)
    seats = find.seats_of(session, match)
    return next((seat.number for seat in seats if player and seat.player_id == player), None)


def my_seat(code: str) -> int:
    need_player_or_guest()
    with house().reading() as session:
        number = own_seat(session, code)
    if not number:
        raise NotAllowed("You have no seat in this match.")
    return number


def read_by_seat(code: str, number: int) -> None:
    """This page is in the language of the seat's player, who may be signed out."""
    with house().reading() as session:
        seats = find.seats_of(session, find.by_code(session, code))
        player = next((player_of(session, seat) for seat in seats if seat.number == number), None)
    set_reader(player)
