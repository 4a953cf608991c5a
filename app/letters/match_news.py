"""What a letter about a match can tell: the news, the board, and what its reader is asked."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from app.clock import now
from app.house import no_picture
from app.letters.board_text import BoardPart, parts_of
from app.letters.recipient import Recipient
from app.letters.templates import short_day, short_moment
from app.services.books import board_page
from app.services.matches import seat_links
from app.services.matches.asks import AskView
from app.services.matches.find import MatchFacts
from app.services.matches.history import PlayedStep
from app.services.matches.talk import Remark
from app.services.proposals.links import propose_address
from app.services.proposals.shown import ShownProposal
from app.status import goes_on
from engine.game import Event, Standing, View
from engine.speech import fill_text, join_list, later, seat_letter

if TYPE_CHECKING:
    from app.printing.raster import Picture

log = logging.getLogger(__name__)

MOST_STEPS = 30  # whose events a letter looks at; the page has the whole history
MOST_TOLD, ROOM = 10, 260  # turns and characters: with more, a letter would be long on a phone
MOST_MARKED = 8  # steps whose changes the picture marks


@dataclass(frozen=True)
class AskedProposal:
    """What waits for the reader's answer, with the links that give one."""

    by: str
    what: str
    ends_at: datetime
    yes: str
    no: str


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
    story: list[str]  # paragraphs, one for each turn
    left_out: int  # turns before those of the story
    talk: list[Remark]
    board: list[BoardPart]  # the whole of it, in text
    on_page: list[BoardPart]  # what the page shows in the picture's place, if there is none
    standing: Standing  # what everybody has; only the page shows it, for the text's board has it too
    picture: "Picture | None" = None
    picture_name: str = "board"  # by which the page shows it
    alt: str = ""  # the picture in words
    propose: str = ""  # the page where the reader proposes something; empty when the match is over
    give_back: str = ""  # the page where a friend gives the seat back that is lent to them
    decided: list[str] = field(default_factory=list)  # by the players, in sentences
    proposed: list[AskedProposal] = field(default_factory=list)


def match_news(to: Recipient) -> MatchNews:
    """Without a picture."""
    names, url = to.view.names, to.house.settings.url
    board = parts_of(to.rules.board(to.view.game_view, names, to.speech))
    story = story_of(to, to.new_steps)
    told = _last_that_fit(story, ROOM - sum(len(remark.text) for remark in to.new_talk))
    return MatchNews(
        match=to.view.match,
        seated=[seated(to, number) for number in range(1, len(names) + 1)],
        letter=seat_letter(to.number),
        name=names[to.number - 1],
        address=to.match_address,
        snapshot=snapshot_address(to),
        me=f"{url}/me",
        rules=f"{url}/rules/{to.match.game}",
        story=told,
        left_out=len(story) - len(told),
        talk=to.new_talk,
        board=board,
        on_page=board,
        standing=to.rules.standing(to.view.game_view, names, to.speech),
        propose=propose_address(to.house, to.match, to.seat) if goes_on(to.match) and not to.borrows else "",
        give_back=return_address(to) if to.borrows else "",
        decided=[decision(to, one) for one in to.decided],
        proposed=[
            AskedProposal(one.by, one.what, one.ends_at, *to.vote_addresses(one.key)) for one in to.proposed
        ],
    )


def snapshot_address(to: Recipient) -> str:
    if to.has_lent:
        return f"{to.match_address}/board.pdf"
    return board_page.board_address(to.house, to.match.code, to.seat, to.view.step)


def return_address(to: Recipient) -> str:
    return seat_links.seat_address(to.house, "return", to.match.code, to.seat)


def seated(to: Recipient, number: int) -> str:
    """A Ana; A Ana (Cy plays until Thu, 3 Dec)"""
    who = f"{seat_letter(number)} {to.view.names[number - 1]}"
    return f"{who} ({lent_in_words(to, number)})" if number in to.view.lent else who


def lent_in_words(to: Recipient, number: int) -> str:
    lent = to.view.lent[number]
    if not lent.until:
        return fill_text(LENT, {"name": lent.name}, to.speech)
    return fill_text(LENT_UNTIL, {"name": lent.name, "day": short_day(lent.until, to.reader)}, to.speech)


def decision(to: Recipient, one: ShownProposal) -> str:
    """Ana proposed: the match is paused – agreed"""
    told = to.speech.gettext("{name} proposed: {what} – {outcome}")
    return told.format(name=one.by, what=one.what, outcome=one.told)


def _last_that_fit(story: list[str], room: int) -> list[str]:
    """The newest turns, as many as there is room for; one always."""
    lengths = accumulate(len(paragraph) for paragraph in reversed(story))
    fitting = sum(length <= room for length in lengths)
    return story[-min(MOST_TOLD, max(1, fitting)) :]


def story_of(to: Recipient, steps: Iterable[PlayedStep]) -> list[str]:
    """What was played is told shortly; what friends agreed on, as everywhere else."""
    told: list[str] = []
    for is_played, group in groupby(steps, key=lambda step: bool(step.events)):
        some = list(group)
        if is_played:
            names = to.view.course.names_at(some[0].number)
            told += to.rules.news([event for step in some for event in step.events], names, to.speech)
        else:
            told += [" ".join(step.sentences) for step in some if step.sentences]
    return told


def with_picture(to: Recipient, news: MatchNews) -> MatchNews:
    """Without one as it is: then the page draws the board as the text does."""
    picture = _picture(to)
    return replace(news, picture=picture, alt=board_in_words(to), on_page=[]) if picture else news


def _picture(to: Recipient) -> "Picture | None":
    """What no letter has told yet is marked."""
    events = [event for step in to.new_steps[-MOST_MARKED:] for event in step.events]
    return picture_of(to, to.view.game_view, to.view.names, events)


def picture_of(
    to: Recipient, seen: View, names: Sequence[str], marked: Sequence[Event] = ()
) -> "Picture | None":
    """A drawing that goes wrong costs nobody a letter."""
    if to.house.draw is no_picture:
        return None
    try:
        return to.house.draw(to.rules.svg(seen, names, to.speech, marked, size="letter"))
    except Exception:
        log.exception("match %s could not be drawn", to.match.code)
        return None


def board_in_words(to: Recipient) -> str:
    return to.rules.describe(to.view.game_view, to.view.names, to.speech)


SINCE = later("since {day}")
AWAY_UNTIL = later("away until {day}")
AWAY = later("away")
LENT = later("{name} plays")
LENT_UNTIL = later("{name} plays until {day}")


def awaited(to: Recipient) -> str:
    """The players whose answers the match waits for now; since when, and whether they are away."""
    return join_list([name_of_awaited(to, ask) for ask in to.view.asks if not ask.answered], to.speech)


def name_of_awaited(to: Recipient, ask: AskView) -> str:
    notes = []
    if ask.late_since:
        notes.append(fill_text(SINCE, {"day": short_day(ask.late_since, to.reader)}, to.speech))
    if ask.seat in to.view.lent:
        notes.append(lent_in_words(to, ask.seat))
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
    choices: list[tuple[str, str]]  # what the button says, and the address that gives these orders
    examples: list[str]
    plan_gone: str  # why the player's plan was put aside
    page: str  # where orders are given


def is_asked(to: Recipient) -> bool:
    ask = to.view.ask
    if not ask or ask.answered or ask.held or to.has_lent:
        return False
    return to.match.status == "running" and not to.seat.deputy


@dataclass(frozen=True)
class HeldOrders:
    until: datetime
    page: str  # where they are taken back


def held_orders(to: Recipient) -> HeldOrders | None:
    """Those of the reader that wait for the end of the time for second thoughts."""
    ask = to.view.ask
    if not ask or not ask.held or not ask.final_at or to.has_lent:
        return None
    return HeldOrders(ask.final_at, to.orders_address())


def own_turn(to: Recipient) -> OwnTurn | None:
    """None where the player is not asked for anything now."""
    ask = to.view.ask
    if not ask or not is_asked(to):
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
        choices=[(_label(to, orders), to.orders_address(orders)) for orders in to.view.choices],
        examples=[to.in_words(orders) for orders in to.view.examples],
        plan_gone=to.view.plan.disarmed if to.view.plan else "",
        page=to.orders_address(),
    )


def _label(to: Recipient, orders: str) -> str:
    return to.rules.label(orders, to.speech) or to.in_words(orders)


def _first_words(choices: Sequence[str]) -> list[str]:
    """torch, camp; bid, pass"""
    words = list(dict.fromkeys(choice.split()[0] for choice in choices))
    return words if 1 < len(words) <= MOST_WORDS else []
