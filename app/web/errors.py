"""Pages about errors: what went wrong, what to do, and what the person had typed."""

import logging
from typing import Any

from flask import Flask, Response, g, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from app.db.away import NobodyKnows, commits, in_one_line, is_passing
from app.links import BadLink
from app.problems import BeingLookedAt, Problem, SetAside
from app.tally import count_refusal
from app.web.pages import page, page_speech, told
from app.web.sessions import SignInFirst
from engine.errors import OrderError
from engine.speech import later

LOG = logging.getLogger(__name__)

MESSAGES = {
    400: later("We could not understand this."),
    404: later("There is nothing at this address; part of it may have been cut off."),
    405: later("This address does not work that way. Pages that change something have a button for it."),
    413: later(
        "This is too long: a form can have up to 64 kB. Go back; your browser still has what you typed."
    ),
    415: later("This was sent in a format we do not understand."),
}
OWN_FAULT = later("Something went wrong here, and it is not your fault. Nothing was changed.")
PARTLY_DONE = later(
    "Something went wrong here, and it is not your fault. Look again before you send it again."
)
AWAY = later("We cannot read or save anything at the moment. It usually takes a few seconds.")
NOT_SAVED = later(
    "We cannot save anything at the moment, so nothing was changed. Try again in a few seconds."
)
NOBODY_KNOWS = later(
    "The connection to our database broke while this was being saved, so it may be saved or not. Look again "
    "in a few seconds before you send it again. Orders you can send again: the same orders count only once."
)
SECONDS_TO_WAIT = 5
SIGNED_OUT = later("You are no longer signed in. Sign in and send it again.")
NOT_SHOWN = ("csrf", "what", "turn", "base", "sure")


def problem_page(message: str, status: int, **more: Any) -> Response:
    facts = {"message": message, "status": status, "typed": _typed_fields(status), **more}
    return page("error.html", status, **facts)


def _typed_fields(status: int) -> dict[str, str]:
    """The fields of the form that failed, so that nobody has to type them again."""
    if request.method != "POST" or status == 413:
        return {}
    return {name: value for name, value in request.form.items() if value.strip() and name not in NOT_SHOWN}


def on_problem(problem: Problem) -> Response:
    return problem_page(told(problem), problem.status)


def on_set_aside(aside: SetAside) -> Response:
    """The page of such a match, whatever of it was asked for."""
    if not aside.facts:
        return on_problem(aside)
    status = 200 if request.method in ("GET", "HEAD") else aside.status
    return page("aside.html", status, match=aside.facts, typed=_typed_fields(status))


def on_sign_in_first(problem: SignInFirst) -> BaseResponse:
    if request.method in ("GET", "HEAD"):
        return redirect(f"/sign-in?then={request.path}", 303)
    return problem_page(page_speech().gettext(SIGNED_OUT), 403)


def on_bad_link(bad: BadLink) -> Response:
    count_refusal("link", bad, str(bad))
    return problem_page(page_speech().gettext(str(bad)), 404)


def on_order_error(error: OrderError) -> Response:
    return problem_page(error.tell(page_speech()), 422)


def on_http_error(error: HTTPException) -> Response | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    # Errors that we raise have a sentence for people in their description; Werkzeug's own do not.
    ours = error.description != type(error).description and error.description
    response = problem_page(page_speech().gettext(str(ours or MESSAGES.get(code, error.name))), code)
    allowed = getattr(error, "valid_methods", None)
    if allowed:
        response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def on_fault(error: Exception) -> Response:
    # The log names the endpoint, not the path, which may contain a token that is as good as a password.
    g.setdefault("me", None)  # if the database is the fault, the page must not ask it for the player
    if is_passing(error):
        return on_trouble_that_passes(error)
    LOG.error("fault in %s", request.endpoint, exc_info=error)
    return problem_page(page_speech().gettext(PARTLY_DONE if commits() > g.commits else OWN_FAULT), 500)


def on_trouble_that_passes(error: Exception) -> Response:
    """503, which tells browsers and proxies too that it is no mistake in what was sent."""
    LOG.warning("%s: the database: %s", request.endpoint, in_one_line(error))
    return _again_soon(page_speech().gettext(_what_is_known(error)))


def on_being_looked_at(problem: BeingLookedAt) -> Response:
    return _again_soon(told(problem))


def _again_soon(message: str) -> Response:
    """What was sent is in the page, with a button that sends it again."""
    address = f"{request.path}?{request.query_string.decode('latin-1')}".removesuffix("?")
    sent = request.form if request.method == "POST" else None
    response = problem_page(message, 503, sent=sent, address=address)
    response.headers["Retry-After"] = str(SECONDS_TO_WAIT)
    return response


def _what_is_known(error: Exception) -> str:
    if request.method in ("GET", "HEAD"):
        return AWAY
    return NOBODY_KNOWS if isinstance(error, NobodyKnows) or commits() > g.commits else NOT_SAVED


def count_commits() -> None:
    g.commits = commits()


def prepare(app: Flask) -> None:
    app.before_request(count_commits)
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(BeingLookedAt, on_being_looked_at)
    app.register_error_handler(SetAside, on_set_aside)
    app.register_error_handler(SignInFirst, on_sign_in_first)
    app.register_error_handler(BadLink, on_bad_link)
    app.register_error_handler(OrderError, on_order_error)
    app.register_error_handler(HTTPException, on_http_error)
    app.register_error_handler(Exception, on_fault)
