"""A match at one step, on one printed page: only what one viewer may see."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlmodel import Session, select

from app.house import House
from app.i18n.render import Reader, render, speech
from app.links import Action
from app.models import Match, Seat, Step
from app.printing.document import PrintJob, picture_address, print_on_one_page
from app.printing.emoji import printable
from app.safe_text import one_line
from app.services.books.story import read_time, time_of
from app.services.matches import match_view
from app.services.matches.changes import line_of
from app.status import GOING_ON
from engine.choices import examples, few_choices
from engine.game import Event, Game
from engine.record import Moment
from engine.registry import game
from engine.speech import Speech, seat_letter
from engine.svg import size_of

# How many of the last steps the page tells, and whether it explains the orders: the first pair that fits.
VARIANTS = ((6, True), (3, True), (1, True), (3, False), (1, False), (0, False))
PLAN = "plan"  # the vocabulary leaves standing orders out
WIDE = 0.95  # a board that is higher than this, for a width of 1, stands beside the words


def pages_of_match(
    session: Session,
    house: House,
    code: str,
    reader: Reader,
    player_id: int | None = None,
    seat: int | None = None,
    step: int | None = None,
) -> "Pages":
    """The page as a player of the match sees it, or somebody with the link of a `seat`, or an onlooker."""
    view = match_view.view_for(session, house, code, player_id, seat, step, speech(reader.language))
    match, is_last = view.match, view.step == view.last_step
    row = _row(session, match.code, view.step)
    return pages(
        reader,
        title=match.title,
        game=match.game,
        address=f"{house.settings.url}/m/{code}",
        names=view.names,
        view=view.game_view,
        step=view.step,
        steps=view.last_step,
        at=row.at,
        events=row.events if view.step else [],
        story=[(entry.number, entry.sentences) for entry in view.history],
        status=match.status if is_last else "earlier",
        asks=view.asks if is_last and match.status in GOING_ON else [],
        asked=view.ask is not None and not view.ask.answered,
        choices=view.choices,
        examples=view.examples,
        commitment=match.commitment,
        head=line_of(row)["hash"],
    )


def _row(session: Session, code: str, number: int) -> Step:
    rows = select(Step).join(Match).where(Match.code == code, Step.number == number)
    return session.exec(rows).one()


def page_of_record(
    moments: Sequence[Moment], last: Any, reader: Reader, seat: int | None, step: int
) -> bytes:
    """The page as a seat or an onlooker saw it, from a finished record that has been verified."""
    return print_on_one_page(pages_of_record(moments, last, reader, seat, step).prints)


def pages_of_record(
    moments: Sequence[Moment], last: Any, reader: Reader, seat: int | None, step: int
) -> "Pages":
    first, moment = moments[0].line, moments[step]
    rules, language = game(first["game"]), speech(reader.language)
    names = moment.names
    view = rules.view(moment.state, seat)
    is_asked = str(seat) in view["asked"]
    offered = list(rules.choices(view)) if is_asked else []
    last_moments = moments[max(0, step - VARIANTS[0][0] + 1) : step + 1]
    return pages(
        reader,
        title=rules.META.title,
        game=first["game"],
        address="",
        names=names,
        view=view,
        step=step,
        steps=len(moments) - 1,
        at=time_of(moment) if step < len(moments) - 1 else read_time(last["ended"]),
        events=moment.events if step else [],
        story=[(each.step, _sentences(each.events, first["game"], names, language)) for each in last_moments],
        status="earlier" if step < len(moments) - 1 else "abandoned" if "abandoned" in last else "over",
        asks=[],
        asked=is_asked,
        choices=few_choices(rules, offered),
        examples=examples(rules, view, offered),
        commitment=first["commitment"],
        head=moment.line["hash"],
    )


def _sentences(events: Sequence[Event], name: str, names: Sequence[str], language: Speech) -> list[str]:
    return [game(name).tell(event, names, language) for event in events]


class Pages(NamedTuple):
    """The page in several lengths, the longest first, and its drawing. The first one that fits is printed."""

    html: tuple[str, ...]
    svg: str

    @property
    def prints(self) -> list[PrintJob]:
        return [PrintJob(html, ("page.css", "snapshot.css"), {"board": self.svg}) for html in self.html]


def pages(
    reader: Reader, /, *, events: Sequence[Event], story: Sequence[Any], at: datetime, **facts: Any
) -> Pages:
    rules, language = game(facts["game"]), speech(reader.language)
    view, names = facts["view"], [printable(one_line(name), language) for name in facts["names"]]
    svg = rules.svg(view, names, language, events)
    frame = {
        **facts,
        "title": printable(one_line(facts["title"]), language),
        "names": names,
        "asks": [replace(ask, name=printable(one_line(ask.name), language)) for ask in facts["asks"]],
        "language": reader.spoken,
        "game_title": rules.META.title,
        "at": at,
        "seat": view["seat"],
        "seats": [{"letter": seat_letter(n), "name": name} for n, name in enumerate(names, 1)],
        "waiting": [names[int(seat) - 1] for seat in view["asked"]],
        "result": view["result"],
        "wide": _height(svg) <= WIDE,
        "words": rules.describe(view, names, language),
        "picture": picture_address,
    }
    steps = [
        (number, [printable(one_line(sentence), language) for sentence in sentences])
        for number, sentences in story
    ]
    orders = vocabulary(rules, reader.spoken, facts["choices"]) if facts["asked"] else []
    variants = [
        render(
            "pdf/snapshot.html",
            reader,
            **frame,
            story=last_steps(n, steps),
            vocabulary=orders if with_vocabulary else [],
        )
        for n, with_vocabulary in VARIANTS
    ]
    return Pages(tuple(dict.fromkeys(variants)), svg)


def last_steps(n: int, story: Sequence[Any]) -> list[Any]:
    return list(story)[len(story) - n :] if n else []


def vocabulary(rules: Game, language: str, choices: Sequence[str]) -> list[tuple[str, str]]:
    """Orders and what they mean: those in `choices`, or all of the game's if there are no choices."""
    words = {choice.split()[0] for choice in choices}
    orders = [order for section in rules.guide(language) for order in section.orders]
    return [
        (order, meaning)
        for order, meaning in orders
        if (not words or order.split()[0] in words) and not order.startswith(PLAN)
    ]


def _height(svg: str) -> float:
    """The height of a drawing, for a width of 1."""
    wide, high = size_of(svg)
    return high / wide


def board_address(house: House, code: str, seat: Seat, step: int) -> str:
    """A page's address for one step as one seat saw it. The link can do nothing else."""
    token = house.links.make("board", [code, seat.number, step, seat.holder])
    return f"{house.settings.url}/do/{token}/board.pdf"


def read_board_address(house: House, token: str) -> tuple[Action, int]:
    """The seat that the address is for, and the step."""
    code, seat, step, *holder = house.links.read("board", token)
    return Action(str(code), int(seat), 0, 0, "", *holder), int(step)
