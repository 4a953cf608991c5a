"""Drawings that are shown as pictures, each with an address of its own."""

from flask import Response

from app.services.books.page_faces import in_outlines
from app.web.pages import house
from engine.svg import size_of as exact_size_of


def size_of(svg: str) -> tuple[int, int]:
    """How wide and high it is, so that a page keeps room for it until it has come."""
    width, height = exact_size_of(svg)
    return round(width), round(height)


def drawing(svg: str) -> Response:
    """It may load nothing, so what it says is in outlines."""
    response = Response(in_outlines(house(), svg) if svg else "", content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response
