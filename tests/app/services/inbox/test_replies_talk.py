"""Orders among talk: what takes something back stops the mail, what only chats is passed over."""

import pytest

from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import parse_reply
from app.services.inbox.reply_content import DoubtfulReply, ReplyContent
from engine.errors import Unsure
from engine.registry import game

NAMES = ("Ana", "Bo", "Cy Young")


def reader(name: str, language: str = "en") -> OrderReader:
    return OrderReader(game(name), NAMES, languages=(language, "en"))


def read(name: str, text: str, language: str = "en") -> ReplyContent:
    return parse_reply(reader(name, language), text.split("\n"))


def canonical(name: str, text: str, language: str = "en") -> str:
    """What a mail would play."""
    return reader(name, language).write([read(name, text, language).orders])


# --- Taken back ---


@pytest.mark.parametrize(
    ("name", "text", "blamed"),
    [
        ("tikal", "bid 4\n\nno sorry, bid 5", "no sorry, bid 5"),
        ("tikal", "bid 4\nor bid 5", "or bid 5"),
        ("tikal", "dig c4\n\nno, dig d4", "no, dig d4"),
        ("tikal", "dig c4\n\nOops, I meant d4", "Oops, I meant d4"),
        ("tikal", "dig c4\n\ndon't dig c4", "don't dig c4"),
        ("tikal", "kop c4\n\njednak d4", "jednak d4"),
        ("tikal", "kopej c4\n\nne, radši d4", "ne, radši d4"),
        ("tikal", "grabe c4\n\nnein, lieber d4", "nein, lieber d4"),
        ("tikal", "creuse c4\n\nnon, plutôt d4", "non, plutôt d4"),
        ("incan-gold", "camp\n\nno wait, torch", "no wait, torch"),
        ("incan-gold", "camp\nno wait, torch", "no wait, torch"),
        ("incan-gold", "camp\n\nor torch?", "or torch?"),
    ],
)
def test_orders_that_are_corrected_below_are_not_played(name: str, text: str, blamed: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        read(name, text)

    assert isinstance(caught.value.error, Unsure)
    assert caught.value.text == blamed


@pytest.mark.parametrize(
    "text", ["Shall I dig c4?\n\nAna", "Hi!\n\nmaybe dig c4", "dig b4\nand perhaps dig c4"]
)
def test_a_doubt_about_a_hex_stops_the_mail(text: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        read("tikal", text)

    assert isinstance(caught.value.error, Unsure)


# --- Wrapped ---


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("dig c4\nx2", "dig c4 x2"),
        ("tile: e3\nr1", "tile e3 r1"),
        ("move 2 a5 b4\nc4", "move 2 a5 b4 c4"),
        ("guard c5\nL", "guard c5 L"),
        ("Hi!\n\nguard c5\nL\n\nBye", "guard c5 L"),
    ],
)
def test_a_piece_below_an_order_belongs_to_it(text: str, orders: str) -> None:
    assert canonical("tikal", text) == orders


# --- Talk ---


SIGN_OFFS = {
    "en": ["Take care!", "Stay safe!", "See you soon!", "Have a good weekend"],
    "de": ["Bleib gesund!", "Mach's gut!", "Bis bald"],
    "fr": ["Prends soin de toi", "À bientôt", "Bonne soirée !"],
    "pl": ["Trzymaj się!", "Do zobaczenia", "Pozdrawiam"],
    "cs": ["Opatruj se!", "Měj se hezky", "Zdraví"],
}
LINES = [(language, line) for language, lines in SIGN_OFFS.items() for line in lines]


@pytest.mark.parametrize(("language", "line"), LINES)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize(
    ("name", "orders"), [("tikal", "dig c4"), ("incan-gold", "torch"), ("incan-gold", "camp")]
)
def test_a_sign_off_neither_spoils_orders_nor_adds_to_them(
    name: str, orders: str, gap: str, language: str, line: str
) -> None:
    assert canonical(name, f"{orders}{gap}{line}", language) == orders
    assert canonical(name, f"{orders}{gap}{line}\nAna", language) == orders


@pytest.mark.parametrize(("language", "line"), LINES)
@pytest.mark.parametrize("name", ["tikal", "incan-gold"])
def test_a_sign_off_alone_plays_nothing(name: str, language: str, line: str) -> None:
    assert read(name, line, language).orders == ""
    assert read(name, f"{line}\n\nAna", language).orders == ""


@pytest.mark.parametrize(
    "text",
    ["Please stop", "please stop.", "Please stop!\n\nAna", "Stop writing to me", "dig c4\n\nPlease stop"],
)
def test_asking_for_quiet_ends_no_turn(text: str) -> None:
    assert "end" not in game("tikal").write(read("tikal", f"dig b4\n\n{text}").orders)
    assert "stop" not in read("tikal", text).orders.lower()


@pytest.mark.parametrize(
    ("name", "text", "orders", "later"),
    [
        ("tikal", "dig c4\n\nI will take the train home.", "dig c4", ["I will take the train home."]),
        ("tikal", "dig c4\n\nShall I take it?", "dig c4", ["Shall I take it?"]),
        ("incan-gold", "torch\n\nI leave for Rome tomorrow.", "torch", ["I leave for Rome tomorrow."]),
        ("incan-gold", "torch\n\nIt was raining all day.\n\nwe stay at home", "torch", []),
    ],
)
def test_words_of_orders_behind_talk_do_not_count_and_are_quoted(
    name: str, text: str, orders: str, later: list[str]
) -> None:
    content = read(name, text)

    assert (content.orders, content.later) == (orders, later)


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "end"), ("en", "End."), ("pl", "koniec"), ("cs", "konec"), ("de", "ende"), ("fr", "fin")],
)
def test_below_an_empty_line_the_plain_word_counts(language: str, word: str) -> None:
    assert canonical("tikal", f"dig c4\n\n{word}", language) == "dig c4; end"


@pytest.mark.parametrize(
    ("name", "text", "blamed"),
    [
        ("tikal", "dig c4\n\nI am done", "I am done"),
        ("tikal", "dig c4\n\nmy turn ends", "my turn ends"),
        ("tikal", "dig c4\n\nThat was a nice move.\n\nend", "end"),
        ("incan-gold", "camp\n\nWhat a day!\n\ntorch", "torch"),
        ("incan-gold", "torch\n\nor should I rather\n\ncamp", "camp"),
    ],
)
def test_other_orders_apart_from_the_first_are_asked_about(name: str, text: str, blamed: str) -> None:
    with pytest.raises(DoubtfulReply) as caught:
        read(name, text)

    assert caught.value.text == blamed


def test_the_same_order_apart_from_the_first_is_no_other() -> None:
    assert read("incan-gold", "torch\n\nHow are you?\n\ntorch").orders == "torch"


def test_an_order_with_a_hex_counts_wherever_it_stands() -> None:
    assert read("tikal", "dig b4\n\nWhat a game this is!\n\ndig c4").orders == "dig b4\ndig c4"


def test_talk_without_words_of_orders_is_passed_over_in_silence() -> None:
    content = read("tikal", "Hi Bo,\nmy dog says hello.\n\ndig c4\n\nHow was your holiday?")

    assert (content.orders, content.later) == ("dig c4", [])


@pytest.mark.parametrize("text", ["Tile: e3\nRotation: 1", "Tile: e3\nRotation: 1\n\nAna"])
def test_a_label_below_an_order_belongs_to_it(text: str) -> None:
    assert canonical("tikal", text) == "tile e3 r1"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tikal", "dig c4\n\nForget that."),
        ("tikal", "dig c4\n\nwait"),
        ("tikal", "dig c4\n\nIgnore the above"),
        ("tikal", "bid 4\n\nSorry, I meant 5"),
        ("incan-gold", "torch\n\nForget that."),
    ],
)
def test_orders_that_are_taken_back_without_new_ones_are_not_played(name: str, text: str) -> None:
    with pytest.raises(DoubtfulReply):
        read(name, text)
