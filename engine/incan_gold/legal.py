"""What a seat can do next, found from its view alone."""

from collections.abc import Iterator
from typing import Any

from engine.game import View, own_ask
from engine.incan_gold.pieces import CAMP, TORCH


def legal(view: View) -> dict[str, Any]:
    return {"ask": "choice", "choice": [TORCH, CAMP]} if own_ask(view) else {}


def choices(view: View) -> Iterator[str]:
    yield from legal(view).get("choice", ())


def automatic(view: View) -> str:
    """The orders that are given when a seat's time has run out; none for a seat that is not asked."""
    return CAMP if own_ask(view) else ""
