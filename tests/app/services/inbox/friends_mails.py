"""Mails as friends write them: a sentence among talk, in a program's form, and what its writer meant.

The sentences and the talk are by players who had not seen the vocabulary (tests/phrases).
"""

from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from engine.registry import GAMES
from engine.words import LANGUAGES
from tests import phrases
from tests.app.mail.read.program_shapes import PROGRAMS
from tests.app.mail.read.program_words import WORDS
from tests.phrases import Phrase
from tests.phrases.answers import ask_for, wrapped

# How somebody says that what stands above is not what is meant.
INSTEAD = {
    "en": ["No wait,", "Sorry, I meant:", "Correction:", "Oh no, rather"],
    "pl": ["Nie, czekaj,", "Przepraszam, miało być:", "Poprawka:", "Albo nie, jednak"],
    "cs": ["Ne, počkej,", "Promiň, myslel jsem:", "Oprava:", "Nebo ne, radši"],
    "de": ["Nein, warte,", "Entschuldigung, ich meinte:", "Korrektur:", "Ach nein, doch lieber"],
    "fr": ["Non, attends,", "Pardon, je voulais dire :", "Correction :", "Ah non, plutôt"],
}
GAME_NAMES = sorted(GAMES)
WIDTHS = (0, 30, 60, 72, 80)  # of lines; 0: as long as they are


class FriendsMail(NamedTuple):
    raw: bytes
    game: str
    ask: str
    language: str
    meant: str


@cache
def sentences_of(language: str, game: str) -> list[Phrase]:
    return [phrase for phrase in phrases.sentences(language, game) if not phrase.known]


@cache
def talk_of(language: str) -> list[str]:
    return [phrase.text for phrase in phrases.prose(language) if not phrase.meant and not phrase.known]


@cache
def doubts_of(language: str, game: str) -> list[Phrase]:
    return [phrase for phrase in phrases.doubts(language) if phrase.game == game and not phrase.known]


@st.composite
def in_a_program(draw: st.DrawFn, language: str, own: str) -> bytes:
    width = draw(st.sampled_from(WIDTHS))
    program = draw(st.sampled_from(PROGRAMS))
    words = WORDS[draw(st.sampled_from([language, "en"]))]
    return program(words, (wrapped(own, width) if width else own).split("\n"))


@st.composite
def a_sentence(draw: st.DrawFn) -> FriendsMail:
    """One sentence, with talk above and below it."""
    language, game = draw(st.sampled_from(LANGUAGES)), draw(st.sampled_from(GAME_NAMES))
    phrase = draw(st.sampled_from(sentences_of(language, game)))
    above = draw(st.lists(st.sampled_from(talk_of(language)), max_size=2))
    below = draw(st.lists(st.sampled_from(talk_of(language)), max_size=2))
    raw = draw(in_a_program(language, "\n\n".join([*above, phrase.text, *below])))
    return FriendsMail(raw, game, ask_for(game, phrase.meant), language, phrase.meant)


@st.composite
def a_correction(draw: st.DrawFn) -> FriendsMail:
    """A sentence, and another one that takes its place; `meant` is what is not meant any more."""
    language, game = draw(st.sampled_from(LANGUAGES)), draw(st.sampled_from(GAME_NAMES))
    first = draw(st.sampled_from(sentences_of(language, game)))
    ask = ask_for(game, first.meant)
    others = [phrase for phrase in sentences_of(language, game) if ask_for(game, phrase.meant) == ask]
    second = draw(st.sampled_from(others).filter(lambda phrase: phrase.meant != first.meant))
    instead = f"{draw(st.sampled_from(INSTEAD[language]))} {second.text}"
    gap = draw(st.sampled_from(["\n", "\n\n"]))
    raw = draw(in_a_program(language, f"{first.text}{gap}{instead}"))
    return FriendsMail(raw, game, ask, language, first.meant)


@st.composite
def a_doubt(draw: st.DrawFn) -> FriendsMail:
    language, game = draw(st.sampled_from(LANGUAGES)), draw(st.sampled_from(GAME_NAMES))
    phrase = draw(st.sampled_from(doubts_of(language, game)))
    above = draw(st.lists(st.sampled_from(talk_of(language)), max_size=2))
    raw = draw(in_a_program(language, "\n\n".join([*above, phrase.text])))
    ask = draw(st.sampled_from({"tikal": ["ap", "tile", "bid"], "incan-gold": ["choice"]}[game]))
    return FriendsMail(raw, game, ask, language, "")
