"""Signing in and out, what a person wants, and leaving for good."""

from functools import partial
from zoneinfo import available_timezones

from flask import Blueprint, Response, redirect, request, session
from werkzeug.wrappers import Response as Answer

from app.problems import Problem
from app.services import people
from app.web import sessions, typed
from app.web.pages import house, page, read_by, reader
from app.web.sessions import needed

blueprint = Blueprint("people", __name__)

FOREVER = "delete"  # what has to be typed for a step that cannot be taken back


def local(address: str) -> str:
    """An address of this site only: nobody is sent elsewhere by a link of ours."""
    fine = address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if fine and address.isprintable() and len(address) < 200 else "/"


@blueprint.get("/sign-in")
def sign_in() -> Response:
    return page("sign_in.html", email="", then=local(request.args.get("then", "/")))


@blueprint.post("/sign-in")
def ask() -> Answer:
    email, then = typed.text("email"), local(typed.text("then") or "/")
    language, zone = reader(None).language, typed.text("zone") or "UTC"
    try:
        house().db.write(
            lambda writing: people.ask_to_sign_in(writing, house(), email, language=language, zone=zone)
        )
    except Problem as problem:
        return page("sign_in.html", problem.status, problem=problem.message, email=email, then=then)
    house().wake()
    session["then"] = then
    return page("sign_in_sent.html", email=email.strip())


@blueprint.get("/sign-in/<token>/go")
def signing_in(token: str) -> Response:
    with house().db.reading() as reading:
        who = people.signing_in(reading, house(), token)
    read_by(who)
    return page("sign_in_go.html", who=who)


@blueprint.post("/sign-in/<token>/go")
def signed_in(token: str) -> Answer:
    who = house().db.write(lambda writing: people.sign_in(writing, house(), token))
    then = local(str(session.get("then", "/")))
    sessions.begin(who)
    return redirect(then, 303)


@blueprint.post("/sign-out")
def sign_out() -> Answer:
    """Of this browser, or of every one."""
    me = sessions.signed_in()
    if me and me.id and typed.text("everywhere"):
        house().db.write(partial(people.sign_out_everywhere, player_id=me.id))
    sessions.end()
    return redirect("/", 303)


@blueprint.get("/me")
def me() -> Response:
    mine = needed()
    return profile({"name": mine.name, "language": mine.language, "zone": mine.zone, "mail": mine.mail})


def profile(wanted: dict[str, str], problem: str = "", status: int = 200) -> Response:
    return page(
        "me.html",
        status,
        wanted=wanted,
        problem=problem,
        notice="Saved." if "saved" in request.args else "",
        languages=people.LANGUAGES,
        mails=people.MAIL,
        zones=sorted(available_timezones()),
    )


@blueprint.post("/me")
def change() -> Answer:
    mine = needed()
    assert mine.id
    player_id = mine.id
    wanted = {name: typed.text(name).strip() for name in ("name", "language", "zone", "mail")}
    try:
        house().db.write(lambda writing: people.change(writing, player_id, **wanted))
    except Problem as problem:
        return profile(wanted, problem.message, problem.status)
    return redirect("/me?saved", 303)


@blueprint.get("/me/delete")
def leaving() -> Response:
    needed()
    return page("me_delete.html", word=FOREVER)


@blueprint.post("/me/delete")
def leave() -> Answer:
    mine = needed()
    assert mine.id
    player_id = mine.id
    if typed.text("sure").strip().lower() != FOREVER:
        return page("me_delete.html", 400, word=FOREVER, problem=f"Type the word “{FOREVER}” to do this.")
    house().db.write(lambda writing: people.forget(writing, house(), player_id))
    house().wake()
    sessions.end()
    return page("deleted.html")
