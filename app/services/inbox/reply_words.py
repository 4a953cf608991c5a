"""The words of a mail that are no orders, in five languages: help, board, undo, plan:, say:, diary: ..."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.words import Vocabulary, fold, tokens

# None of them is an order of a game: a line has one meaning.
WORDS = Vocabulary(
    {
        "help": {"en": "help", "pl": "pomoc pomóż", "cs": "nápověda pomoz", "de": "hilfe", "fr": "aide"},
        "board": {"en": "board", "pl": "plansza planszę", "cs": "deska", "de": "brett", "fr": "plateau"},
        "status": {"en": "status", "pl": "status", "cs": "stav", "de": "stand", "fr": "état statut"},
        "undo": {
            "en": "undo",
            "pl": "cofnij odwołaj",
            "cs": "vrať odvolej",
            "de": "widerrufen rückgängig",
            "fr": "annuler annule",
        },
        "again": {"en": "again", "pl": "ponownie", "cs": "znovu", "de": "nochmals nochmal", "fr": "encore"},
        "wake": {
            "en": "wake awake",
            "pl": "obudź zbudź",
            "cs": "probuď vzbuď",
            "de": "aufwachen aufwecken",
            "fr": "réveil réveille",
        },
        "return": {
            "en": "return",
            "pl": "oddaję zwracam oddaj",
            "cs": "vracím navrátit",
            "de": "zurückgeben rückgabe",
            "fr": "rendre rends reprendre",
        },
        "plan": {"en": "plan", "pl": "plan", "cs": "plán", "de": "plan", "fr": "plan"},
        "say": {"en": "say", "pl": "powiedz mówię", "cs": "řekni říkám", "de": "sage sag", "fr": "dire dis"},
        "diary": {"en": "diary", "pl": "dziennik", "cs": "deník", "de": "tagebuch", "fr": "journal"},
        "none": {
            "en": "none off no remove",
            "pl": "brak żaden bez wyłącz",
            "cs": "žádný bez vypni",
            "de": "keiner kein aus weg",
            "fr": "aucun sans non",
        },
        "please": {"en": "please", "pl": "proszę", "cs": "prosím", "de": "bitte", "fr": "svp"},
    }
)
PARTICLES = frozenset({"up", "sie", "se"})  # of wake up, obudź się, probuď se
WITH_TEXT_BEHIND = ("plan", "say", "diary")
STANDS_ALONE = ("help", "board", "status", "undo", "again", "wake", "return")
WITH_TEXT = re.compile(r"\s*\**([^\W_]+)\**\s*[:：]\**(.*)", re.DOTALL)
# How lines of a list begin; orders may come as a list.
BULLET = re.compile(r"\s*(?:[-*•·–]|[0-9]{1,2}[.)]|[a-h]\))\s+(?=\S)")


class WordWithText(NamedTuple):
    """`plan:`, `say:` or `diary:`, the text behind it, and how the word was typed."""

    word: str
    text: str
    typed: str


def without_bullet(line: str) -> str:
    """A line without the mark of a list."""
    found = BULLET.match(line)
    return (line[found.end() :] if found else line).strip()


def word_alone(line: str) -> str:
    """The word, if the line is nothing but one of those that stand alone."""
    found = tokens(line)
    meanings = [WORDS.index.get(token, "") for token in found]
    if "wake" in meanings:
        meanings = [meaning for meaning, token in zip(meanings, found, strict=True) if token not in PARTICLES]
    words = [meaning for meaning in meanings if meaning != "please"]
    return words[0] if len(words) == 1 and words[0] in STANDS_ALONE else ""


def word_with_text(line: str) -> WordWithText | None:
    found = WITH_TEXT.match(line)
    meaning = WORDS.index.get(fold(found[1]), "") if found else ""
    if not found or meaning not in WITH_TEXT_BEHIND:
        return None
    return WordWithText(meaning, found[2].strip(), found[1])


class PlanWithoutColon(NamedTuple):
    typed: str  # the word for a plan, as it was typed
    text: str


def plan_without_colon(line: str) -> PlanWithoutColon | None:
    """“plan always: torch until ...”, where “plan: always: ...” sets standing orders."""
    typed, _, text = without_bullet(line).partition(" ")
    is_plan = WORDS.index.get(fold(typed), "") == "plan"
    return PlanWithoutColon(typed, text.strip()) if is_plan and not word_with_text(line) else None


def is_none(text: str) -> bool:
    """plan: none"""
    meanings = [WORDS.index.get(token, "") for token in tokens(text)]
    return bool(meanings) and all(meaning in ("none", "plan", "please") for meaning in meanings)


def is_name(line: str, names: Sequence[str]) -> bool:
    """A greeting or a signature: somebody's whole name, or the first part of it."""
    words = tokens(line)
    return bool(words) and any(words in (tokens(name), tokens(name)[:1]) for name in names)
