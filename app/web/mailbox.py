"""Letters that were kept because no mail server is set: for one machine, and only for who sits at it."""

from ipaddress import ip_address

from flask import Blueprint, Response, abort, make_response, request

from app.services import kept
from app.services.kept import Kept
from app.web.pages import house, page

blueprint = Blueprint("mailbox", __name__)

LARGEST = 2**31
HERE = ("localhost", "127.0.0.1", "[::1]")
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)


@blueprint.before_request
def only_here() -> None:
    """Its letters sign in: neither another machine nor another site that names itself us may read them."""
    settings = house().settings
    name = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    at_this_machine = _is_loopback(request.remote_addr or "") and "X-Forwarded-For" not in request.headers
    if not (settings.shows_mailbox and at_this_machine and name in (*HERE, settings.host)):
        abort(404)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@blueprint.get("/mailbox")
def mailbox() -> Response:
    with house().db.reading() as session:
        letters = kept.letters(session, limit=200)
    return page("mailbox.html", letters=letters)


@blueprint.get("/mailbox/<int:letter_id>")
def letter(letter_id: int) -> Response:
    return page("letter.html", kept=_letter(letter_id))


@blueprint.get("/mailbox/<int:letter_id>/html")
def as_html(letter_id: int) -> Response:
    """Shown in a frame, with a policy of its own: nothing in it runs or loads anything."""
    html = _letter(letter_id).letter.html
    answer = make_response(html.replace("<head>", '<head><base target="_blank">', 1))
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Frame-Options"] = "SAMEORIGIN"
    return answer


def _letter(letter_id: int) -> Kept:
    with house().db.reading() as session:
        found = kept.letter(session, letter_id) if letter_id < LARGEST else None
    if not found:
        abort(404, "There is no such letter.")
    return found
