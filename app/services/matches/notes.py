"""Private notes: one text for each player and match, which nobody else sees."""

from sqlmodel import Session, select

from app.clock import now
from app.models import Match, Note
from app.problems import Problem
from app.services.matches import find

LONGEST = 5000  # characters


def note_text(session: Session, match: Match, player_id: int | None) -> str:
    note = _note_of(session, match, player_id)
    return note.text if note else ""


def save_note(session: Session, code: str, player_id: int, text: str) -> None:
    """The text replaces the earlier one; an empty text deletes the note."""
    match = find.by_code(session, code)
    if len(text) > LONGEST:
        raise Problem(
            "A note can have up to {most} characters; this one has {length}.", most=LONGEST, length=len(text)
        )
    note = _note_of(session, match, player_id)
    if not text.strip():
        if note:
            session.delete(note)
        return
    note = note or Note(player_id=player_id, match_id=match.id, text="")
    note.text, note.at = text, now()
    session.add(note)


def _note_of(session: Session, match: Match, player_id: int | None) -> Note | None:
    own_note = select(Note).where(Note.match_id == match.id, Note.player_id == (player_id or 0))
    return session.exec(own_note).first()
