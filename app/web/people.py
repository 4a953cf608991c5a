"""Signing in and out, a player's profile, and leaving for good."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, session
from sqlmodel import Session
from werkzeug.wrappers import Response as BaseResponse

from app.clock import now
from app.i18n.languages import LANGUAGES
from app.models import Player
from app.problems import Problem
from app.services.lobby import guests
from app.services.matches.find import FORMER_NAME
from app.services.people import accounts, feeds, new_address, own_time, preferences, refusals, signing_in
from app.services.play import own_hours
from app.web import forms, sessions
from app.web.absences import absences_to_come, change_absences
from app.web.guests import place
from app.web.pages import house, page, page_speech, reader_of, set_reader, told
from app.web.sessions import need_player
from engine.speech import fill_text, later

blueprint = Blueprint("people", __name__)

FIELDS = (
    "name",
    "language",
    "zone",
    "mail",
    "digest_hour",
    "late_hours",
    "quiet_from",
    "quiet_to",
    "wakes",
    "sleeps",
    "receipts",
    "entries",
    "entry_letters",
    "talk_letters",
)
BOXES = ("receipts", "entries", "entry_letters", "talk_letters")
WEEK = tuple(str(day) for day in range(7))
TICKED = "True"
DELETE_WORD = later("delete")  # has to be typed, for this step cannot be taken back
TICK_THE_BOX = later("Tick the box if this address is yours. Otherwise close this page.")
TYPE_THE_WORD = later("Type the word “{word}” to do this.")


def local(address: str) -> str:
    """The address if it is one of this site, else "/": a link of ours must not redirect people elsewhere."""
    is_local = address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if is_local and address.isprintable() and len(address) < 200 else "/"


@blueprint.get("/sign-in")
def sign_in() -> Response:
    return page("sign_in.html", email="", then=local(request.args.get("then", "/")))


@blueprint.post("/sign-in")
def ask_to_sign_in() -> BaseResponse:
    email, then = forms.text("email"), local(forms.text("then") or "/")
    asking = partial(signing_in.ask_to_sign_in, language=reader_of(None).language, place=place())
    try:
        house().write(partial(asking, house=house(), email=email))
    except Problem as problem:
        return page("sign_in.html", problem.status, problem=told(problem), email=email, then=then)
    session["then"], session["asked"] = then, accounts.checked_address(email)
    return page("sign_in_sent.html", email=email.strip())


def has_asked(player: Player) -> bool:
    """Whether this browser asked for a letter to the address of this player, who may have no account yet.

    In another one, a link may be a trap: its sender's own, so that what is done from then on lands in the
    sender's account.
    """
    return bool(player.email) and session.get("asked") == player.email


@blueprint.get("/sign-in/<token>/go")
def sign_in_form(token: str) -> Response:
    return sign_in_page(_player_of_link(token))


def sign_in_page(player: Player, problem: str = "", status: int = 200) -> Response:
    set_reader(player)
    return page(
        "sign_in_go.html",
        status,
        who=player,
        nameless=accounts.is_nameless(player),
        typed=request.form,
        asked=has_asked(player),
        problem=problem,
        csrf=sessions.csrf_for_stranger(),
    )


def _player_of_link(token: str) -> Player:
    with house().reading() as reading:
        return signing_in.player_of_link(reading, house(), token)


@blueprint.post("/sign-in/<token>/go")
def sign_in_by_link(token: str) -> BaseResponse:
    found = _player_of_link(token)
    sessions.need_csrf()
    language = reader_of(None).language  # of the browser
    set_reader(found)
    if not has_asked(found) and forms.text("mine") != TICKED:
        return sign_in_page(found, page_speech().gettext(TICK_THE_BOX), 400)
    then = local(str(session.get("then", "/"))) if has_asked(found) else "/"
    guest_id, zone = sessions.my_id(), forms.text("zone")

    def sign_in(writing: Session) -> Player:
        player = signing_in.sign_in(writing, house(), token, language, zone, forms.text("name"))
        return guests.merge_guest(writing, guest_id, player)

    try:
        player = house().write(sign_in)
    except Problem as problem:
        return sign_in_page(found, told(problem), problem.status)
    sessions.begin_session(player)
    return redirect(then, 303)


@blueprint.post("/sign-out")
def sign_out() -> BaseResponse:
    """Signs out this browser, or all browsers of the player."""
    player = sessions.signed_in_player()
    if player and forms.text("everywhere"):
        house().write(partial(signing_in.sign_out_everywhere, player_id=player.id))
    sessions.end_session()
    answer = redirect("/", 303)
    answer.headers["Clear-Site-Data"] = '"cache"'  # else “back” shows notes and answers to the next reader
    return answer


@blueprint.get("/me")
def profile() -> Response:
    return profile_as_it_is()


def profile_as_it_is(problem: str = "", status: int = 200) -> Response:
    player = need_player()
    values = {name: getattr(player, name) for name in FIELDS}
    texts = {name: "" if value is None else str(value) for name, value in values.items()}
    return profile_page(texts, [str(day) for day in player.free_days], problem, status)


def profile_page(
    values: dict[str, str], free_days: Sequence[str], problem: str = "", status: int = 200
) -> Response:
    with house().reading() as reading:
        refuses = refusals.refuses(reading, house(), need_player().email or "")
        feed_key = feeds.feed_key(house(), need_player())
        waiting = new_address.waiting_address(reading, need_player().id)
    answer = page(
        "me.html",
        status,
        wanted=values,
        free_days=free_days,
        absences=absences_to_come(need_player()),
        today=own_time.today_of(need_player(), now()),
        problem=problem,
        notice=page_speech().gettext("Saved.") if "saved" in request.args else "",
        languages=LANGUAGES,
        zones=preferences.zones(),
        longest_wait=preferences.LONGEST_WAIT,
        site=house().settings.url,
        refuses=refuses,
        feed_key=feed_key,
        new_address=waiting,
    )
    answer.cache_control.no_store = True  # it has the addresses of the feeds
    return answer


@blueprint.post("/me")
def change() -> BaseResponse:
    player_id = need_player().id
    fields = {name: forms.text(name).strip() for name in FIELDS}
    try:
        changes = changes_in(fields)
        house().write(lambda writing: own_hours.change_account(writing, house(), player_id, changes))
    except Problem as problem:
        free_days = request.form.getlist("free_days")
        return profile_page(fields, free_days, told(problem), problem.status)
    if fields["language"]:
        sessions.remember_language(fields["language"])
    return redirect("/me?saved", 303)


def changes_in(fields: dict[str, str]) -> dict[str, Any]:
    """Fields that were not on the form stay as they are."""
    changes: dict[str, Any] = {name: value for name, value in fields.items() if name in request.form}
    if "quiet_from" in changes:
        changes["quiet"] = (changes.pop("quiet_from"), changes.pop("quiet_to", ""))
    if "wakes" in changes:
        changes["waking"] = (changes.pop("wakes"), changes.pop("sleeps", ""))
    if "free_days" in request.form:
        changes["free_days"] = [int(day) for day in request.form.getlist("free_days") if day in WEEK]
    return changes | {name: changes[name] == TICKED for name in BOXES if name in changes}


@blueprint.post("/me/away")
def change_absence() -> BaseResponse:
    player_id = need_player().id
    try:
        house().write(partial(change_absences, player_id=player_id))
    except Problem as problem:
        return profile_as_it_is(problem.tell(page_speech()), problem.status)
    return redirect("/me?saved#away", 303)


@blueprint.post("/me/feeds")
def new_feeds() -> BaseResponse:
    player = need_player()
    house().write(partial(accounts.new_feed_key, player_id=player.id))
    return redirect("/me#feeds", 303)


@blueprint.post("/me/invitations")
def choose_invitations() -> BaseResponse:
    """Only here, by somebody who has signed in with an address, are invitations to it allowed again."""
    email = need_player().email or ""
    choose = refusals.allow if forms.text("what") == "allow" else refusals.refuse
    house().write(partial(choose, house=house(), email=email))
    return redirect("/me#invitations", 303)


@blueprint.get("/me/delete")
def delete_form() -> Response:
    need_player()
    return delete_page()


def delete_page(problem: str = "", status: int = 200) -> Response:
    word, former = page_speech().gettext(DELETE_WORD), page_speech().gettext(FORMER_NAME)
    return page("me_delete.html", status, word=word, former=former, problem=problem)


@blueprint.post("/me/delete")
def delete_account() -> BaseResponse:
    player_id = need_player().id
    if not forms.has_typed_word(DELETE_WORD, page_speech()):
        return delete_page(fill_text(TYPE_THE_WORD, {"word": DELETE_WORD}, page_speech()), 400)
    house().write(lambda writing: accounts.delete_account(writing, house(), player_id))
    sessions.end_session()
    return page("deleted.html")
