"""Orders in the words of a language, as letters show them: they read back as the same orders."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from app.services.inbox.line_kinds import ORDERS, OrderReader
from engine.errors import OrderError
from engine.record import orders_by_seat
from engine.registry import game
from engine.tikal.pieces import HEXES, MOTIFS, TILES
from engine.verify import verify
from engine.words import LANGUAGES
from tests.lengths import shortened

RECORDS = Path(__file__).parents[1] / "records"
ONE_OF_EACH = (
    "tile c4 r0, tile c4 r5, enter 1 a5, enter 5 d3, enter L a5, enter 2+L a5, move 1 a5 b4, "
    "move L a5 b4 c4, move 3+L a5 b4 c4 d3 e3 f2, dig c4, dig c4 x2, take e2, take e2 x2, camp d3, guard c4, "
    "guard c4 L, bid 1, bid 20, pass, pick B5, end"
).split(", ")
SWAPS = [f"swap {give} for {get} with {seat}" for give, get in permutations(MOTIFS, 2) for seat in (1, 4)]
EVERYWHERE = [f"dig {place}" for place in HEXES] + [f"pick {tile}" for tile in TILES]
KINDS = {"tikal": ONE_OF_EACH + SWAPS + EVERYWHERE, "incan-gold": ["torch", "camp"]}

each = pytest.mark.parametrize(("name", "language"), [(n, language) for n in KINDS for language in LANGUAGES])


def test_every_kind_of_order_is_among_them() -> None:
    first = {orders.split()[0] for orders in KINDS["tikal"]}

    assert first == set("tile enter move dig take swap camp guard bid pass pick end".split())


@each
def test_orders_in_words_read_back_as_the_same(name: str, language: str) -> None:
    rules = game(name)
    shown = {orders: rules.in_words(orders, language) for orders in KINDS[name]}

    read = {orders: rules.write(words) for orders, words in shown.items()}

    assert {orders: shown[orders] for orders in read if read[orders] != orders} == {}


@each
def test_orders_in_words_read_back_in_a_mail(name: str, language: str) -> None:
    reader = OrderReader(game(name), (), "", (language, "en"))

    lines = [reader.classify(game(name).in_words(orders, language)) for orders in KINDS[name]]

    assert [line.text for line in lines if line.kind != ORDERS] == []


@pytest.mark.parametrize("language", shortened(LANGUAGES, ["pl"]))
def test_whole_turns_of_matches_in_words_read_back_as_the_same(language: str) -> None:
    rules = game("tikal")
    turns = {turn for path in RECORDS.glob("tikal-*.jsonl") for turn in turns_of(path)}

    different = [turn for turn in sorted(turns) if read(rules.in_words(turn, language)) != turn]

    assert len(turns) > 400
    assert different == []


def turns_of(path: Path) -> Iterator[str]:
    for line in verify(path.read_bytes()).lines[1:-1]:
        yield from orders_by_seat(line["orders"]).values()


def read(text: str) -> str:
    """What cannot be read comes back as the reason, which is no orders either."""
    try:
        return game("tikal").write(text)
    except OrderError as error:
        return str(error)
