"""The fonts of our pages. Their addresses change with them, so browsers keep them for ever."""

import hashlib

from flask import Blueprint, Response, abort, make_response, request
from werkzeug.wrappers import Response as BaseResponse

from app.services.books import page_faces
from app.web.pages import YEAR, house

blueprint = Blueprint("typeface", __name__)


@blueprint.get("/fonts/<version>/faces.css")
def style_sheet(version: str) -> BaseResponse:
    return kept(version, page_faces.style_sheet(), "text/css; charset=utf-8")


@blueprint.get("/fonts/<version>/<any(regular, bold, italic):name>.woff2")
def face(version: str, name: str) -> BaseResponse:
    made = page_faces.face(house(), name) if version == page_faces.version() else b""
    return kept(version, made, "font/woff2")


def kept(version: str, data: bytes, kind: str) -> BaseResponse:
    if not data or version != page_faces.version():
        abort(404)
    response: Response = make_response(data)
    response.content_type = kind
    response.set_etag(hashlib.sha256(data).hexdigest()[:32])
    response.cache_control.public = True
    response.cache_control.max_age = YEAR
    response.cache_control.immutable = True
    return response.make_conditional(request)
