"""Texts of words that the games know, in all languages at once."""

from hypothesis import strategies as st

from engine.registry import GAMES
from engine.words import LANGUAGES, read_meanings

NAMES = ("Ana", "Błażej", "Čeněk von Ĺ", "Dörte")
PLACES = "a5 b4 e3 B5 3 12 L 2+L x2 r7 - -> żółw 💥 Ana Dörte".split()
SIGNS = [";", ",", ".", ":", "?", "!", "(", ")", "'", "\n", "\n\n"]


def words_of_all_files() -> set[str]:
    files = [(package, language) for package in ("engine", *GAMES.values()) for language in LANGUAGES]
    rows = [row for package, language in files for row in read_meanings(package, "words", language)]
    return {word.strip("*") for _, words in rows for word in words}


WORDS = sorted(words_of_all_files())
word = st.one_of(st.sampled_from(WORDS), st.sampled_from(PLACES), st.sampled_from(SIGNS))
mixtures = st.lists(word, max_size=30).map(" ".join)
