"""What players propose: a page to propose and answer, and the links in letters."""

from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, Response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.db.words import Said
from app.problems import Problem
from app.services.matches import find, seat_links
from app.services.matches.seat_links import Held
from app.services.play.going_back import what_goes
from app.services.proposals import offers, shown
from app.services.proposals.links import VoteLink, read_vote
from app.services.proposals.propose import Wish, by_key, of_match, propose, vote, withdraw
from app.services.proposals.shown import ShownProposal, proposals_of
from app.services.proposals.ways import Ways, ways_for
from app.web import forms
from app.web.boards import board_of
from app.web.guests import place
from app.web.lobby import read_time
from app.web.match_reading import owners_seat, read_by_owner, seat_of_mine, write_as
from app.web.pages import house, page, page_speech
from engine.speech import later

blueprint = Blueprint("proposals", __name__)

SAYS: tuple[Said, ...] = ("yes", "no")


@dataclass(frozen=True)
class Place:
    """Where the forms of the page are sent."""

    propose: str


@dataclass(frozen=True)
class Asked:
    """The proposal that a link is about, and what the link would say to it."""

    one: ShownProposal
    said: Said


def read_proposals(session: Session, code: str, number: int | None) -> dict[str, Any]:
    match, speech = find.by_code(session, code), page_speech()
    proposals = proposals_of(session, match, number, speech)
    ways = ways_for(session, match, number, proposals, speech)
    links = offers.open_links(session, house(), match) if number else []
    return {"proposals": proposals, "ways": ways, "offered": links}


def read_back(session: Session, code: str, seat: int, key: str = "") -> dict[str, Any]:
    """The board as it would be again, where the address names a step or an open proposal goes back to one."""
    match = find.by_code(session, code)
    step = request.args.get("step", type=int)
    if key:
        step = by_key(session, match, key).detail.get("step")
    if step is None:
        return {"back": None}
    try:
        back = what_goes(session, house(), match, step, seat, page_speech())
    except Problem:
        return {"back": None}
    drawing = board_of(match.game, back.names, back.view, page_speech())
    return {"back": back, "back_board": drawing}


# --- On the match's page ---


@blueprint.get("/m/<code>/proposals")
def proposals(code: str) -> Response:
    return proposals_page(seat_of_mine(code), f"/m/{code}/proposals")


@blueprint.post("/m/<code>/proposals")
def act(code: str) -> BaseResponse:
    return done_at(seat_of_mine(code), f"/m/{code}/proposals")


def done_at(held: Held, here: str) -> BaseResponse:
    try:
        done = do(held)
    except Problem as problem:
        return proposals_page(held, here, problem)
    return redirect(f"{here}?done={done}", 303)


def proposals_page(held: Held, here: str, problem: Problem | None = None) -> Response:
    code, seat = held.match, held.number
    with house().reading() as session:
        facts = read_proposals(session, code, seat) | read_back(session, code, seat)
        match = find.facts_of(session, find.by_code(session, code))
    told = {"problem": problem.tell(page_speech()) if problem else "", "unfolded": True, "asked": None}
    done = request.args.get("done", "") if request.method == "GET" else ""
    return page(
        "proposals.html",
        problem.status if problem else 200,
        match=match,
        addresses=Place(here),
        done=done,
        **told,
        **facts,
    )


def do(held: Held) -> str:
    """What the form says, in one word for the page that tells it."""
    code, seat = held.match, held.number
    what, key = forms.text("what"), forms.text("proposal")
    if what == "propose":
        wish = read_wish()
        made = write_as(held, lambda session: propose(session, house(), code, seat, wish))
        return "passed" if made.outcome == "passed" else "proposed"
    if what == "withdraw":
        write_as(held, lambda session: withdraw(session, house(), code, seat, key))
        return "withdrawn"
    if what in SAYS:
        return cast_vote(held, key, what)
    raise Problem("This was sent without saying what to do. Nothing was changed.")


def cast_vote(held: Held, key: str, said: str) -> str:
    answer, code, seat = cast(Said, said), held.match, held.number
    answered = write_as(held, lambda session: vote(session, house(), code, seat, key, answer))
    return said if answered.counted else "decided"


def read_wish() -> Wish:
    kind, about = forms.text("kind"), forms.number("about", later("The seat")) or None
    details: dict[str, Any] = {
        "time": lambda: {"seconds": read_time("time", later("The time"))},
        "bot": lambda: {"once": forms.text("until") == "once"},
        "end": lambda: {"stands": forms.text("how") == "stands"},
        "back": lambda: {"step": forms.number("step", later("The step")) - 1},
        "substitute": lambda: {"bot": bool(forms.text("bot"))},
    }
    detail = details[kind]() if kind in details else {}
    return Wish(kind, about, detail, forms.text("email").strip(), place())


# --- By the link of a letter ---


def seat_of_link(token: str) -> Held:
    return owners_seat("propose", token)


@blueprint.get("/propose/<token>/go")
def propose_form(token: str) -> Response:
    return proposals_page(seat_of_link(token), f"/propose/{token}/go")


@blueprint.post("/propose/<token>/go")
def act_by_link(token: str) -> BaseResponse:
    return done_at(seat_of_link(token), f"/propose/{token}/go")


# --- The two buttons of a letter: GET shows, POST acts ---


def open_vote(token: str) -> VoteLink:
    link = read_vote(house(), token)
    read_by_owner(link.match, link.seat, link.holder)
    return link


@blueprint.get("/vote/<token>/go")
def vote_form(token: str) -> Response:
    return vote_page(open_vote(token), request.args.get("done", ""))


@blueprint.post("/vote/<token>/go")
def vote_by_link(token: str) -> BaseResponse:
    link, said = open_vote(token), forms.text("said")
    if said not in SAYS:
        raise Problem("This was sent without saying what to do. Nothing was changed.")
    held = Held(link.match, link.seat, link.holder, owns=True)
    return redirect(f"/vote/{token}/go?done={cast_vote(held, link.proposal, said)}", 303)


def vote_page(link: VoteLink, done: str) -> Response:
    """The one proposal with its button; when it was just answered, or is decided, how things stand."""
    with house().reading() as session:
        match, row = of_match(session, link.match, link.proposal)
        (one,) = shown.shown(session, match, [row], link.seat, page_speech())
        facts = find.facts_of(session, match)
        addresses = Place(seat_links_address(session, link))
        back = read_back(session, link.match, link.seat, link.proposal) if one.asked else {"back": None}
    asked = Asked(one, link.said) if one.asked and not done else None
    told = {"proposals": [one], "ways": Ways(), "offered": [], "problem": "", "unfolded": False}
    return page("proposals.html", match=facts, addresses=addresses, asked=asked, done=done, **told, **back)


def seat_links_address(session: Session, link: VoteLink) -> str:
    seat = seat_links.owned_seat(session, link.match, link.seat, link.holder)
    match = find.by_code(session, link.match)
    return seat_links.present_address(house(), "propose", match, seat, link.made)
