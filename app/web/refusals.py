"""The page behind the link of an invitation that refuses all further ones. GET shows, POST acts."""

from functools import partial

from flask import Blueprint, Response

from app.services.people import refusals
from app.web.pages import house, page

blueprint = Blueprint("refusals", __name__)


@blueprint.get("/refuse/<token>/go")
def refusal_form(token: str) -> Response:
    with house().reading() as session:
        refused = refusals.is_refused_by_link(session, house(), token)
    return page("refuse.html", refused=refused)


@blueprint.post("/refuse/<token>/go")
def refuse(token: str) -> Response:
    """Mail programs, too, post to this, for their own button (RFC 8058)."""
    house().write(partial(refusals.refuse_by_link, house=house(), token=token))
    return page("refuse.html", refused=True)
