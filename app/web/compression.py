"""Responses are compressed with gzip where their size gives no secrets away (the BREACH attack).

An attacker who can put words into a page, and can see how long the compressed page is, could guess the
secrets in it letter by letter. So a page is not compressed if it repeats what was sent, or if its address is
secret; and compressed pages get padding of a random length.

One kind of answer repeats what was sent and is compressed: what a page's own script gets for a draft of
orders (`allow`). Nobody else can put words into it, for a request without the session's CSRF token, or
without the token of a letter's link, gets no such answer; and there is no secret in it to guess.
"""

import gzip
import secrets
import zlib

from flask import Flask, Response, g, request

from app.links import BY_TOKEN

SMALLEST = 1024
LEVEL = 5
LONGEST_PADDING = 64  # bytes
TEXT = ("text/", "application/json", "application/javascript", "application/jsonl", "image/svg+xml")
# Pages with secrets in their text or in their address.
NEVER = (*BY_TOKEN, "/sign-in", "/join/", "/mailbox", "/me", "/feed/")
WITH_VARIANTS = (200, 304)  # statuses of responses that a cache may have compressed and uncompressed
# Parameters of a query that no page repeats in its text.
UNREPEATED = {"receipt", "again", "noted", "n", "step", "v", "game"}


def may_compress() -> bool:
    """Whether the response to this request may be compressed. ETags of the two variants must differ in it."""
    if request.accept_encodings.quality("gzip") <= 0:
        return False
    repeats = request.method != "GET" or not set(request.args) <= UNREPEATED
    return bool(g.get("may_compress")) or (not repeats and not request.path.startswith(NEVER))


def allow() -> None:
    """The response to this request may be compressed all the same."""
    g.may_compress = True


def compress(response: Response) -> Response:
    if response.status_code not in WITH_VARIANTS or not (response.mimetype or "").startswith(TEXT):
        return response
    response.vary.add("Accept-Encoding")
    allowed = response.status_code == 200 and "Content-Encoding" not in response.headers and may_compress()
    if not allowed or (response.content_length or 0) < SMALLEST:
        return response
    response.direct_passthrough = False
    response.set_data(gzipped(response.get_data(), padded=not response.headers.get("ETag")))
    response.headers["Content-Encoding"] = "gzip"
    if request.endpoint == "static":
        response.set_etag(response.get_etag()[0] or "", weak=True)
    return response


def gzipped(body: bytes, padded: bool) -> bytes:
    """A response with an ETag must have the same bytes every time, so it gets no padding."""
    if not padded:
        return gzip.compress(body, LEVEL, mtime=0)
    # The padding is the file name in gzip's header (RFC 1952), which no browser reads.
    name = b"x" * secrets.randbelow(LONGEST_PADDING) + b"\0"
    head = b"\x1f\x8b\x08\x08" + bytes(4) + b"\x00\xff" + name
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    tail = zlib.crc32(body).to_bytes(4, "little") + (len(body) % 2**32).to_bytes(4, "little")
    return head + packer.compress(body) + packer.flush() + tail


def prepare(app: Flask) -> None:
    app.after_request(compress)
