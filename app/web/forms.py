"""Reading forms: texts and numbers as people typed them, or what is wrong with them."""

import re

from flask import Flask, abort, request

from app.problems import Problem
from engine.speech import Speech

# Control characters, lone surrogates, and the replacement character for bytes that are no UTF-8.
UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
LONGEST_COUNT = 9  # digits


def text(name: str) -> str:
    """A field's text; its line ends are plain newlines."""
    return request.form.get(name, "").replace("\r\n", "\n")


def has_typed_word(word: str, speech: Speech) -> bool:
    """Whether the person has typed the word that is asked for before a step that cannot be taken back."""
    return text("sure").strip().lower() in (word, speech.gettext(word))


def number(name: str, what: str, otherwise: int = 0) -> int:
    typed = text(name).strip()
    if not typed:
        return otherwise
    if not (typed.isascii() and typed.isdigit() and len(typed) <= LONGEST_COUNT):
        raise Problem("{what} must be a whole number, not “{typed}”.", what=what, typed=typed[:40])
    return int(typed)


def is_fit_address() -> bool:
    """Whether the address can be looked for: nothing in the database has such characters."""
    try:
        query = [text for pair in request.args.items(multi=True) for text in pair]
    except UnicodeDecodeError:
        return False
    return not any(UNFIT.search(text) for text in (request.path, *query))


def check() -> None:
    """Before every request: refuses what cannot be read."""
    if not is_fit_address():
        abort(404)
    if request.method != "POST" or request.content_length == 0:
        return
    if request.content_length and not request.form:
        raise Problem("What was sent is not a form we can read.")
    for name, values in request.form.lists():
        if any(UNFIT.search(value) for value in values):
            raise Problem(
                "The field “{name}” contains characters that cannot be read or stored.", name=name[:40]
            )


def prepare(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.before_request(check)
