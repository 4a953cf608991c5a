"""Whatever words a mail has, in whatever language: it is read, or it is a doubt to answer."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.inbox.line_kinds import OrderReader
from app.services.inbox.parse_reply import DoubtfulReply, parse_reply
from engine.registry import GAMES, game
from engine.words import LANGUAGES
from tests.engine.mixtures import NAMES, mixtures
from tests.phrases.answers import ASKS, REFUSED, played

ABOVE = ["tile c2", "dig c4", "2 workers from a5 to b4", "guard c4", "I stay", "bid 4", "Hello", "say: hi"]
above, between = st.sampled_from(ABOVE), st.sampled_from(["\n", "\n\n", ",\n"])
below_orders = st.tuples(above, between, mixtures).map("".join)


@pytest.mark.parametrize("name", GAMES)
@given(text=st.one_of(mixtures, below_orders), language=st.sampled_from(LANGUAGES), data=st.data())
def test_any_mixture_of_words_in_a_mail_is_read_or_doubted(
    name: str, text: str, language: str, data: st.DataObject
) -> None:
    ask = data.draw(st.sampled_from(ASKS[name]))
    reader = OrderReader(game(name), NAMES, ask, (language, "en"))

    with suppress(DoubtfulReply):
        parse_reply(reader, text.split("\n"))


@pytest.mark.parametrize(
    ("mail", "orders"),
    [
        ("tile c2\nturned twice", "tile c2 r2"),
        ("Tile on c2,\nwith rotation 4,\nthen dig c4", "tile c2 r4; dig c4"),
        ("2 workers from a5 to b4\nand the leader too", "move 2+L a5 b4"),
        ("dig c4\ntwice", "dig c4 x2"),
        ("dig c4\n(twice)", "dig c4 x2"),
    ],
)
def test_a_line_that_goes_on_with_the_order_above_plays_with_it_or_not_at_all(mail: str, orders: str) -> None:
    assert played("tikal", mail, NAMES, "en", "ap") in (orders, REFUSED)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("motif", ["crown", "jaguar", "mask"])
def test_a_swap_below_other_orders_is_read(language: str, motif: str) -> None:
    reader = OrderReader(game("tikal"), NAMES, "ap", (language, "en"))

    content = parse_reply(reader, ["dig c4", "", f"swap vase for {motif} with 2"])

    assert content.orders == f"dig c4\nswap vase for {motif} with 2"
