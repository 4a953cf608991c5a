"""Pages of a seat that is lent: its owner lends it or calls it back, the friend takes it or gives it back."""

from functools import partial

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.clock import now
from app.problems import Problem
from app.services.lending import offer
from app.services.lending.offer import Wish
from app.services.matches import find, loans, match_view, seat_links
from app.services.matches.loans import owner_of
from app.services.matches.seat_links import Held
from app.services.people import own_time
from app.services.play.deputies import back_facts
from app.web import forms
from app.web.absences import read_day
from app.web.guests import place
from app.web.match_reading import my_held_seat, owners_seat, read_by_holder, row_of, seat_of_mine, write_as
from app.web.pages import house, page, page_speech

blueprint = Blueprint("lending", __name__)


# --- The owner ---


@blueprint.get("/m/<code>/lend")
def lend_form(code: str) -> Response:
    return lend_page(seat_of_mine(code))


@blueprint.post("/m/<code>/lend")
def lend(code: str) -> BaseResponse:
    return change(seat_of_mine(code))


@blueprint.get("/lend/<token>/go")
def lend_form_by_link(token: str) -> Response:
    return lend_page(seat_of_owner(token))


@blueprint.post("/lend/<token>/go")
def lend_by_link(token: str) -> BaseResponse:
    return change(seat_of_owner(token))


def seat_of_owner(token: str) -> Held:
    return owners_seat("lend", token, also_past=True)


def lend_page(held: Held, problem: Problem | None = None) -> Response:
    code, number = held.match, held.number
    with house().reading() as session:
        match, seat = find.by_code(session, code), row_of(session, code, number)
        if not loans.open_loan(session, match.id, number):  # an old link can only end one
            seat_links.check_present(session, held)
        owner = owner_of(session, seat)
        facts = {
            "match": find.facts_of(session, match),
            "loan": match_view.own_loan(session, seat, seat.owner_id),
            "today": own_time.today_of(owner, now()) if owner else now().date(),
        }
    told = problem.tell(page_speech()) if problem else ""
    return page("lend.html", problem.status if problem else 200, **facts, problem=told, typed=request.form)


def change(held: Held) -> BaseResponse:
    code, number = held.match, held.number
    try:
        if forms.text("what") == "end":
            ends = held._replace(made=None)  # an old letter is good for that
            write_as(ends, partial(offer.call_back, house=house(), code=code, number=number))
            return redirect(f"/m/{code}", 303)
        wish = Wish(forms.text("email").strip(), read_day("from"), read_day("to"), place())
        write_as(held, partial(offer.offer, house=house(), code=code, number=number, wish=wish))
    except Problem as problem:
        return lend_page(held, problem)
    return redirect(request.path, 303)


# --- The friend ---


@blueprint.get("/borrow/<token>/go")
def offer_page(token: str) -> Response:
    return show_offer(token)


def show_offer(token: str, problem: Problem | None = None) -> Response:
    with house().reading() as session:
        shown = offer.offer_view(session, *offer.read_offer(session, house(), token))
    told = problem.tell(page_speech()) if problem else ""
    return page(
        "borrow.html", problem.status if problem else 200, match=shown.match, offer=shown, problem=told
    )


@blueprint.post("/borrow/<token>/go")
def answer(token: str) -> Response:
    try:
        if forms.text("what") == "decline":
            house().write(partial(offer.decline, house=house(), token=token))
        elif forms.text("what") == "accept":
            house().write(partial(offer.accept, house=house(), token=token, name=forms.text("name")))
    except Problem as problem:
        return show_offer(token, problem)
    return show_offer(token)


@blueprint.post("/m/<code>/return")
def return_seat(code: str) -> BaseResponse:
    mine = my_held_seat(code)
    write_as(mine, partial(offer.give_back, house=house(), code=code, number=mine.number))
    return redirect(f"/m/{code}", 303)


@blueprint.get("/return/<token>/go")
def return_form(token: str) -> Response:
    held = seat_of_friend(token)
    return return_page(held.match, held.number)


@blueprint.post("/return/<token>/go")
def return_by_link(token: str) -> Response:
    held = seat_of_friend(token)
    write_as(held, partial(offer.give_back, house=house(), code=held.match, number=held.number))
    return return_page(held.match, held.number)


def seat_of_friend(token: str) -> Held:
    code, number, holder = house().links.read("return", token)
    read_by_holder(str(code), int(number), str(holder))
    return Held(str(code), int(number), str(holder))


def return_page(code: str, number: int) -> Response:
    with house().reading() as session:
        facts = back_facts(session, code, number)
        lent = row_of(session, code, number).owner_id is not None
    return page("return.html", **facts, lent=lent)
