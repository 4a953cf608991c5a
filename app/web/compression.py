"""Answers made smaller on their way, where their size gives nothing away.

Who can put words of their own into a page, and see how long the compressed page is, could guess the secrets
in it letter by letter. So nothing is compressed that repeats what was sent, or that lies at a secret address;
and pages get a beginning of a random length.
"""

import gzip
import secrets
import zlib

from flask import Flask, Response, request

from app.links import BY_TOKEN

SMALLEST = 1024
LEVEL = 5
LONGEST_PADDING = 64  # bytes
TEXT = ("text/", "application/json", "application/javascript", "application/jsonl", "image/svg+xml")
# Whoever has these addresses can act or read along; these pages hold secrets.
NEVER = (*BY_TOKEN, "/sign-in", "/join/", "/mailbox", "/me", "/feed/")
KEPT = (200, 304)  # what a browser may have in both variants
# What a query may hold that no page repeats.
UNREPEATED = {"receipt", "again", "noted", "n", "step", "v", "game"}


def wanted() -> bool:
    """Whether the answer to this request may be compressed. Also tells the two variants apart in an ETag."""
    repeats = request.method != "GET" or not set(request.args) <= UNREPEATED
    return request.accept_encodings.quality("gzip") > 0 and not repeats and not request.path.startswith(NEVER)


def compress(response: Response) -> Response:
    if response.status_code not in KEPT or not (response.mimetype or "").startswith(TEXT):
        return response
    response.vary.add("Accept-Encoding")
    fit = response.status_code == 200 and "Content-Encoding" not in response.headers and wanted()
    if not fit or (response.content_length or 0) < SMALLEST:
        return response
    response.direct_passthrough = False
    made = smaller(response.get_data(), padded=not response.headers.get("ETag"))
    response.set_data(made)
    response.headers["Content-Encoding"] = "gzip"
    if request.endpoint == "static":
        response.set_etag(response.get_etag()[0] or "", weak=True)
    return response


def smaller(body: bytes, padded: bool) -> bytes:
    """What has an ETag is the same every time, to the byte."""
    if not padded:
        return gzip.compress(body, LEVEL, mtime=0)
    # As a name of the file within, which nobody reads.
    name = b"x" * secrets.randbelow(LONGEST_PADDING) + b"\0"
    head = b"\x1f\x8b\x08\x08" + bytes(4) + b"\x00\xff" + name
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    tail = zlib.crc32(body).to_bytes(4, "little") + (len(body) % 2**32).to_bytes(4, "little")
    return head + packer.compress(body) + packer.flush() + tail


def prepare(app: Flask) -> None:
    app.after_request(compress)
