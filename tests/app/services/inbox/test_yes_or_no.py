"""Yes and no as people write them, in five languages.

`answers/` has their sentences to invitations, `votes/` to proposals.
"""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from app.i18n.languages import LANGUAGES
from app.i18n.render import speech
from app.services.inbox.yes_or_no import Answer, read_answer

GAMES = ("Tikal", "Incan Gold")


class Sentence(NamedTuple):
    meant: str  # yes, no, or unclear
    text: str


def sentences(language: str, folder: str = "answers") -> list[Sentence]:
    """A line of the file is `yes | Sure, count me in`; \\n stands for a new line."""
    rows = (Path(__file__).parent / folder / f"{language}.txt").read_text().splitlines()
    parted = [row.partition("|") for row in rows if row]
    return [Sentence(meant.strip(), text.strip().replace("\\n", "\n")) for meant, _, text in parted]


def said(text: str) -> str:
    return read_answer(text.split("\n"), GAMES).said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_is_taken_for_another(language: str) -> None:
    read = {sentence: said(sentence.text) for sentence in sentences(language)}

    assert not {one: got for one, got in read.items() if got not in ("", one.meant)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_clear_answer_is_understood(language: str) -> None:
    clear = [one for one in sentences(language) if one.meant != "unclear"]

    understood = Counter(said(one.text) == one.meant for one in clear)

    assert understood[True] >= 0.95 * len(clear), [one.text for one in clear if not said(one.text)]


def voted(text: str) -> str:
    return read_answer(text.split("\n"), GAMES, vote=True).said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", ["answers", "votes"])
def test_no_vote_is_taken_for_another(language: str, folder: str) -> None:
    read = {sentence: voted(sentence.text) for sentence in sentences(language, folder)}

    assert not {one: got for one, got in read.items() if got not in ("", one.meant)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nearly_every_clear_vote_is_understood(language: str) -> None:
    clear = [one for one in sentences(language, "votes") if one.meant != "unclear"]

    understood = Counter(voted(one.text) == one.meant for one in clear)

    assert understood[True] >= 0.9 * len(clear), [one.text for one in clear if not voted(one.text)]


@pytest.mark.parametrize(
    "text",
    ["Chcę grać dalej", "ich spiele mit", "I'll play", "je joue", "hraju", "I'm busy", "nie ma mnie",
     "bin im Urlaub", "pas le temps", "nemám čas", "I pass", "je m'abstiens", "Pause"],
)  # fmt: skip
def test_what_answers_an_invitation_is_no_vote(text: str) -> None:
    assert voted(text) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_the_letters_name_are_understood(language: str) -> None:
    told = speech(language).gettext("Or reply to this letter with “accept” or “decline”.")

    accept, decline = (words.strip() for words in re.split("[„“”«»]", told)[1::2])

    assert (said(accept), said(decline)) == ("yes", "no")


@pytest.mark.parametrize(
    ("text", "language"),
    [("Tak", "pl"), ("Ano", "cs"), ("Ja", "de"), ("Oui", "fr"), ("Yes", "en"), ("ok", ""), ("super", "")],
)
def test_the_language_is_that_of_the_words(text: str, language: str) -> None:
    assert read_answer([text]) == Answer("yes", language)


@pytest.mark.parametrize("text", ["yes no", "Not yes.", "not no", "ok, no", "Maybe in spring.\n\naccept", ""])
def test_what_does_not_agree_is_no_answer(text: str) -> None:
    assert said(text) == ""


def test_a_no_is_turned_by_nothing_that_is_friendly() -> None:
    assert said("I'd love to, sounds great, but no.") == "no"


@pytest.mark.parametrize("text", ["I am not joining", "I'm really not joining", "joining? not me"])
def test_taking_part_with_a_not_beside_it_is_never_a_yes(text: str) -> None:
    assert said(text) != "yes"


def test_a_not_far_from_taking_part_is_not_clear() -> None:
    assert said("I can't find the place where people join") == ""


def test_a_question_says_nothing() -> None:
    assert said("Can I join?") == ""
    assert said("When do we start? Count me in!") == "yes"


def test_one_word_that_is_not_known_makes_a_weak_yes_unclear() -> None:
    assert said("I'm in") == "yes"
    assert said("I'm in bed") == ""


def test_quoted_text_says_nothing() -> None:
    assert said("> yes, count me in") == ""
    assert said("no\n> yes, count me in") == "no"


def test_names_say_nothing() -> None:
    lines = ["ok Bartholomew"]

    assert read_answer(lines).said == ""
    assert read_answer(lines, ["Bartholomew B."]).said == "yes"


def test_a_wrapped_line_goes_on_in_the_next() -> None:
    assert said("Thank you for thinking of me, but I really do not\nwant to play.") == "no"


def test_words_may_be_drawn_out() -> None:
    assert said("Yesss!!!") == "yes"
    assert said("nooooo") == "no"


def test_many_words_are_read_as_one() -> None:
    assert said("yes " * 900) == "yes"
    assert said("no, " * 900) == "no"


def test_a_long_story_is_no_answer() -> None:
    assert said("yes " * 2000) == ""
