"""Tells ./chasqui doctor that the public address leads here, and what a proxy makes of requests."""

from flask import Blueprint, Response, jsonify, request

from app.services.pace import is_among
from app.services.upkeep import whoami
from app.web.pages import house

blueprint = Blueprint("whoami", __name__)

LONGEST = 100


@blueprint.get(f"{whoami.PLACE}<token>")
def tell(token: str) -> tuple[Response, int]:
    """Nothing about the request, unless the token is one that has just been put into the database."""
    with house().reading() as session:
        is_asked = len(token) < LONGEST and whoami.is_asked(session, token)
    if not is_asked:
        return jsonify({"chasqui": "another"}), 404
    proxies, forwarded = house().settings.proxies, request.headers.get("X-Forwarded-For", "")
    said = {
        "chasqui": whoami.answer(house(), token),
        "host": request.host,
        "from": request.remote_addr,
        "forwarded": forwarded,
        "trusted": is_among(request.remote_addr or "", proxies),
    }
    return jsonify(said), 200
