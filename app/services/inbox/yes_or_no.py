"""Whether a person says yes or no, as people write it in five languages. What is not clear is neither.

The words are in `answers.<language>.txt`; which of them answer a vote, and not just an invitation, says
`votes.<language>.txt`. A text is read in each language, and the one that knows most of it
counts. It is taken apart into clauses; each says something or nothing, and what they say must agree.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from engine.lexicon import Lexicon, Meant, spoken
from engine.words import LANGUAGES, fold, read_meanings

LONGEST_ANSWER = 4000  # characters
LONGEST_NAME = 2  # words, behind a greeting
WRAPPED = 45  # characters: a line as long as this may go on in the next
TONE = "[\U0001f3fb-\U0001f3ff\ufe0f]?"
SIGNS = re.compile(rf"(?P<yes>(?:👍{TONE})+|\+1)|(?:👎{TONE})+|-1")  # and nothing else
DRAWN_OUT = re.compile(r"([^\W\d_])\1{2,}")  # yesss
WRAPPED_END = re.compile(rf"(?<=[^\n]{{{WRAPPED}}}[^\s.,:!?;…)])\n(?=\S)")
ENDS_OF_CLAUSES, ENDS_OF_SENTENCES = frozenset(",:/"), frozenset(".!?;\n")
FLAT_NO, JOINING = frozenset({"flat no"}), frozenset({"join", "part"})
AGAINST = frozenset({"no", "sadly", "excuse", "negated", "caveat"})
POSITIVE, SMALL, UNSURE = frozenset({"yes", "okay"}), frozenset({"small"}), "unsure"


# What only an invitation is answered with; in a vote it leaves open what is meant.
OF_INVITATIONS = frozenset(
    {"yes", "okay", "gladly", "why not", "no", "join", "part", "wish", "enjoy", "excuse"}
)
IN_VOTES = {"sadly": "excuse"}


class Answer(NamedTuple):
    said: str  # yes, no, or nothing
    language: str = ""  # of the words, where they are of one alone


class Reading(NamedTuple):
    """A text as it reads in one language."""

    language: str
    known: int  # letters, of words that the language has
    said: str  # yes, no, unsure, or nothing


class Word(NamedTuple):
    word: str
    meanings: frozenset[str]


class Clause(NamedTuple):
    words: Sequence[Word]
    asked: bool  # ends with a question mark


def read_answer(lines: Sequence[str], names: Collection[str] = (), *, vote: bool = False) -> Answer:
    """`names` are those of people and games, which say nothing. Lines of quoted text do not count.

    `vote`: what is answered is a proposal, and no invitation.
    """
    text = "\n".join("" if line.lstrip().startswith(">") else line.rstrip() for line in lines)
    if len(text) > LONGEST_ANSWER:
        return Answer("")
    if sign := SIGNS.fullmatch(text.strip()):
        return Answer("yes" if sign["yes"] else "no")
    text = DRAWN_OUT.sub(r"\1", WRAPPED_END.sub(" ", text))
    known = frozenset(piece.word for name in names for piece in spoken(name))
    readings = [_read(text, _lexicon(language, vote), known) for language in LANGUAGES]
    most = max(reading.known for reading in readings)
    best = [reading for reading in readings if reading.known == most and reading.said]
    said = {reading.said for reading in best}
    if len(said) != 1 or UNSURE in said:
        return Answer("")
    return Answer(best[0].said, best[0].language if len(best) == 1 else "")


@cache
def _lexicon(language: str, vote: bool = False) -> Lexicon:
    rows = _rows("answers", language)
    return Lexicon(language, _for_votes(rows, _rows("votes", language)) if vote else rows)


def _rows(name: str, language: str) -> list[tuple[str, str]]:
    rows = read_meanings(__package__, name, language)
    return [(meaning, entry) for meaning, entries in rows for entry in entries]


def _for_votes(rows: Sequence[tuple[str, str]], votes: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of a word that has another meaning, too, the other one stays."""
    general = [(IN_VOTES.get(one, one), entry) for one, entry in rows if one not in OF_INVITATIONS]
    own = {fold(entry) for _, entry in votes}
    known = own | {fold(entry) for _, entry in general}
    left_open = [(UNSURE, entry) for one, entry in rows if one in OF_INVITATIONS and fold(entry) not in known]
    kept = [(one, entry) for one, entry in general if one != "small" or fold(entry) not in own]
    return [*kept, *votes, *left_open]


def _read(text: str, lexicon: Lexicon, names: Collection[str]) -> Reading:
    meant = list(lexicon.meant(lexicon.split(spoken(text))))
    known = sum(len(one.word) for one in meant if one.meanings)
    said: set[str] = set()
    for sentence in _sentences(meant, names):
        said |= _said_in_sentence(sentence)
    return Reading(lexicon.language, known, _decide(said))


def _sentences(meant: Sequence[Meant], names: Collection[str]) -> Iterator[list[Clause]]:
    sentence: list[Clause] = []
    words: list[Word] = []
    for one in [*meant, Meant("\n", frozenset(), 0, 0)]:
        ends = one.word in ENDS_OF_SENTENCES
        if words and (ends or one.word in ENDS_OF_CLAUSES or "but" in one.meanings):
            sentence.append(Clause(words, one.word == "?"))
            words = []
        if ends and sentence:
            yield sentence
            sentence = []
        elif one.word[0].isalnum():
            named = one.word in names and not one.meanings
            words.append(Word(one.word, SMALL if named else one.meanings))


# --- What a sentence says ---


def _said_in_sentence(sentence: Sequence[Clause]) -> set[str]:
    clauses = [Clause(_without_greeting(clause.words), clause.asked) for clause in sentence]
    said = set().union(*(_said_in_clause(clause.words, clause.asked) for clause in clauses))
    unknown = [_unknown(clause.words) for clause in clauses]
    named = len(clauses) > 1 and unknown[-1] == 1 == len(clauses[-1].words)  # Sure, Tom
    if any(unknown[:-1] if named else unknown) and "asked" not in said:
        said -= {"okay", "gladly"}  # on such a word alone nothing is done
    return said


def _without_greeting(words: Sequence[Word]) -> Sequence[Word]:
    if not words or "hello" not in words[0].meanings:
        return words
    rest = words[1:]
    for _ in range(LONGEST_NAME):
        rest = rest[1:] if rest and not rest[0].meanings else rest
    return rest


def _unknown(words: Sequence[Word]) -> int:
    return sum(not word.meanings for word in words)


def _said_in_clause(words: Sequence[Word], asked: bool) -> set[str]:
    meanings = frozenset().union(*(word.meanings for word in words))
    if UNSURE in meanings:
        return {UNSURE}
    if "why not" in meanings and not _unknown(words):
        return {"okay"}
    if asked or "ask" in meanings:
        return {UNSURE} if meanings & {"yes", "no", "join", "part", "gladly"} else {"asked"}
    if own := _said_at_once(words):
        at = 1 + next(n for n, word in enumerate(words) if word.meanings & {"yes", "flat no"})
        return {own} | (_said_by_meanings(words[at:]) - {"unknown"})
    return _said_by_meanings(words)


def _said_at_once(words: Sequence[Word]) -> str:
    """The yes or no that a clause begins with, and more comes: no I won't."""
    telling = [n for n, word in enumerate(words) if word.meanings != SMALL]
    if not telling or telling[0] == len(words) - 1:
        return ""
    first, second = words[telling[0]].meanings, words[telling[0] + 1].meanings
    if "yes" in first and (second or " " in words[telling[0]].word):  # but: so late, tak późno
        return "yes"
    return "no" if "flat no" in first and ("no" in first or second == SMALL) else ""  # but: no fun


def _said_by_meanings(words: Sequence[Word]) -> set[str]:
    each = [word.meanings - {"flat no"} if "no" in word.meanings else word.meanings for word in words]
    meanings = frozenset().union(*each)
    said = set(meanings & {"no", "sadly", "enjoy", "excuse", "wish"})
    unknown = not all(each)
    if len({word.word for word in words if "no" in word.meanings}) > 1:
        said.add(UNSURE)  # I'd rather not pass
    elif meanings & {"not", "flat no"}:
        said |= _said_by_not(each, meanings)
    elif "join" in meanings or ("part" in meanings and (not unknown or "no" in said)):
        said.add("yes")
    else:
        clear = not unknown or any("yes" in one.meanings and " " in one.word for one in words)
        said |= meanings & {"yes"} if clear else set()
        said |= meanings & {"gladly", "okay"} if not unknown and "excuse" not in said else set()
    if unknown and not said:
        said.add("caveat" if "but" in meanings else "unknown")
    return said


def _said_by_not(each: Sequence[frozenset[str]], meanings: frozenset[str]) -> set[str]:
    """`not` turns taking part into a no, where it stands beside it; a yes or no with it is not clear."""
    if meanings & {"yes", "no", "gladly", "okay"} or ("not" in meanings and FLAT_NO in each):
        return {UNSURE}
    if meanings & JOINING:
        return {"no"} if _beside_each_other(each) else {UNSURE}
    return {"no"} if all(each) else {"negated"}


def _beside_each_other(each: Sequence[frozenset[str]]) -> bool:
    telling = [meanings for meanings in each if meanings not in (SMALL, {"but"})]
    pairs = [*pairwise(telling), *pairwise(telling[::-1])]
    return any("not" in first and second & JOINING for first, second in pairs)


# --- What all of it says ---


def _decide(said: Collection[str]) -> str:
    positive = POSITIVE & set(said)
    if UNSURE in said or (positive and not AGAINST.isdisjoint(said)):
        return UNSURE
    if positive or "no" in said:
        return "yes" if positive else "no"
    if "sadly" in said:
        clear = "unknown" not in said or not {"negated", "enjoy", "excuse"}.isdisjoint(said)
        return "no" if clear and "asked" not in said else UNSURE
    vague = {"asked", "negated", "caveat", "excuse", "wish"} & set(said)
    return "yes" if "gladly" in said and not vague else UNSURE if vague else ""
