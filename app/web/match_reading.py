"""What the pages of a match read: the match as the viewer may see it, and what stands in its forms."""

from dataclasses import dataclass

from flask import request
from sqlmodel import Session

from app.i18n.order_words import for_field, plan_in_words
from app.problems import NotAllowed
from app.services.matches import find, notes, talk
from app.services.matches.find import player_of
from app.services.matches.history import ShownReceipt
from app.services.matches.match_view import MatchView, view_for
from app.services.matches.talk import Remark
from app.services.play import drafts
from app.web.boards import Mistake, Trial
from app.web.pages import house, page_language, page_speech, set_reader
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


@dataclass(frozen=True)
class Addresses:
    """Where the page's forms are sent, and its board to print. A letter's page has no talk and no notes."""

    orders: str
    plan: str
    back: str
    compose: str
    rehearse: str
    board: str
    talk: str = ""
    note: str = ""
    by_link: bool = False  # the page is that of a letter's link


def page_addresses(code: str) -> Addresses:
    here = f"/m/{code}"
    return Addresses(
        orders=f"{here}/orders",
        plan=f"{here}/plan",
        back=f"{here}/back",
        compose=f"{here}/compose",
        rehearse=f"{here}/rehearse",
        board=f"{here}/board.pdf",
        talk=f"{here}/talk",
        note=f"{here}/note",
    )


@dataclass(frozen=True)
class Form:
    """The texts in the page's fields, and the results of what was sent."""

    orders: str
    plan: str
    note: str
    talk: str = ""
    tried: Trial | None = None
    mistake: Mistake | None = None
    rehearsed: str = ""  # what a plan would do
    plan_mistake: Mistake | None = None
    receipt: ShownReceipt | None = None
    again: bool = False  # the receipt is an earlier one
    noted: bool = False


def form_of(here: MatchReading) -> Form:
    """The form of a page that was opened: with the orders so far, and what the address says was just done."""
    ask, plan, name, language = here.view.ask, here.view.plan, here.view.match.game, page_language()
    return Form(
        orders=for_field((ask and ask.orders) or here.draft, name, language),
        plan=plan_in_words(plan.text, name, language) if plan else "",
        note=here.note,
        receipt=receipt_of(here.view, request.args.get("receipt", "")),
        again="again" in request.args,
        noted="noted" in request.args,
    )


def receipt_of(view: MatchView, number: str) -> ShownReceipt | None:
    return next((receipt for receipt in view.receipts if str(receipt.number) == number), None)
