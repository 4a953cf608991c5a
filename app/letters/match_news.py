"""What a letter about a match can tell: the news, the board, and what its reader is asked."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from app.clock import now
from app.letters.board_text import BoardPart, parts_of
from app.letters.recipient import Recipient
from app.letters.templates import short_day, short_moment
from app.services.books import board_page
from app.services.matches.asks import AskView
from app.services.matches.find import MatchFacts
from app.services.matches.history import PlayedStep
from app.services.matches.talk import Remark
from engine.speech import fill_text, join_list, later, seat_letter

if TYPE_CHECKING:
    from app.printing.raster import Picture

log = logging.getLogger(__name__)

MOST_STEPS = 30  # a letter tells; the page has the whole history
MOST_MARKED = 8  # steps whose changes the picture marks


@dataclass(frozen=True)
class MatchNews:
    match: MatchFacts
    seated: list[str]  # everybody's letter and name
    letter: str  # of the reader's seat: A to H
    name: str
    address: str  # of the match
    snapshot: str  # the address of this board on one page
    me: str  # the address of the reader's own wishes
    rules: str
    story: list[str]  # sentences, one or more a step
    left_out: int  # steps before those of the story
    talk: list[Remark]
    board: list[BoardPart]  # the whole of it, in text
    on_page: list[BoardPart]  # what the page shows of it: beside the picture, or in its place
    picture: "Picture | None" = None
    alt: str = ""  # the picture in words


def match_news(to: Recipient) -> MatchNews:
    """Without a picture."""
    names, url = to.view.names, to.house.settings.url
    board = parts_of(to.rules.board(to.view.game_view, names, to.speech))
    return MatchNews(
        match=to.view.match,
        seated=[f"{seat_letter(number)} {name}" for number, name in enumerate(names, 1)],
        letter=seat_letter(to.number),
        name=names[to.number - 1],
        address=to.match_address,
        snapshot=board_page.board_address(to.house, to.match.code, to.seat, to.view.step),
        me=f"{url}/me",
        rules=f"{url}/rules/{to.match.game}",
        story=story_of(to.new_steps),
        left_out=max(0, len(to.new_steps) - MOST_STEPS),
        talk=to.new_talk,
        board=board,
        on_page=board,
    )


def story_of(steps: Iterable[PlayedStep]) -> list[str]:
    return [" ".join(step.sentences) for step in list(steps)[-MOST_STEPS:] if step.sentences]


def with_picture(to: Recipient, news: MatchNews) -> MatchNews:
    """Without one as it is: then the page draws the board as the text does."""
    picture = _picture(to)
    if not picture:
        return news
    beside = parts_of(to.rules.board(to.view.game_view, to.view.names, to.speech, beside=True))
    return replace(news, picture=picture, alt=board_in_words(to), on_page=beside)


def _picture(to: Recipient) -> "Picture | None":
    """What no letter has told yet is marked. A drawing that goes wrong costs nobody a turn."""
    seen, names = to.view.game_view, to.view.names
    events = [event for step in to.new_steps[-MOST_MARKED:] for event in step.events]
    try:
        return to.house.draw(to.rules.svg(seen, names, to.speech, events, small=True))
    except Exception:
        log.exception("match %s could not be drawn", to.match.code)
        return None


def board_in_words(to: Recipient) -> str:
    return to.rules.describe(to.view.game_view, to.view.names, to.speech)


SINCE = later("since {day}")
AWAY_UNTIL = later("away until {day}")
AWAY = later("away")


def awaited(to: Recipient) -> str:
    """The players whose answers the match waits for now; since when, and whether they are away."""
    return join_list([name_of_awaited(to, ask) for ask in to.view.asks if not ask.answered], to.speech)


def name_of_awaited(to: Recipient, ask: AskView) -> str:
    notes = []
    if ask.late_since:
        notes.append(fill_text(SINCE, {"day": short_day(ask.late_since, to.reader)}, to.speech))
    if ask.away and ask.away.until:
        notes.append(fill_text(AWAY_UNTIL, {"day": short_day(ask.away.until, to.reader)}, to.speech))
    elif ask.away:
        notes.append(to.speech.gettext(AWAY))
    return f"{ask.name} ({', '.join(notes)})" if notes else ask.name


MOST_WORDS = 3  # a line stays short


@dataclass(frozen=True)
class OwnTurn:
    number: int
    round: int | None  # where the game has rounds
    words: list[str]  # that the answers begin with, where there is little to choose from
    due: datetime | None
    out: datetime | None  # when the bank has run out, too
    late: bool
    short: str  # when it is due, for a subject
    sealed: bool
    choices: list[tuple[str, str]]  # orders in the reader's words, and the address that gives them
    examples: list[str]
    plan_gone: str  # why the player's plan was put aside
    page: str  # where orders are given


def own_turn(to: Recipient) -> OwnTurn | None:
    """None where the player is not asked for anything now."""
    ask = to.view.ask
    if not ask or ask.answered or to.match.status != "running" or to.seat.deputy:
        return None
    [own] = [asked for asked in to.view.asks if asked.seat == to.number]
    return OwnTurn(
        number=to.match.turn,
        round=to.view.game_view.get("round"),
        words=[to.word_in_words(word) for word in _first_words(to.view.choices)],
        due=own.due_at,
        out=own.out_at,
        late=own.due_at is not None and own.due_at <= now(),
        short=short_moment(own.due_at, to.reader) if own.due_at else "",
        sealed=ask.sealed,
        choices=[(to.in_words(orders), to.orders_address(orders)) for orders in to.view.choices],
        examples=[to.in_words(orders) for orders in to.view.examples],
        plan_gone=to.view.plan.disarmed if to.view.plan else "",
        page=to.orders_address(),
    )


def _first_words(choices: Sequence[str]) -> list[str]:
    """torch, camp; bid, pass"""
    words = list(dict.fromkeys(choice.split()[0] for choice in choices))
    return words if 1 < len(words) <= MOST_WORDS else []
