"""Opening a match, taking seats, and the host's buttons before and during play."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.db.words import ProposalKind
from app.house import House
from app.models import Match
from app.problems import Missing, Problem
from app.safe_text import one_line
from app.services.lobby import drawing, host_seats, opening, rematch, seats, start, terms
from app.services.lobby.drawing import UsedDraw
from app.services.lobby.opening import Wish
from app.services.matches import find
from app.services.matches.needs import CHOICES, NEEDS, need_of
from app.services.people import accounts
from app.services.play import host_actions
from app.services.proposals.propose import Wish as ProposalWish
from app.services.proposals.propose import propose_as_host
from app.web import forms
from app.web.guests import place
from app.web.pages import house, page, page_speech, told
from app.web.rules import introductions
from app.web.sessions import my_id, need_player, need_player_or_guest, signed_in_player
from engine.game import Meta
from engine.registry import GAMES, meta
from engine.speech import later

blueprint = Blueprint("lobby", __name__)

UNITS = {"minutes": 60, "hours": 3600, "days": 86400}
CLOSED, OPEN, MAIL = "closed", "open", "mail"


# --- A new match ---


@blueprint.get("/matches/new")
def new_match_form() -> Response:
    need_player()
    if request.args.get("game") not in GAMES:
        return page("choose_game.html", games=[meta(name) for name in GAMES], told=introductions())
    return wish_form(meta(request.args["game"]), {})


def wish_form(game: Meta, wished: dict[str, str], problem: str = "", status: int = 200) -> Response:
    facts: dict[str, Any] = {"seatings": terms.SEATINGS, "policies": terms.POLICIES}
    facts |= {
        "chance": chance_of_form(game, wished),
        "watchers": terms.WATCHERS,
        "choices": CHOICES,
        "needs": NEEDS,
        "counts": terms.COUNTS,
    }
    return page("new_match.html", status, game=game, wished=wished, problem=problem, units=UNITS, **facts)


def chance_of_form(game: Meta, wished: dict[str, str]) -> dict[str, Any]:
    """A form that comes back keeps what it has shown."""
    try:
        drawn = drawing.opened(house(), wished.get("drawn", ""))
    except UsedDraw:
        drawn = drawing.draw(game.most)
    return {
        "commitment": drawn.commitment,
        "hashes": drawn.hashes,
        "sealed": drawing.sealed(house(), drawn),
    }


@blueprint.post("/matches/new")
def open_match() -> BaseResponse:
    host_id = need_player().id
    name = forms.text("game")
    if name not in GAMES:
        raise Missing("There is no such game.")
    try:
        wish, salt = read_wish(meta(name)), forms.text("salt").strip()
        match = house().write(lambda session: open_as(session, host_id, wish, salt))
    except UsedDraw as used:
        anew = {**request.form.to_dict(), "salt": "", "drawn": ""}
        return wish_form(meta(name), anew, told(used), used.status)
    except Problem as problem:
        return wish_form(meta(name), request.form.to_dict(), told(problem), problem.status)
    return redirect(f"/m/{match.code}", 303)


def open_as(session: Session, host_id: int, wish: Wish, salt: str) -> Match:
    """Hosts may choose the name that the other players see; it also goes into the record."""
    opening.check_has_room(session, house(), host_id)
    if forms.text("name").strip():
        accounts.change_account(session, host_id, name=forms.text("name"))
    field = forms.text("drawn")
    drawn = drawing.opened(house(), field) if field else None
    return opening.open_match(session, house(), host_id, wish, salt, place(), drawn)


def read_wish(game: Meta) -> Wish:
    guests = [guest for guest in map(read_guest, range(2, game.most + 1)) if guest is not None]
    return Wish(
        game=game.id,
        title=forms.text("title"),
        size=1 + len(guests),
        options={key: bool(forms.text(f"option-{key}")) for key in game.options},
        seating=forms.text("order"),
        ask_seconds=read_time("ask", "The time for an answer") or None,
        bank_seconds=read_time("bank", "The bank for the whole game"),
        grace_seconds=read_time("grace", later("The time to take orders back")),
        counts=forms.text("counts") or "every",
        absence_days=forms.number("absence-days", later("The number of days of absence"), 21),
        policy=forms.text("policy"),
        watch=forms.text("watch"),
        prints_talk=bool(forms.text("prints-talk")),
        greeting=one_line(forms.text("greeting")),
        needs={name: need for name in CHOICES if (need := forms.text(f"need-{name}"))},
        guests=guests,
    )


def read_guest(position: int) -> str | None:
    """The new holder of the seat: a bot, an address, or "" for anybody; None if there is no such seat."""
    kind, email = forms.text(f"seat-{position}"), forms.text(f"email-{position}").strip()
    if kind == OPEN and email:
        kind = MAIL  # somebody who types an address means it
    if kind == MAIL and not email:
        raise Problem(
            "Seat {position} is for somebody invited by email, but there is no address.", position=position
        )
    return kind if kind in seats.BOTS else {OPEN: "", MAIL: email}.get(kind)


def read_time(name: str, what: str) -> int:
    unit = UNITS.get(forms.text(f"{name}-unit"))
    return forms.number(name, what) * unit if unit else 0


# --- Joining ---


@blueprint.get("/join/<join_key>")
def join_form(join_key: str) -> BaseResponse:
    return join_page(join_key)


def join_page(join_key: str, problem: str = "", status: int = 200) -> BaseResponse:
    with house().reading() as session:
        seats_left = seats.open_seats(session, house(), join_key, signed_in_player())
    if seats_left.sits and not problem:
        return redirect(f"/m/{seats_left.match.code}", 303)
    facts = {"match": seats_left.match, "chance": seats_left.chance, "problem": problem}
    facts |= {"free": seats_left.free, "kept": seats_left.kept, "takes": seats_left.takes}
    return page("join.html", status, **facts, typed=request.form, email="", then=request.path)


@blueprint.post("/join/<join_key>")
def join(join_key: str) -> BaseResponse:
    player_id = need_player().id
    name, salt = forms.text("name"), forms.text("salt").strip()

    def take_seat(session: Session) -> str:
        if name.strip():
            accounts.change_account(session, player_id, name=name)
        return seats.join(session, house(), join_key, player_id, salt).code

    try:
        code = house().write(take_seat)
    except Missing:
        raise
    except Problem as problem:
        return join_page(join_key, told(problem), problem.status)
    return redirect(f"/m/{code}", 303)


# --- Deeds: each is a button ---


def lobby_page(code: str, problem: str = "", status: int = 200) -> Response:
    with house().reading() as session:
        lobby = opening.lobby_view(session, house(), code, my_id())
    return page("lobby.html", status, match=lobby.match, lobby=lobby, problem=problem, typed=request.form)


GIVE_UP = later("give up")  # has to be typed: it cannot be taken back
Deed = Callable[[Session, House, str, int], Any]


def as_host(kind: ProposalKind, alone: Deed, session: Session, house: House, code: str, host: int) -> None:
    """Alone where the match was opened so; else the host only proposes it."""
    if need_of(find.by_code(session, code).needs, kind) == "host":
        alone(session, house, code, host)
    else:
        propose_as_host(session, house, code, host, ProposalWish(kind))


DEEDS: dict[str, Deed] = {
    "start": start.start,
    "cancel": opening.cancel,
    "leave": seats.leave,
    "pause": partial(as_host, "pause", host_actions.pause),
    "resume": partial(as_host, "resume", host_actions.resume),
}


@blueprint.post("/m/<code>/give-up")
def give_up(code: str) -> BaseResponse:
    if not forms.has_typed_word(GIVE_UP, page_speech()):
        raise Problem("This cannot be taken back: type “{word}” to do it.", word=GIVE_UP)
    return do_deed(code, partial(as_host, "end", host_actions.give_up))


def do_deed(code: str, deed: Deed) -> BaseResponse:
    player_id = need_player_or_guest().id
    house().write(lambda session: deed(session, house(), code, player_id))
    return redirect(f"/m/{code}", 303)


for name, deed in DEEDS.items():
    blueprint.add_url_rule(f"/m/<code>/{name}", name, partial(do_deed, deed=deed), methods=["POST"])


@blueprint.post("/m/<code>/rematch")
def play_again(code: str) -> BaseResponse:
    player_id = need_player().id
    match = house().write(lambda session: rematch.ask_for_rematch(session, house(), code, player_id))
    return redirect(f"/m/{match.code}", 303)


@blueprint.post("/m/<code>/seat")
def change_seat(code: str) -> BaseResponse:
    need_player()
    position, what = forms.number("position", later("The seat")), forms.text("what")
    email = forms.text("email").strip()
    deeds: dict[str, Deed] = {
        seats.BOT: partial(host_seats.put_bot, position=position),
        seats.STRONG_BOT: partial(host_seats.put_bot, position=position, strength="strong"),
        "free": lambda session, house, code, host: host_seats.free_seat(session, house, code, host, position),
        "invite": lambda session, house, code, host: host_seats.invite_to(
            session, house, code, host, position, email, place()
        ),
    }
    if what not in deeds:
        raise Problem("A seat can be given to a bot, freed, or kept for an invited guest.")
    try:
        return do_deed(code, deeds[what])
    except Missing:
        raise
    except Problem as problem:
        return lobby_page(code, told(problem), problem.status)
