"""Pictures of a match to pass on: its film, and the preview that chats show with a link."""

import hashlib

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from app.problems import Missing, NotAllowed
from app.services.books import film_store, previews, store
from app.web.match_reading import MOST_STEPS, has_started, own_seat
from app.web.pages import house, reader_of
from app.web.reports import finished_match, keep_to_network
from app.web.sessions import signed_in_player

blueprint = Blueprint("pictures", __name__)

SANDBOX = "default-src 'none'; sandbox"


def wanted_language() -> str:
    return store.book_language(request.args.get("language") or reader_of(signed_in_player()).language)


def picture(data: bytes, kind: str, for_all: bool) -> Response:
    """`for_all`: pages of other sites may show it, too, such as a chat in a browser."""
    response = make_response(data)
    response.content_type = f"image/{kind}"
    response.headers["Content-Security-Policy"] = SANDBOX
    if for_all:
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


# --- The film ---


@blueprint.get("/m/<code>/film.gif")
def film(code: str) -> BaseResponse:
    with house().reading() as session:
        match = finished_match(session, code)
        found = film_store.film_for(session, match.id, wanted_language())
        if not found or not found.made_at:
            return redirect(f"/m/{code}/report#film", 303)
        tag = hashlib.sha256(repr(found).encode()).hexdigest()[:32]
        if request.if_none_match.contains(tag):
            response = Response(status=304)
        else:
            gif = film_store.gif_of(session, found) or b""
            response = picture(gif, "gif", match.watch == "link")
            response.headers["Content-Disposition"] = f'inline; filename="{match.game}-{code}.gif"'
    response.set_etag(tag)
    return response


@blueprint.post("/m/<code>/film")
def want_film(code: str) -> BaseResponse:
    """For matches that ended before there were films, and where the making was given up."""
    language = wanted_language()
    with house().reading() as session:
        match = finished_match(session, code)
        if not own_seat(session, code):
            raise NotAllowed("Only its players can ask for this.")
    keep_to_network("book")
    house().write(lambda session: film_store.want_again(session, match.id, language))
    return redirect(f"/m/{code}/report#film", 303)


# --- The preview ---


@blueprint.get("/m/<code>/preview.png")
def preview(code: str) -> Response:
    """The same for everybody: what an onlooker sees."""
    step = request.args.get("step", type=int)
    with house().reading() as session:
        if not has_started(session, code) or (step is not None and not 0 <= step <= MOST_STEPS):
            raise Missing("There is no such board.")
        shown = previews.preview_of_match(session, house(), code, wanted_language(), step)
    tag = previews.name_of(shown)
    if request.if_none_match.contains(tag):
        response = Response(status=304)
    else:
        png = previews.find(house(), shown)
        if png is None:
            keep_to_network("printing")
            png = previews.make(house(), shown)
        response = picture(png, "png", for_all=True)
    response.set_etag(tag)
    return response
