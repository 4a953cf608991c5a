"""Our own letters, quoted as mail programs quote them: no line of theirs comes through."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import pytest

from app.letters import ComposedLetter
from app.mail.read.incoming import Incoming, read
from tests.world import Friends, World

OWN = ("torch", "", "say: see you", "at the river")
TOP = "\n".join(OWN)
WROTE = "On Mon, Nov 16, 2026 at 10:00 AM Chasqui <\nr.aaaabbbbccccddddeeeeffffgg@play.example> wrote:"
OUTLOOK = "From: Chasqui\nSent: Monday\nTo: Ana\nSubject: Tikal\n"

Quoted = Callable[[ComposedLetter], bytes]


@pytest.fixture(scope="module", params=["incan-gold", "tikal"])
def letters(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[ComposedLetter]:
    world = World.new(tmp_path_factory.mktemp("house"))
    friends = world.invite(request.param).sit().play(3)
    return [*composed(friends)]


def composed(friends: Friends) -> Iterator[ComposedLetter]:
    turn = friends.newest("your_turn")
    seat, facts = turn.facts["seat"], turn.facts
    yield friends.compose(turn)
    yield friends.compose(friends.put("reminder", seat, turn=facts["turn"], which="half"))
    yield friends.compose(friends.put("refused", seat, why="Action 2, “dig”: no.", orders="move 2 a5 b4"))


def mail(kind: str, text: str) -> bytes:
    return f"From: ana@example.org\nContent-Type: text/{kind}; charset=utf-8\n\n{text}".encode()


def marked(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def lines_of_page(text: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())


ABOVE: dict[str, Quoted] = {
    "each line marked": lambda letter: mail("plain", f"{TOP}\n\n{WROTE}\n\n{marked(letter.text)}"),
    "nothing marked": lambda letter: mail("plain", f"{TOP}\n{letter.text}"),
    "under an attribution": lambda letter: mail("plain", f"{TOP}\n\n{WROTE}\n\n{letter.text}"),
    "under headers": lambda letter: mail("plain", f"{TOP}\n\n{'_' * 32}\n{OUTLOOK}\n{letter.text}"),
    "a page in a blockquote": lambda letter: mail(
        "html", f"{lines_of_page(TOP)}<blockquote>{letter.html}</blockquote>"
    ),
    "a page under headers": lambda letter: mail(
        "html", f"{lines_of_page(TOP)}<div id=divRplyFwdMsg>x</div>{letter.html}"
    ),
    "a page with nothing around it": lambda letter: mail("html", f"{lines_of_page(TOP)}{letter.html}"),
}
BELOW: dict[str, Quoted] = {
    "each line marked": lambda letter: mail("plain", f"{WROTE}\n\n{marked(letter.text)}\n{TOP}\n"),
    "a page in a blockquote": lambda letter: mail(
        "html", f"<blockquote>{letter.html}</blockquote>{lines_of_page(TOP)}"
    ),
}


@pytest.mark.parametrize("program", ABOVE)
def test_what_stands_above_a_letter_is_all_that_counts(letters: list[ComposedLetter], program: str) -> None:
    for letter in letters:
        incoming = read(ABOVE[program](letter))

        assert incoming == Incoming(sender="ana@example.org", lines=OWN), letter.subject


@pytest.mark.parametrize("program", BELOW)
def test_what_stands_below_a_letter_counts_when_the_letter_is_marked(
    letters: list[ComposedLetter], program: str
) -> None:
    for letter in letters:
        incoming = read(BELOW[program](letter))

        assert incoming == Incoming(sender="ana@example.org", lines=OWN, below=True), letter.subject


def test_what_stands_between_the_lines_of_a_letter_counts(letters: list[ComposedLetter]) -> None:
    for letter in letters:
        lines = marked(letter.text).splitlines()
        for at in range(len(lines)):
            text = "\n".join([*lines[:at], "", "torch", "", *lines[at:]])

            assert read(mail("plain", text)).lines == ("torch",)


def test_our_letters_are_known_when_they_come_back() -> None:
    ours = b"Message-ID: <l.%032x@play.example>\nFrom: chasqui@play.example\n\nend" % 7

    assert read(ours).automatic == "a letter of ours"


def test_the_outbox_makes_such_names(tmp_path: Path) -> None:
    friends = World.new(tmp_path).invite("incan-gold").sit()

    ours = f"Message-ID: <{friends.newest('your_turn').message_id}@play.example>\n\nend".encode()

    assert read(ours).automatic == "a letter of ours"
