"""Decodes the bytes of a mail, even where it names a wrong charset or none."""

import codecs
import re
from encodings.aliases import aliases

# Names of charsets that Python does not know, or takes too strictly: mail that claims to be in Latin 1 is in
# fact in the charset of Windows.
ALIASES = {
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

# Codecs of Python that are no charsets, or slow on long texts.
NO_CHARSET = re.compile(r"base64|bz2|hex|quopri|rot|uu|zlib|punycode|idna|escape|undefined|mbcs|oem|charmap")
CODEC_NAMES = frozenset(name for name in {*aliases, *aliases.values()} if not NO_CHARSET.search(name))

# Tried in this order when the declared charset does not fit. cp1250 is right for Polish and Czech, and reads
# German and French nearly as well as cp1252.
GUESSES = ("utf_8", "cp1250", "cp1252")

REPLACEMENT = "\ufffd"
NOT_TEXT = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
READABLE_RATIO = 10  # a text is readable if at most one character in so many is NOT_TEXT

# Invisible characters, and those that turn the direction of the text behind them. Joiners (U+200C, U+200D)
# are not among them: some letters and emoji need them.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]+"
)
BLANKS = str.maketrans(dict.fromkeys("\t\r\n\v\f\u00a0\u2007\u2028\u2029\u202f\u3000", " "))


def decode_bytes(raw: bytes, charset: str = "") -> str:
    """By the declared charset, or else by the first guess that fits."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf_16", "replace")
    for codec in filter(None, (find_codec(charset), *GUESSES)):
        try:
            return _decode_utf8(raw) if codec == "utf_8" else raw.decode(codec)
        except UnicodeError:
            continue
    return raw.decode("utf_8", "replace")


def find_codec(charset: str) -> str:
    """The name of Python's codec for a charset; empty when there is none."""
    name = re.sub(r"[^a-z0-9.]+", "_", charset.lower()[:40]).strip("_")
    name = ALIASES.get(name, name)
    return aliases.get(name, name) if name in CODEC_NAMES else ""


def is_readable(text: str) -> bool:
    """False when the bytes were no text in that charset."""
    return len(NOT_TEXT.findall(text)) * READABLE_RATIO <= len(text)


def clean_line(line: str) -> str:
    """Only what a reader sees of it, and always one line."""
    return INVISIBLE.sub("", line.translate(BLANKS))


def one_line(text: str) -> str:
    return " ".join(clean_line(text).split())


def _decode_utf8(raw: bytes) -> str:
    """Accepts a few broken characters; raises UnicodeError where most are broken."""
    text = raw.decode("utf_8", "replace")
    lost = text.count(REPLACEMENT)
    if lost and lost > sum(character > "\x7f" for character in text) // 2:
        raise UnicodeError
    return text
