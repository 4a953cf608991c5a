"""What a person typed into a form: text, numbers and lists, or what is wrong with them."""

import re

from flask import Flask, abort, request

from app.problems import Problem
from engine.speech import Speech

# Control characters, halves of characters, and what stands for bytes that are none.
UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
LONGEST_COUNT = 9  # digits


def text(name: str) -> str:
    """A field as it was typed, with plain line ends."""
    return request.form.get(name, "").replace("\r\n", "\n")


def surely(word: str, speech: Speech) -> bool:
    """Whether the word is there that has to be typed for a step that cannot be taken back."""
    return text("sure").strip().lower() in (word, speech.gettext(word))


def number(name: str, what: str, otherwise: int = 0) -> int:
    typed = text(name).strip()
    if not typed:
        return otherwise
    if not (typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_COUNT):
        raise Problem("{what} is a whole number, not “{typed}”.", what=what, typed=typed[:40])
    return int(typed)


def is_fit_address() -> bool:
    """Nothing is kept under another: it would only be looked for in vain."""
    try:
        asked = [text for pair in request.args.items(multi=True) for text in pair]
    except UnicodeDecodeError:
        return False
    return not any(UNFIT.search(text) for text in (request.path, *asked))


def check() -> None:
    """Before every request: what was sent can be read."""
    if not is_fit_address():
        abort(404)
    if request.method != "POST" or request.content_length == 0:
        return
    if request.content_length and not request.form:
        raise Problem("What was sent cannot be read as a form.")
    for name, values in request.form.lists():
        if any(UNFIT.search(value) for value in values):
            raise Problem("The field “{name}” has characters that cannot be read or kept.", name=name[:40])


def prepare(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.before_request(check)
