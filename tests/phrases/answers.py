"""What the service makes of a phrase: as a sentence by itself, and as a mail."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import DoubtfulReply, parse_reply
from engine.errors import OrderError
from engine.registry import game
from tests.phrases import Match, Phrase

ASKS = {"tikal": ("bid", "pick", "tile", "ap"), "incan-gold": ("choice",)}
REFUSED = ""


def read(name: str, text: str, names: Sequence[str]) -> str:
    """The orders in notation; an error that is none of an order is not to happen, and is not caught."""
    try:
        return game(name).write(text, names)
    except OrderError:
        return REFUSED


def ask_for(name: str, meant: str) -> str:
    """What a seat is asked that answers so."""
    first = meant.partition(" ")[0].rstrip(";")
    return {"pass": "bid"}.get(first, first) if first in ("bid", "pass", "pick", "tile") else ASKS[name][-1]


def played(name: str, text: str, names: Sequence[str], language: str, ask: str) -> str:
    """The orders of a mail. That the reader itself fails is not to happen, so its error counts as played."""
    reader = OrderReader(game(name), names, ask, (language, "en"))
    try:
        orders = parse_reply(reader, text.split("\n")).orders
    except DoubtfulReply:
        return REFUSED
    except OrderError as error:
        return f"the reader fails: {error!r}"
    return read_answer(name, orders, names, ask)


def read_answer(name: str, orders: str, names: Sequence[str], ask: str) -> str:
    try:
        return game(name).write(orders, names, ask) if orders else REFUSED
    except OrderError:
        return REFUSED


def played_of(match: Match, mail: Phrase) -> str:
    ask = ask_for(match.game, mail.meant)
    return played(match.game, mail.text, match.names, match.language, ask)


def wrapped(text: str, width: int) -> str:
    """Each line is broken as mail programs do it: between words only."""
    rows = (wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join("\n".join(row) for row in rows)


def broken(phrases: list[Phrase], width: int) -> Iterator[Phrase]:
    """Those that are longer than a line, on several lines."""
    for phrase in phrases:
        if (text := wrapped(phrase.text, width)) != phrase.text:
            yield phrase._replace(text=text)


def told(phrase: Phrase, got: str) -> str:
    """For the message of a test that fails."""
    return f"\n{phrase.text}\n    meant {phrase.meant or 'nothing'}, got {got or 'nothing'}"
