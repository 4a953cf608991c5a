"""Signing in and out, what a person wants, and leaving for good."""

from functools import partial
from typing import Any

from flask import Blueprint, Response, redirect, request, session
from werkzeug.wrappers import Response as Answer

from app.i18n.languages import LANGUAGES
from app.problems import Problem
from app.services.lobby import guests
from app.services.matches.names import FORMER
from app.services.people import accounts, preferences
from app.web import forms, sessions
from app.web.pages import house, page, read_by, reader, told_in
from app.web.sessions import needed
from engine.speech import filled, later

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
    "receipts",
    "entries",
    "talk_letters",
)
BOXES = ("receipts", "entries", "talk_letters")
TICKED = "True"
FOREVER = later("delete")  # what has to be typed for a step that cannot be taken back
UNSURE = later("Type the word “{word}” to do this.")


def local(address: str) -> str:
    """An address of this site only: nobody is sent elsewhere by a link of ours."""
    fine = address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if fine and address.isprintable() and len(address) < 200 else "/"


@blueprint.get("/sign-in")
def sign_in() -> Response:
    return page("sign_in.html", email="", then=local(request.args.get("then", "/")))


@blueprint.post("/sign-in")
def ask() -> Answer:
    email, then = forms.text("email"), local(forms.text("then") or "/")
    language, zone = reader(None).language, forms.text("zone") or "UTC"
    try:
        house().write(
            lambda writing: accounts.ask_to_sign_in(writing, house(), email, language=language, zone=zone)
        )
    except Problem as problem:
        return page("sign_in.html", problem.status, problem=problem.tell(told_in()), email=email, then=then)
    session["then"] = then
    return page("sign_in_sent.html", email=email.strip())


@blueprint.get("/sign-in/<token>/go")
def signing_in(token: str) -> Response:
    with house().reading() as reading:
        who = accounts.signing_in(reading, house(), token)
    read_by(who)
    return page("sign_in_go.html", who=who)


@blueprint.post("/sign-in/<token>/go")
def signed_in(token: str) -> Answer:
    trial = sessions.my_id()
    who = house().write(
        lambda writing: guests.keep(writing, trial, accounts.sign_in(writing, house(), token))
    )
    then = local(str(session.get("then", "/")))
    sessions.begin(who)
    return redirect(then, 303)


@blueprint.post("/sign-out")
def sign_out() -> Answer:
    """Of this browser, or of every one."""
    me = sessions.signed_in()
    if me and forms.text("everywhere"):
        house().write(partial(accounts.sign_out_everywhere, player_id=me.id))
    sessions.end()
    return redirect("/", 303)


@blueprint.get("/me")
def me() -> Response:
    mine = needed()
    return profile({name: "" if (kept := getattr(mine, name)) is None else str(kept) for name in FIELDS})


def profile(wanted: dict[str, str], problem: str = "", status: int = 200) -> Response:
    return page(
        "me.html",
        status,
        wanted=wanted,
        problem=problem,
        notice=told_in().gettext("Saved.") if "saved" in request.args else "",
        languages=LANGUAGES,
        zones=preferences.zones(),
        longest_wait=preferences.LONGEST_WAIT,
        site=house().settings.url,
    )


@blueprint.post("/me")
def change() -> Answer:
    player_id = needed().id
    wanted = {name: forms.text(name).strip() for name in FIELDS}
    try:
        house().write(lambda writing: accounts.change(writing, player_id, **understood(wanted)))
    except Problem as problem:
        return profile(wanted, problem.tell(told_in()), problem.status)
    return redirect("/me?saved", 303)


def understood(wanted: dict[str, str]) -> dict[str, Any]:
    """What was not on the form stays as it is."""
    known: dict[str, Any] = {name: value for name, value in wanted.items() if name in request.form}
    if "quiet_from" in known:
        known["quiet"] = (known.pop("quiet_from"), known.pop("quiet_to", ""))
    return known | {name: known[name] == TICKED for name in BOXES if name in known}


@blueprint.post("/me/feeds")
def new_feeds() -> Answer:
    mine = needed()
    house().write(partial(accounts.new_feed_key, player_id=mine.id))
    return redirect("/me#feeds", 303)


@blueprint.get("/me/delete")
def leaving() -> Response:
    needed()
    return leaving_page()


def leaving_page(problem: str = "", status: int = 200) -> Response:
    word, former = told_in().gettext(FOREVER), told_in().gettext(FORMER)
    return page("me_delete.html", status, word=word, former=former, problem=problem)


@blueprint.post("/me/delete")
def leave() -> Answer:
    player_id = needed().id
    if not forms.surely(FOREVER, told_in()):
        return leaving_page(filled(UNSURE, {"word": FOREVER}, told_in()), 400)
    house().write(lambda writing: accounts.forget(writing, house(), player_id))
    sessions.end()
    return page("deleted.html")
