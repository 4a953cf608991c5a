"""What a chat shows with a link to a match: only what an onlooker may see, made once and kept."""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session

from app.house import House
from app.i18n.render import speech
from app.printing.preview import Preview, Row, png_of
from app.safe_text import one_line
from app.services.books.kept_pages import KeptFiles, name_of_parts
from app.services.matches.find import MatchFacts
from app.services.matches.match_view import view_for
from engine.game import View
from engine.registry import game
from engine.speech import Speech, join_list


def preview_of_match(
    session: Session, house: House, code: str, language: str, step: int | None = None
) -> Preview:
    """As an onlooker sees the match, whoever asks. NotAllowed where only its players may watch."""
    told = speech(language)
    view = view_for(session, house, code, step=step, speech=told)
    match = view.match if view.step == view.last_step else replace(view.match, result=None, standing=None)
    names = [one_line(name) for name in view.names]
    events = view.history[-1].events if view.history else ()
    return Preview(
        game(view.match.game).svg(view.game_view, names, told, events, size="board"),
        one_line(match.title),
        match.game_title,
        news_of(match, names, told),
        tuple(_rows(match, view.game_view, names, told)),
    )


def news_of(match: MatchFacts, names: Sequence[str], told: Speech) -> str:
    """Names the winners. Empty while the match is played, or where nobody has won."""
    winners = [names[seat - 1] for seat in match.result["winners"]] if match.result else []
    words = told.ngettext("{winners} wins", "{winners} share the win", len(winners))
    return words.format(winners=join_list(winners, told)) if winners else ""


def _rows(match: MatchFacts, view: View, names: Sequence[str], told: Speech) -> list[Row]:
    """The points at the end, the most first; before it what onlookers are told first of each seat."""
    points = match.result["scores"] if match.result else match.standing
    if points:
        ranked = sorted(enumerate(points, 1), key=lambda row: -row[1])
        return [Row(seat, names[seat - 1], str(score)) for seat, score in ranked]
    shown = game(match.game).standing(view, names, told).rows
    return [Row(seat, name, shown[seat - 1][1]) for seat, name in enumerate(names, 1)]


def name_of(preview: Preview) -> str:
    return f"{name_of_parts(*preview[:4], repr(preview.rows))}.png"


def find(house: House, preview: Preview) -> bytes | None:
    return KeptFiles(house.settings.folder).find(name_of(preview))


def make(house: House, preview: Preview) -> bytes:
    png = png_of(preview)
    KeptFiles(house.settings.folder).keep(name_of(preview), png)
    return png
