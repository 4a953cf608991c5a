"""Whatever is given to verify, it answers with a verdict, and soon."""

import json
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.verify import verify
from tests.engine.record.friends import FRIENDS
from tests.engine.record.recorded import RECORDS, Line, chained, forged, lines, raw_lines, text

DEEP = {"list": "[" * 100_000 + "]" * 100_000, "object": '{"a":' * 100_000 + "1" + "}" * 100_000}
DIGITS = "7" * 10_000
BOTH_FORMATS = [*RECORDS, *(f"friends/{name}" for name in FRIENDS)]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("1 2 3 by step".split()), inner)
    ),
    max_leaves=8,
)


def sees_a_verdict(data: bytes, *, within: float = 10) -> int:
    begun = time.process_time()  # what others do on the machine does not count
    verdict = verify(data)

    assert verdict.status in (0, 1, 2)
    assert (verdict.status == 1) == bool(verdict.problems)
    assert all(number >= 1 and isinstance(said, str) and said for number, said in verdict.problems)
    assert time.process_time() - begun < within
    return verdict.status


@given(st.binary(max_size=500))
def test_arbitrary_bytes(data: bytes) -> None:
    assert sees_a_verdict(data) == 1


@given(st.text(max_size=300))
def test_arbitrary_text(data: str) -> None:
    assert sees_a_verdict(data.encode("utf-8", "surrogatepass")) == 1


@given(st.lists(JSON, min_size=1, max_size=4))
def test_arbitrary_values_line_by_line(values: list[Any]) -> None:
    data = "".join(json.dumps(value, separators=(",", ":"), sort_keys=True) + "\n" for value in values)

    assert sees_a_verdict(data.encode()) == 1


@given(
    name=st.sampled_from(RECORDS),
    at=st.floats(0, 1),
    cut=st.integers(0, 300),
    put=st.binary(max_size=20) | st.sampled_from([b"\n", b"[", b'"', b"{}", b"\\u0000", b"\xff"]),
)
def test_records_with_something_cut_out_and_put_in(name: str, at: float, cut: int, put: bytes) -> None:
    record = text(name).encode()
    start = int(at * len(record))

    sees_a_verdict(record[:start] + put + record[start + cut :])


@given(name=st.sampled_from(BOTH_FORMATS), order=st.randoms(use_true_random=False), keep=st.floats(0, 1))
def test_records_with_their_lines_mixed(name: str, order: Random, keep: float) -> None:
    raw = [line for line in raw_lines(name) if order.random() < keep]
    order.shuffle(raw)

    sees_a_verdict(b"".join(raw))


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place within a value: what it is in, and its key or index there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    here = [(value, key) for key in keys]
    return here + [spot for key in keys for spot in spots(value[key])]


@given(name=st.sampled_from(BOTH_FORMATS), chance=st.randoms(use_true_random=False), value=JSON)
def test_forged_records_with_any_value_anywhere(name: str, chance: Random, value: Any) -> None:
    def change(parsed: list[Line]) -> None:
        line = chance.choice([parsed[0], parsed[-1], chance.choice(parsed)])
        where, key = chance.choice(spots(line))
        where[key] = value

    sees_a_verdict(forged(name, change))


@given(name=st.sampled_from(BOTH_FORMATS), chance=st.randoms(use_true_random=False))
def test_forged_records_with_values_exchanged(name: str, chance: Random) -> None:
    def change(parsed: list[Line]) -> None:
        (one, key), (other, its) = chance.choice(spots(parsed)), chance.choice(spots(parsed))
        if isinstance(one[key], str) and isinstance(other[its], str):
            one[key], other[its] = other[its], one[key]

    sees_a_verdict(forged(name, change))


@given(name=st.sampled_from(RECORDS), chance=st.randoms(use_true_random=False), said=st.text(max_size=60))
def test_forged_records_with_any_orders(name: str, chance: Random, said: str) -> None:
    def change(parsed: list[Line]) -> None:
        orders = chance.choice(parsed[1:-1])["orders"]
        orders[chance.choice(list(orders))] = said.encode("utf-8", "ignore").decode()

    sees_a_verdict(forged(name, change))


@pytest.mark.parametrize("shape", DEEP)
@pytest.mark.parametrize(
    "line", ["{0}", '{{"hash":{0}}}', '{{"a":{0},"hash":"' + "0" * 64 + '"}}', "{0}\n{0}"]
)
def test_a_hundred_thousand_brackets(shape: str, line: str) -> None:
    assert sees_a_verdict(line.format(DEEP[shape]).encode() + b"\n") == 1


@pytest.mark.parametrize(("opened", "inner", "closed"), [("[", "", "]"), ('{"a":', "1", "}")])
@pytest.mark.parametrize("line", ["{0}", '{{"a":{0},"hash":"' + "0" * 64 + '"}}'])
def test_brackets_about_as_deep_as_can_just_be_read(opened: str, inner: str, closed: str, line: str) -> None:
    for depth in range(400, 1100):
        nested = opened * depth + inner + closed * depth
        assert verify(line.format(nested).encode() + b"\n").status == 1


@pytest.mark.parametrize("opened", ["[" * 100_000, '{"a":' * 100_000, '"' + "\\" * 100_001, "[" * 5_000_000])
def test_a_hundred_thousand_brackets_that_are_never_closed(opened: str) -> None:
    assert sees_a_verdict(opened.encode() + b"\n") == 1


@pytest.mark.parametrize("key", ["chasqui", "game", "options", "rules", "salts", "seats", "started"])
@pytest.mark.parametrize("digits", [DIGITS, "-" + DIGITS, DIGITS[:4000], DIGITS + ".0", DIGITS + "e9"])
def test_a_number_with_ten_thousand_digits(key: str, digits: str) -> None:
    first = {**lines(RECORDS[0])[0], key: 99_999}

    data = chained([first]).replace(b"99999", digits.encode())

    assert sees_a_verdict(data) == 1


@pytest.mark.parametrize("options", [{"auction": DIGITS}, {DIGITS: True}, {"auction": [DIGITS]}])
def test_what_is_said_of_a_long_value_is_short(options: dict[str, Any]) -> None:
    first = {**lines(RECORDS[-1])[0], "options": options}

    [(line, problem)] = verify(chained([first])).problems

    assert line == 1
    assert len(problem) <= 300


def test_a_number_that_is_too_long_is_named_in_plain_words() -> None:
    data = chained([{**lines(RECORDS[0])[0], "rules": 99_999}]).replace(b"99999", DIGITS.encode())

    assert verify(data).problems == [(1, "holds a number of thousands of digits")]


@pytest.mark.parametrize("name", [RECORDS[0], RECORDS[-1]])
@pytest.mark.parametrize(
    "said", ["x" * 1_000_000, "torch " * 3000, "tile;" * 4000, "\u0301" * 20_000, "9" * 20_000]
)
def test_orders_of_any_length(name: str, said: str) -> None:
    def change(parsed: list[Line]) -> None:
        parsed[1]["orders"][min(parsed[1]["orders"])] = said

    assert sees_a_verdict(forged(name, change)) == 1


@pytest.mark.parametrize("data", [b"\n" * 100_000, b"{}\n" * 50_000, b"\0" * 1_000_000, b"\xff\n" * 50_000])
def test_very_many_bad_lines(data: bytes) -> None:
    assert sees_a_verdict(data) == 1
