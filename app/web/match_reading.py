"""What the pages of a match read: the match as the viewer may see it, and what stands in its forms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from flask import request
from sqlmodel import Session

from app.i18n.order_words import for_field, plan_in_words
from app.links import Action
from app.models import Seat
from app.problems import NotAllowed, Stale
from app.services.matches import diaries, find, looks, notes, seat_links, talk
from app.services.matches.diaries import OwnDiary
from app.services.matches.find import player_of
from app.services.matches.history import PlayedStep, ShownReceipt
from app.services.matches.loans import is_borrowed_by, owner_of
from app.services.matches.match_view import MatchView, view_for
from app.services.matches.seat_links import Held
from app.services.matches.talk import Remark
from app.services.play import drafts
from app.services.play.lent_seats import take_in_hand
from app.services.proposals import offers
from app.services.proposals.shown import ShownProposal, proposals_of
from app.services.proposals.ways import Ways, ways_for
from app.web.boards import Mistake, Trial
from app.web.news import marked_events, story_of
from app.web.pages import house, page_language, page_speech, set_reader
from app.web.sessions import my_id, need_player_or_guest
from engine.game import Event

R = TypeVar("R")
MOST_STEPS = 1_000_000  # more than any match has; larger numbers do not fit everywhere


@dataclass(frozen=True)
class MatchReading:
    """What a match's page shows to its reader: the match, the talk, and the reader's own texts."""

    view: MatchView
    talk: list[Remark]
    draft: str  # orders that are not submitted yet
    note: str
    diary: OwnDiary
    proposals: list[ShownProposal]
    ways: Ways  # to propose something
    offered: list[str]  # links to take a seat, which players pass on
    since: int  # the step after which all is new to the reader
    marked: Sequence[Event]  # what the board marks
    own_step: PlayedStep | None  # the reader's last orders that were played
    news: Sequence[str]  # what has happened since then, told shortly


def has_started(session: Session, code: str) -> bool:
    """Before its start, a match has only the lobby's page."""
    return find.by_code(session, code).started_at is not None


def view_of(session: Session, code: str, step: int | None = None) -> MatchView:
    """As the player sees it who is signed in, or an onlooker."""
    return view_for(session, house(), code, my_id(), step=step, speech=page_speech())


def reading_of(session: Session, code: str) -> MatchReading:
    return _with_own_texts(session, view_of(session, code))


def _with_own_texts(session: Session, view: MatchView, reader: int | None = None) -> MatchReading:
    """`reader`: for whom what is new is marked, if that is not the player who is signed in."""
    match, ask = find.by_code(session, view.match.code), view.ask
    since = looks.since_of(session, match, reader or my_id())
    steps = looks.latest_steps(session, match, view.course)
    own_step, later_steps = looks.since_own(steps, view.course, view.number)
    draft = drafts.draft_text(session, match, view.number, ask.turn, ask.base) if view.number and ask else ""
    voter = None if view.borrows else view.number
    proposals = proposals_of(session, match, voter, page_speech())
    return MatchReading(
        view,
        [] if view.borrows and match.watch == "players" else talk.latest_remarks(session, match),
        draft,
        notes.note_text(session, match, my_id()),
        diaries.own_diary(session, match, my_id()),
        proposals,
        ways_for(session, match, voter, proposals, page_speech()),
        offers.open_links(session, house(), match) if voter and proposals else [],
        since,
        marked_events(steps, match, since),
        own_step,
        story_of(view, later_steps),
    )


def read_match(code: str) -> MatchReading:
    with house().reading() as session:
        return reading_of(session, code)


# --- By the link of a letter ---


class TurnPassed(Stale):
    """A link was opened whose turn is over. Only the present acts: the past tells what was played then."""

    def __init__(self, action: Action) -> None:
        super().__init__("This has already been decided; nothing was changed.")
        self.action = action


def open_link(action: Action) -> Action:
    """An action that its link's holder still may take. Its page is in the language of the seat's player,
    who may be signed out."""
    read_by_holder(action.match, action.seat, action.holder)
    return action


def read_by_holder(code: str, number: int, holder: str) -> None:
    with house().reading() as session:
        set_reader(player_of(session, seat_links.held_seat(session, code, number, holder)))


def read_by_owner(code: str, number: int, holder: str) -> None:
    """For links to what stays with the player whose seat it is."""
    with house().reading() as session:
        set_reader(owner_of(session, seat_links.owned_seat(session, code, number, holder)))


def owners_seat(purpose: str, token: str, also_past: bool = False) -> Held:
    """The seat of a link by which its owner acts at the table: only until the seat is asked anew."""
    code, number, holder, *turn = house().links.read(purpose, token)
    held = Held(code, number, holder, owns=True, made=seat_links.made_with(house(), purpose, token, turn))
    read_by_owner(code, number, holder)
    if not also_past:
        with house().reading() as session:
            seat_links.check_present(session, held)
    return held


def view_by_link(session: Session, action: Action) -> MatchView:
    """As the seat of a link sees it: there is no other way to see it, and none when the turn has passed."""
    view = view_for(session, house(), action.match, my_id(), action.seat, speech=page_speech())
    if not view.ask or view.ask.turn != action.turn:
        raise TurnPassed(action)
    return view


def read_by_link(action: Action) -> MatchReading:
    with house().reading() as session:
        held = seat_links.held_seat(session, action.match, action.seat, action.holder)
        return _with_own_texts(session, view_by_link(session, action), held.player_id)


# --- Seats ---


def write_as(held: Held, do: Callable[[Session], R]) -> R:
    """All that somebody does at a seat is done this way: with the match locked, and the seat still theirs.
    (Orders ask for themselves, as they read both anyway: `submit.py`.)"""

    def locked(session: Session) -> R:
        seat_links.lock_held(session, held)
        return do(session)

    return house().write(locked)


def own_seat(session: Session, code: str) -> int | None:
    """The number of the seat of the player who is signed in."""
    seat = find.seat_of_player(session, code, my_id())
    return seat.number if seat else None


def my_seat(code: str) -> Seat:
    need_player_or_guest()
    with house().reading() as session:
        seat = find.seat_of_player(session, code, my_id())
    if not seat:
        raise NotAllowed("You have no seat in this match.")
    return seat


def my_held_seat(code: str) -> Held:
    return held(code, my_seat(code))


def held(code: str, seat: Seat) -> Held:
    return Held(code, seat.number or 0, seat.holder)


def seat_to_play(code: str) -> Held:
    """The player who has lent the seat plays it again, and so ends the loan."""
    seat = my_seat(code)
    if seat.owner_id is None:
        return held(code, seat)
    house().write(partial(take_in_hand, house=house(), code=code, number=seat.number or 0, player_id=my_id()))
    return my_held_seat(code)


def seat_of_mine(code: str) -> Held:
    """For what stays with the player whose seat it is: talk, and what the table decides."""
    seat = my_seat(code)
    if is_borrowed_by(seat, my_id()):
        raise NotAllowed("You play this seat for a friend, who alone can do this.")
    return Held(code, seat.number or 0, seat_links.owners_holder(seat), owns=True)


def row_of(session: Session, code: str, number: int) -> Seat:
    return find.numbered_seats(session, find.by_code(session, code))[number - 1]


@dataclass(frozen=True)
class Addresses:
    """Where the page's forms are sent, and its board to print. A letter's has no talk, notes or diary."""

    orders: str
    plan: str
    back: str
    compose: str
    rehearse: str
    board: str
    now: str
    seen: str
    propose: str
    talk: str = ""
    note: str = ""
    diary: str = ""
    lend: str = ""  # where its player lends the seat
    wake: str = ""  # where a match in which nobody acts goes on
    action: Action | None = None  # of the letter's link, where the page is that of one

    def read(self, code: str) -> MatchReading:
        """The match, as the reader of this page may see it."""
        return read_by_link(self.action) if self.action else read_match(code)


def page_addresses(code: str) -> Addresses:
    here = f"/m/{code}"
    return Addresses(
        orders=f"{here}/orders",
        plan=f"{here}/plan",
        back=f"{here}/back",
        compose=f"{here}/compose",
        rehearse=f"{here}/rehearse",
        board=f"{here}/board.pdf",
        now=f"{here}/now",
        seen=f"{here}/seen",
        propose=f"{here}/proposals",
        talk=f"{here}/talk",
        note=f"{here}/note",
        diary=f"{here}/diary",
        lend=f"{here}/lend",
        wake=f"{here}/wake",
    )


@dataclass(frozen=True)
class Form:
    """The texts in the page's fields, and the results of what was sent."""

    orders: str
    plan: str
    note: str
    talk: str = ""
    diary: str = ""  # an entry that was not saved
    dedication: str = ""
    tried: Trial | None = None
    mistake: Mistake | None = None
    rehearsed: str = ""  # what a plan would do
    filled: Mapping[str, str] = field(default_factory=dict)  # what was typed into the form for plans
    plan_mistake: Mistake | None = None
    receipt: ShownReceipt | None = None
    again: bool = False  # the receipt is an earlier one
    noted: bool = False
    done: str = ""  # what was just done about the diary or the book


def form_of(here: MatchReading) -> Form:
    """The form of a page that was opened: with the orders so far, and what the address says was just done."""
    ask, plan, name, language = here.view.ask, here.view.plan, here.view.match.game, page_language()
    return Form(
        orders=for_field((ask and (ask.orders or ask.held)) or here.draft, name, language),
        plan=plan_in_words(plan.text, name, language) if plan else "",
        note=here.note,
        receipt=receipt_of(here.view, request.args.get("receipt", "")),
        again="again" in request.args,
        noted="noted" in request.args,
        dedication=here.diary.dedication,
        done=request.args.get("book", ""),
    )


def receipt_of(view: MatchView, number: str) -> ShownReceipt | None:
    return next((receipt for receipt in view.receipts if str(receipt.number) == number), None)
