"""Finding the orders among what people write."""

import pytest

from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from app.services.inbox.reply_words import WORDS
from engine.registry import GAMES, game

NAMES = ("Ana", "Stan", "Cy Young", "Dee")


def read(name: str, lines: list[str], names: tuple[str, ...] = NAMES) -> ReplyContent:
    return parse_reply(OrderReader(game(name), names), lines)


def played(name: str, text: str) -> str:
    """The orders; none where the mail is asked about."""
    try:
        return orders(name, text)
    except DoubtfulReply:
        return ""


def orders(name: str, text: str) -> str:
    return read(name, text.split("\n")).orders


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("torch", "torch"),
        ("Torch!", "Torch!"),
        ("  torch.  ", "torch."),
        ("camp please", "camp please"),
        ("Je reste", "Je reste"),
        ("Pochodnia!", "Pochodnia!"),
        ("- torch", "torch"),
        ("Hi Bo,\n\ntorch\n\nStan", "torch"),
        ("Hi Bo,\ntorch\nThanks a lot", "torch"),
        ("torch\n\nOn Sunday I am away.", "torch"),
        ("Sorry,\ntorch", "torch"),
        ("> torch\n\ncamp", "camp"),
        ("t", "t"),
        ("Stan", "Stan"),
    ],
)
def test_a_line_that_is_an_order_counts(text: str, found: str) -> None:
    assert orders("incan-gold", text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would camp, but not now",
        "See you at the camp!",
        "We were out yesterday",
        "> torch",
        " > camp",
        "No idea yet.\n\nS.",
        "I will think about it.\n\nStan",
        "Whatever we do in this round, I think that for now we should\nstay\nthere.",
        "hello\nworld",
    ],
)
def test_what_people_write_besides_is_no_order(text: str) -> None:
    assert played("incan-gold", text) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tile c4 r0; enter 2 a5", "tile c4 r0; enter 2 a5"),
        ("1. tile c4 r0\n2. enter 2 a5", "tile c4 r0\nenter 2 a5"),
        ("tile c4\n\nenter 2 a5\n\nend", "tile c4\nenter 2 a5\nend"),
        ("dig b4\nend\n\nLove,\nAna", "dig b4\nend"),
        ("dig b4\nend\nLove, Ana", "dig b4\nend"),
        ("And thanks for the last one.\n\npass", "pass"),
    ],
)
def test_several_orders_are_one_submission(text: str, found: str) -> None:
    assert orders("tikal", text) == found


def test_a_line_that_a_mail_program_has_wrapped_is_one_line() -> None:
    text = "tile c4 r0; enter 2 a5; move 2 a5 b4; dig b4 x2; move 1\na5 b4; end\nBye"

    assert orders("tikal", text) == text.removesuffix("\nBye").replace("\n", " ")


@pytest.mark.parametrize(
    ("text", "blamed"),
    [
        ("xyzzy 2 a5 b4\ndig b4\nend", "xyzzy 2 a5 b4"),
        ("dig b4\nxyzzy 2 a5 b4\nend", "xyzzy 2 a5 b4"),
        ("dig b4\n\nmove xyzzy a5 b4\n\nend", "move xyzzy a5 b4"),
        ("dig b4\nxyzzy c4", "xyzzy c4"),
        ("xyzzy c4 r0\nenter 2 a5", "xyzzy c4 r0"),
        ("dig", "dig"),
        ("dig b4\ntake it all", "take it all"),
        ("pass?", "pass?"),
        ("end\n2 xyzzy to a5", "2 xyzzy to a5"),
    ],
)
def test_nothing_is_done_by_half(text: str, blamed: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        orders("tikal", text)

    assert caught.value.text == blamed


# --- Words ---


def test_words_stand_alone_on_their_lines() -> None:
    said = read("tikal", ["Board, please!", "", "STATUS", "help me with that"])

    assert said.words == ["board", "status"]


@pytest.mark.parametrize("line", ["help", "Pomoc!", "nápověda", "Hilfe", "aide"])
def test_words_are_known_in_five_languages(line: str) -> None:
    assert read("incan-gold", [line]).words == ["help"]


def test_what_is_said_goes_on_to_the_next_empty_line() -> None:
    said = read("incan-gold", ["say: good luck", "to all of you", "", "torch"])

    assert said.talk == "good luck\nto all of you"
    assert said.orders == "torch"


@pytest.mark.parametrize("line", ["torch", "camp!", "leavee"])
def test_an_order_right_below_what_is_said_is_neither_said_nor_played(line: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        read("incan-gold", ["say: good luck", line])

    assert caught.value.text == line


def test_an_order_can_be_said_on_purpose() -> None:
    said = read("incan-gold", ["say: torch"])

    assert (said.talk, said.orders) == ("torch", "")


@pytest.mark.parametrize(
    ("lines", "plan"),
    [
        (["plan: torch until hazards >= 2; else camp"], "torch until hazards >= 2; else camp"),
        (["Plan: torch until hazards >= 2;", "else camp", "Ana"], "torch until hazards >= 2;\nelse camp"),
        (["plan: torch until hazards >= 2", "Thanks!"], "torch until hazards >= 2"),
        (["plan: none"], ""),
        (["plán: vypni"], ""),
        (["torch"], None),
    ],
)
def test_a_plan_is_what_comes_after_the_word(lines: list[str], plan: str | None) -> None:
    assert read("incan-gold", lines).plan == plan


@pytest.mark.parametrize("line", ["say:", "plan:", "Powiedz:", "řekni:"])
def test_a_word_without_its_text_is_asked_about_as_it_was_typed(line: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        read("incan-gold", [line])

    assert caught.value.text == line
    assert caught.value.error.values["word"] == line.removesuffix(":")


@pytest.mark.parametrize("name", GAMES)
def test_no_word_is_an_order_of_a_game(name: str) -> None:
    small = {"please", "none"}

    both = {word for word, meaning in WORDS.index.items() if meaning not in small}
    assert not both & game(name).VOCABULARY.index.keys()
