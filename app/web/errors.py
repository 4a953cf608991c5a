"""Pages about errors: what went wrong, what to do, and what the person had typed."""

import logging

from flask import Flask, Response, g, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from app.links import BadLink
from app.problems import Problem
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
SIGNED_OUT = later("You are no longer signed in. Sign in and send it again.")
NOT_SHOWN = ("csrf", "what", "turn", "base", "sure")


def problem_page(message: str, status: int) -> Response:
    return page("error.html", status, message=message, status=status, typed=_typed_fields(status))


def _typed_fields(status: int) -> dict[str, str]:
    """The fields of the form that failed, so that nobody has to type them again."""
    if request.method != "POST" or status == 413:
        return {}
    return {name: value for name, value in request.form.items() if value.strip() and name not in NOT_SHOWN}


def on_problem(problem: Problem) -> Response:
    return problem_page(told(problem), problem.status)


def on_sign_in_first(problem: SignInFirst) -> BaseResponse:
    if request.method in ("GET", "HEAD"):
        return redirect(f"/sign-in?then={request.path}", 303)
    return problem_page(page_speech().gettext(SIGNED_OUT), 403)


def on_bad_link(bad: BadLink) -> Response:
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
    LOG.error("fault in %s", request.endpoint, exc_info=error)
    return problem_page(page_speech().gettext(OWN_FAULT), 500)


def prepare(app: Flask) -> None:
    app.register_error_handler(Problem, on_problem)
    app.register_error_handler(SignInFirst, on_sign_in_first)
    app.register_error_handler(BadLink, on_bad_link)
    app.register_error_handler(OrderError, on_order_error)
    app.register_error_handler(HTTPException, on_http_error)
    app.register_error_handler(Exception, on_fault)
