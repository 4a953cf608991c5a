"""Emoji in print: as they are where this machine has a font for them, and else by their names in brackets."""

import re
import unicodedata
from dataclasses import is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.speech import Speech, later

FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
FONTS = ("NotoColorEmoji*.ttf", "NotoEmoji*.ttf", "Twemoji*.ttf", "TwitterColorEmoji*.ttf", "Symbola*.ttf")

# A picture, with what changes its colour or joins it to the next one.
JOINED = "\u200d|\ufe0f|\u20e3|[\U0001f3fb-\U0001f3ff]|[\U000e0020-\U000e007f]"
PICTURE = "[\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001faff]"
EMOJI = re.compile(f"({PICTURE})(?:{JOINED}|(?<=\u200d){PICTURE})*")

NAMES = {
    "😀": later("grinning face"),
    "😁": later("beaming face"),
    "😂": later("tears of joy"),
    "🤣": later("rolling with laughter"),
    "😄": later("laughing face"),
    "😅": later("nervous laugh"),
    "😉": later("wink"),
    "😊": later("smile"),
    "🙂": later("smile"),
    "😍": later("heart eyes"),
    "😎": later("sunglasses"),
    "😘": later("kiss"),
    "😢": later("tear"),
    "😭": later("crying"),
    "😡": later("angry face"),
    "😱": later("scream"),
    "😴": later("asleep"),
    "🤔": later("thinking"),
    "🙈": later("monkey covering its eyes"),
    "👍": later("thumbs up"),
    "👎": later("thumbs down"),
    "👏": later("applause"),
    "🙏": later("folded hands"),
    "💪": later("strong arm"),
    "❤": later("heart"),
    "🎉": later("party"),
    "🎲": later("dice"),
    "🏆": later("trophy"),
    "🐍": later("snake"),
    "🕷": later("spider"),
    "🔥": later("fire"),
    "🌋": later("volcano"),
    "💎": later("gem"),
    "⛺": later("tent"),
}


def printable(text: str, speech: Speech) -> str:
    """An emoji that nobody can print would be an empty box."""
    return text if has_font() else EMOJI.sub(lambda found: _named(found[1], speech), text)


def printable_in(value: Any, speech: Speech) -> Any:
    """The same values with all texts in them printable."""
    if isinstance(value, str):
        return printable(value, speech)
    if isinstance(value, dict):
        return {key: printable_in(each, speech) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(printable_in(each, speech) for each in value)
    if isinstance(value, list | tuple):
        return type(value)(printable_in(each, speech) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{name: printable_in(each, speech) for name, each in vars(value).items()})
    return value


def _named(char: str, speech: Speech) -> str:
    """In the reader's language, if it is a common one; else by its name in Unicode."""
    name = NAMES.get(char)
    return f"[{speech.gettext(name) if name else unicodedata.name(char, 'emoji').lower()}]"


@cache
def has_font() -> bool:
    folders = [Path(folder).expanduser() for folder in FOLDERS]
    return any(next(folder.rglob(name), None) for folder in folders if folder.is_dir() for name in FONTS)
