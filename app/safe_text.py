"""Makes text from people safe to show: titles, names and orders can hold any characters."""

import re
import unicodedata

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

SCHEMES = re.compile(r"[\w+.-]*:/+")
DOTS = re.compile("[.\u3002\uff0e\uff61](?=\\w)")  # those of domains, in any script


def harmless(text: str) -> str:
    return DIRECTION_MARKS.sub("", CONTROLS.sub(" ", text))


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
