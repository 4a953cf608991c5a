"""Bytes of a mail as text, whatever it says of their charset."""

import codecs
import re
from encodings.aliases import aliases

# Names that mails use and Python does not know. A page that claims Latin 1 means what Windows takes it for.
ALSO = {
    "iso_8859_1": "cp1252",
    "latin_1": "cp1252",
    "latin1": "cp1252",
    "l1": "cp1252",
    "ansi_x3.110_1983": "cp1252",
    "iso_8859_8_i": "iso8859_8",
    "iso_8859_8_e": "iso8859_8",
    "iso_8859_6_i": "iso8859_6",
    "iso_8859_6_e": "iso8859_6",
    "iso_gb2312": "gb18030",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x_gbk": "gb18030",
    "x_sjis": "cp932",
    "x_euc_jp": "euc_jp",
    "x_mac_roman": "mac_roman",
    "macintosh": "mac_roman",
    "x_mac_ce": "mac_latin2",
    "utf8mb4": "utf_8",
    "unicode_1_1_utf_8": "utf_8",
}

# Codecs that are no charsets, or slow on long texts.
NEVER = re.compile(r"base64|bz2|hex|quopri|rot|uu|zlib|punycode|idna|escape|undefined|mbcs|oem|charmap")
NAMED = frozenset(name for name in {*aliases, *aliases.values()} if not NEVER.search(name))

# What is left to try: the second reads German and French nearly as well, and Polish and Czech too.
GUESSES = ("utf_8", "cp1250", "cp1252")

LOST = "\ufffd"
NO_TEXT = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
UNREADABLE = 10  # one such character in so many

# What nobody sees, and what turns the direction of all that comes after it. (Joiners make letters and faces.)
UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]+")
BLANKS = str.maketrans(dict.fromkeys("\t\r\n\v\f\u00a0\u2007\u2028\u2029\u202f\u3000", " "))


def decoded(raw: bytes, charset: str = "") -> str:
    """As declared, or else as the first guess that fits."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf_16", "replace")
    for codec in filter(None, (codec_named(charset), *GUESSES)):
        try:
            return _utf8(raw) if codec == "utf_8" else raw.decode(codec)
        except UnicodeError:
            continue
    return raw.decode("utf_8", "replace")


def codec_named(charset: str) -> str:
    """Empty when there is none."""
    name = re.sub(r"[^a-z0-9.]+", "_", charset.lower()[:40]).strip("_")
    name = ALSO.get(name, name)
    return aliases.get(name, name) if name in NAMED else ""


def is_readable(text: str) -> bool:
    """False when bytes that are no text have been read as text."""
    return len(NO_TEXT.findall(text)) * UNREADABLE <= len(text)


def cleaned(line: str) -> str:
    """As it looks, and always in one line."""
    return UNSEEN.sub("", line.translate(BLANKS))


def one_line(text: str) -> str:
    return " ".join(cleaned(text).split())


def _utf8(raw: bytes) -> str:
    """A few broken characters do not make another charset of it."""
    text = raw.decode("utf_8", "replace")
    lost = text.count(LOST)
    if lost and lost > sum(character > "\x7f" for character in text) // 2:
        raise UnicodeError
    return text
