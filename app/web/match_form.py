"""The forms of a match's page: their addresses, the texts in their fields, and results of what was sent."""

from dataclasses import dataclass

from flask import request

from app.services.matches.match_view import MatchView
from app.services.matches.shown_receipts import ShownReceipt
from app.web.boards import Mistake, Trial
from app.web.match_reading import MatchReading


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
    ask, plan = here.view.ask, here.view.plan
    return Form(
        orders=(ask and ask.orders) or here.draft,
        plan=plan.text if plan else "",
        note=here.note,
        receipt=receipt_of(here.view, request.args.get("receipt", "")),
        again="again" in request.args,
        noted="noted" in request.args,
    )


def receipt_of(view: MatchView, number: str) -> ShownReceipt | None:
    return next((receipt for receipt in view.receipts if str(receipt.number) == number), None)
