"""Chance: every draw of `engine/RECORD.md`, to the bit."""

import hashlib
import hmac
from itertools import pairwise

import pytest

from engine import incan_gold, tikal
from engine.chance import Stream, commitment, match_seed, shuffle
from engine.incan_gold.pieces import ARTIFACT, TREASURES
from engine.incan_gold.pieces import HAZARDS as KINDS
from engine.tikal.state import deal

ZEROS = bytes(32)
MOTIFS = ("bowl", "crown", "figurine", "jaguar", "knife", "mask", "necklace", "vase")
GROUPS = {"A": 6, "B": 6, "C": 5, "D": 5, "E": 5, "F": 5, "G": 4}


def words(label: str, blocks: int = 8, seed: bytes = ZEROS) -> list[int]:
    """The stream's first words, as `engine/RECORD.md` defines them."""
    row = b"".join(
        hmac.new(seed, label.encode() + b"\0" + number.to_bytes(4, "big"), hashlib.sha256).digest()
        for number in range(blocks)
    )
    return [int.from_bytes(row[at : at + 4], "big") for at in range(0, len(row), 4)]


def test_the_demo_of_the_specification() -> None:
    assert shuffle(range(10), "demo", ZEROS) == (9, 0, 3, 4, 5, 1, 8, 6, 2, 7)


def test_the_commitment_is_the_sha_256_of_the_server_seed() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_match_seed_is_made_of_the_server_seed_and_the_salts_in_seat_order() -> None:
    expected = hmac.new(b"k" * 32, b"chasqui/1\none\ntwo", hashlib.sha256).digest()

    assert match_seed(b"k" * 32, ["one", "two"]) == expected
    assert match_seed(b"k" * 32, ["two", "one"]) != expected


def test_salts_are_used_code_point_for_code_point() -> None:
    message = b"chasqui/1\n\xc5\x82yk\n\xf0\x9f\x8e\xb2\ne\xcc\x81"

    seed = match_seed(ZEROS, ["łyk", "🎲", "e\u0301"])

    assert seed == hmac.new(ZEROS, message, hashlib.sha256).digest()
    assert seed != match_seed(ZEROS, ["łyk", "🎲", "\u00e9"])


def test_a_stream_is_read_as_big_endian_words_over_many_blocks() -> None:
    stream = Stream(ZEROS, "any")

    assert [stream.below(1 << 32) for _ in range(64)] == words("any")


def test_below_is_the_word_modulo_n() -> None:
    stream = Stream(ZEROS, "any")

    assert [stream.below(31) for _ in range(64)] == [word % 31 for word in words("any")]


def test_below_takes_another_word_where_one_is_over_the_limit() -> None:
    # The limit for 2^31 + 1 is itself: about every second word is rejected.
    n = (1 << 31) + 1
    fit = [word for word in words("any") if word < n]
    stream = Stream(ZEROS, "any")

    assert [stream.below(n) for _ in fit] == fit
    assert 0 < len(fit) < 64


def test_the_limit_itself_is_rejected_and_the_word_below_it_is_not() -> None:
    # Above 2^31 the limit is n itself, so a first word of n is just at it.
    first_two = {label: words(label, 1)[:2] for label in map(str, range(20))}
    label = next(label for label, (one, two) in first_two.items() if one > 1 << 31 and two < one)
    n, following = first_two[label]

    assert Stream(ZEROS, label).below(n) == following
    assert Stream(ZEROS, label).below(n + 1) == n


def test_a_shuffle_exchanges_from_the_last_index_down_to_1() -> None:
    row, expected = words("any"), list("abcdefgh")
    for i, word in zip(range(7, 0, -1), row, strict=False):
        j = word % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]

    assert shuffle("abcdefgh", "any", ZEROS) == tuple(expected)


def test_every_shuffle_has_a_fresh_stream_of_its_label() -> None:
    assert shuffle(range(30), "one", ZEROS) == shuffle(range(30), "one", ZEROS)
    assert shuffle(range(30), "one", ZEROS) != shuffle(range(30), "two", ZEROS)
    assert shuffle(range(30), "one", ZEROS) != shuffle(range(30), "one", b"1" * 32)


@pytest.mark.parametrize("short", [(), ("only",)])
def test_nothing_and_one_thing_stay_as_they_are(short: tuple[str, ...]) -> None:
    assert shuffle(short, "any", ZEROS) == short


def test_tikals_tiles_are_shuffled_group_by_group_and_a_is_on_top() -> None:
    stacks = (
        shuffle([f"{group}{number}" for number in range(1, count + 1)], f"tikal/tiles/{group}", ZEROS)
        for group, count in GROUPS.items()
    )

    assert deal(ZEROS).tiles == sum(stacks, ())


def test_tikals_first_tile_is_the_first_of_group_a() -> None:
    state = tikal.setup(2, {}, ZEROS)

    assert state.hand == shuffle(["A1", "A2", "A3", "A4", "A5", "A6"], "tikal/tiles/A", ZEROS)[0]


def test_tikals_treasures_are_three_of_each_motif_in_order() -> None:
    wafers = [motif for motif in MOTIFS for _ in range(3)]

    assert deal(ZEROS).wafers == shuffle(wafers, "tikal/treasures", ZEROS)


def test_incan_golds_decks_are_treasures_hazards_and_artifacts_in_order() -> None:
    state = incan_gold.setup(3, {}, b"1" * 32)
    seen = {}
    while not state.over:
        seen[state.round] = state
        state = incan_gold.apply(state, dict.fromkeys(state.inside, "torch")).state

    for round, state in seen.items():
        hazards = [kind for kind in KINDS for _ in range(3 - state.out.get(kind, 0))]
        cards = [*TREASURES, *hazards, *[ARTIFACT] * state.in_deck]
        assert state.deck == shuffle(cards, f"incan-gold/round/{round}", b"1" * 32)
    assert all(one + 1 == other for one, other in pairwise(seen))
