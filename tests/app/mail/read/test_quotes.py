"""What mail programs put between an answer and the letter that it answers, in many languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.mail.read.incoming import read
from tests.app.mail.read.program_shapes import ANA, LETTER, PROGRAMS, SUBJECT, TO, WHO, Shape
from tests.app.mail.read.program_words import WORDS, Words

OWN = ["tile c2 r3", "move 2 a5 b4 c4", "", "Ana"]
CASES = [(program, name) for program in PROGRAMS for name, words in WORDS.items() if words.known]
UNKNOWN = [(program, name) for program in PROGRAMS for name, words in WORDS.items() if not words.known]


@pytest.mark.parametrize(("program", "language"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_only_what_a_person_wrote_comes_through(program: Shape, language: str) -> None:
    incoming = read(program(WORDS[language], OWN))

    assert incoming.lines == tuple(OWN)


@pytest.mark.parametrize(("program", "language"), UNKNOWN, ids=lambda part: getattr(part, "__name__", part))
def test_no_line_of_a_letter_comes_through_in_a_language_that_no_table_has(
    program: Shape, language: str
) -> None:
    incoming = read(program(WORDS[language], OWN))

    assert incoming.lines[: len(OWN)] == tuple(OWN)
    assert not {*incoming.lines[len(OWN) :]} & {*LETTER} - {""}


def answer(*lines: str) -> tuple[str, ...]:
    head = f"From: {ANA}\nTo: {WHO}\nSubject: Re: {SUBJECT}\n\n"
    return read((head + "\n".join(lines)).encode()).lines


@pytest.mark.parametrize(
    "line",
    [
        "*-------- Original Message --------*",
        "Chasqui <chasqui@play.example> hat am 18.11.2026 15:35 CET Folgendes geschrieben:",
        "Chasqui schrieb am Mittwoch, 18.11.2026 um 15:35:",
        f"---- On Wed, 18 Nov 2026 15:35:12 +0100 {WHO} wrote ----",
        f"---- Włącz Śr, 18 lis 2026 15:35:12 +0100 {WHO} napisał(a) ----",
        "Dnia 18 listopada 2026 15:35 Chasqui <chasqui@play.example> napisał(a):",
        f"W dniu 2026-11-18 15:35:12 użytkownik {WHO} napisał:",
        f"On 18 November 2026 15:35:12 CET, {WHO} wrote:",
        f"2026年11月18日(水) 15:35 {WHO}:",
    ],
)
def test_heads_of_one_line(line: str) -> None:
    assert answer("torch", "", line, "camp") == ("torch",)


@pytest.mark.parametrize(
    "line",
    [
        "Verstuurd vanaf mijn iPhone",
        "Inviato da iPhone",
        "Sendt fra min iPhone",
        "Skickat från min iPhone",
        "Lähetetty iPhonesta",
        "Enviado desde mi iPhone",
        "Enviado do meu Samsung Galaxy",
        "Отправлено с iPhone",
    ],
)
def test_what_a_telephone_adds(line: str) -> None:
    assert answer("torch", "", line) == ("torch",)


def test_the_title_of_a_forwarded_letter() -> None:
    block = [
        "Van: Chasqui <chasqui@play.example>",
        f"Onderwerp: {SUBJECT}",
        "Datum: 18 november 2026 om 15:35",
    ]

    assert answer("torch", "", "Begin doorgestuurd bericht:", "", *block, "", "camp") == ("torch",)


@pytest.mark.parametrize(
    "lines",
    [
        ["Tile: e3", "Rotation: 1", "say: see you at 18:30"],
        ["Tile: e3", "Rotation: 1", "Workers: 2", "Move: a5 b4"],
        ["---- torch ----"],
        ["-- my plan --", "bid: 4"],
        ["On Monday Bo wrote: torch"],
        ["Bo said on 18.11.2026:", "torch"],
        ["as of 18.11.2026 15:35:", "torch"],
        ["to: Bo", "say: write me at ana.b@example.org", "date: 2026", "torch"],
        ["plan: torch until hazards >= 2", "say: hello", "from: Ana with love"],
        ["Subject: camping", "torch"],
        ["say: hello", "", "torch"],
        ["1. move 2 a5 b4: the long way", "2. end: at last"],
    ],
)
def test_what_only_looks_like_a_head_is_kept(lines: list[str]) -> None:
    assert answer(*lines) == tuple(lines)


@pytest.mark.parametrize("own", ["say: hello", "plan: none", "Tile: e3", "say: back on 18.11.2026"])
@pytest.mark.parametrize("between", [[], [""]])
def test_an_own_line_that_looks_like_a_header_above_headers_is_kept(own: str, between: list[str]) -> None:
    block = ["From: Chasqui", "Sent: Wednesday, November 18, 2026 3:35 PM", "To: Ana", f"Subject: {SUBJECT}"]

    assert answer(own, *between, *block, "", "camp") == (own,)


def test_an_address_of_others_is_no_sign_of_a_head() -> None:
    lines = ("torch", "Ana Example: ana.b@example.net", "Office: 12 Long Street", "Since: 2026", "Tel: 15.35")

    assert answer(*lines) == lines


ROWS = st.sampled_from(
    [
        *("torch", "tile c2 r3", "Tile: e3", "Rotation: 1", "move 2 a5 b4", "a 2 b4", "to b4 2", "bid: 4"),
        *(
            "say: see you on Friday at 10:30",
            "plan: torch until hazards >= 2",
            "From now on: camp",
        ),
        *(
            "Bo wrote:",
            "On Monday I wrote to Bo",
            "de: rien",
            "To: all",
            "A: 2",
            "An: Bo",
            "I am 2026",
        ),
        *(
            "Original message",
            "I wrote 18.11.2026",
            "see https://play.example/m/x",
            "ana.b@example.net",
            "...:",
        ),
    ]
)


@given(st.lists(ROWS, min_size=1, max_size=8))
def test_what_a_person_wrote_is_never_cut(lines: list[str]) -> None:
    assert answer(*lines) == tuple(lines)


@given(st.lists(ROWS, min_size=1, max_size=8), st.sampled_from(PROGRAMS), st.sampled_from([*WORDS.values()]))
def test_what_a_person_wrote_above_a_letter_is_never_cut(
    lines: list[str], program: Shape, words: Words
) -> None:
    assert read(program(words, lines)).lines[: len(lines)] == tuple(lines)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=40)
HEADS = st.sampled_from(
    [
        TO,
        ANA,
        SUBJECT,
        "18.11.2026 15:35",
        ":",
        "：",
        "----",
        "*",
        "Van: ",
        "wrote",
        "schreef",
        "Тема: ",
        "\n",
    ]
)


@given(st.lists(HEADS | TEXTS, max_size=40))
def test_anything_near_a_head_can_be_read(pieces: list[str]) -> None:
    lines = answer("torch", "", "".join(pieces))

    assert lines[:1] in ((), ("torch",))
