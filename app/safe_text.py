"""Makes text from people safe to show: titles, names and orders can hold any characters."""

import re
import unicodedata
from collections.abc import Sequence

# Control characters and other line ends than \n; and the characters that turn the direction of all text
# behind them. Languages that are written from right to left do without those.
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")
BLANKS = re.compile("[ \n\u1680\u2000-\u200a\u205f\u3000]+")
# What no eye sees: fillers and selectors. Zero-width and direction marks have the category Cf.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
UNSEEN_KINDS = ("Cc", "Cf", "Cs", "Co", "Cn")
# Alphabets that have letters which look like those of another one.
LIKE_ONE_ANOTHER = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
# Of letters in lower case; pairs that look alike only as capitals are here too.
LOOKS_LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏ" "αβεζηικμνορτυχ" "ıɡ01i|",
    "abekmhopctyxljsdqwhl" "abezhlkmnoptyx" "lgolll",
)  # fmt: skip
DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")

# What is an address or a key, wherever it stands: in a log, or in the words of a mail server.
PASSWORDS = re.compile(r"(?<=://)[^/\s@]*@")
_LOCAL = r"""(?:"[^"\n@]*"|'[^'\n@]*'|[^\s@<>()\[\]{}"'`,;:=/?&]+)"""
MAILBOXES = re.compile(_LOCAL + r"""@[^\s@<>()\[\]{}"'`,;:=/?&]+""")
RUNS = re.compile(r"[A-Za-z0-9_-]{16,}")
LONGEST_WORD = 20
LONGEST_NAME = 28  # of a class
HIDDEN = "…"

SCHEMES = re.compile(r"[\w+.-]*:/+")
DOTS = re.compile("[.\u3002\uff0e\uff61](?=\\w)")  # those of domains, in any script


HARM = re.compile(f"{CONTROLS.pattern}|{DIRECTION_MARKS.pattern}")  # in one reading: letters are long


def harmless(text: str) -> str:
    return HARM.sub(lambda found: "" if DIRECTION_MARKS.match(found[0]) else " ", text)


def one_line(text: str) -> str:
    """Non-breaking blanks stay as they are: in French they stand before a colon."""
    return BLANKS.sub(" ", harmless(text)).strip(" ")


def seen(text: str) -> str:
    """Without what nobody sees."""
    return "".join(char for char in UNSEEN.sub("", text) if unicodedata.category(char) not in UNSEEN_KINDS)


def visible(text: str) -> str:
    """What is seen of it, on one line, and with each letter written in one way (NFC)."""
    return " ".join(unicodedata.normalize("NFC", seen(text)).split())


def mixed_word(text: str) -> str:
    """The first word with letters of several alphabets that look like one another; "" if there is none."""
    for word in unicodedata.normalize("NFKC", text).split():
        if len({_alphabet(char) for char in word} & LIKE_ONE_ANOTHER) > 1:
            return word
    return ""


def _alphabet(char: str) -> str:
    return unicodedata.name(char, "").partition(" ")[0]


def shape(text: str) -> str:
    """What texts have in common that a reader takes for one another."""
    return unicodedata.normalize("NFKC", visible(text)).casefold().replace(" ", "").translate(LOOKS_LIKE)


def without_links(text: str) -> str:
    """A stranger's words as no mail program makes a link of them: without schemes, domains and addresses."""
    return DOTS.sub(". ", SCHEMES.sub("", one_line(text)).replace("@", " @ "))


def without_secrets(text: str, known: Sequence[str] = ()) -> str:
    """Without mail addresses, passwords in URLs, the `known` secrets, and whatever looks like a key."""
    for secret in known:
        text = text.replace(secret, HIDDEN)
    text = MAILBOXES.sub(HIDDEN, PASSWORDS.sub(f"{HIDDEN}@", text))
    return RUNS.sub(lambda run: HIDDEN if _is_like_a_key(run[0]) else run[0], text)


def _is_like_a_key(run: str) -> bool:
    """Drawn by chance, and no name that a person has given."""
    has_digit, has_lower = any(char.isdigit() for char in run), any(char.islower() for char in run)
    if not set(run) & set("_-") and ((has_digit and has_lower) or run.islower()):
        return has_digit or len(run) >= LONGEST_WORD
    has_upper = any(char.isupper() for char in run)
    return has_lower and has_upper and (has_digit or len(run) >= LONGEST_NAME)
