"""The canonical form: one text for one value."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canonical import NotCanonical, canonical, chain_hash, parse

ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

# What a record could hold, and more.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


@pytest.mark.parametrize("code", range(0x20))
def test_every_control_character_has_one_escape(code: int) -> None:
    expected = ESCAPES.get(chr(code), f"\\u{code:04x}")

    assert canonical(chr(code)) == f'"{expected}"'
    assert parse(f'"{expected}"'.encode()) == chr(code)


@pytest.mark.parametrize("char", ['"', "\\"])
def test_quotes_and_backslashes_are_escaped(char: str) -> None:
    assert canonical(char) == f'"\\{char}"'


@pytest.mark.parametrize("char", ["/", "\x7f", "\x80", "é", "ł", "\u2028", "\u2029", "\ufeff", "🎲"])
def test_nothing_else_is_escaped(char: str) -> None:
    assert canonical(char) == f'"{char}"'


def test_keys_are_sorted_and_there_are_no_blanks() -> None:
    value = {"step": 1, "at": "now", "orders": {"2": "b", "10": "c", "1": "a"}}

    assert canonical(value) == '{"at":"now","orders":{"1":"a","10":"c","2":"b"},"step":1}'


@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parse(canonical(value).encode()) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"b":1,"a":2}',
        '{"a":1,"a":1}',
        '{"a":1,"a":2}',
        '{"a": 1}',
        '{"a":1 }',
        " 1",
        "1 ",
        "1\r",
        '{"a":1}\r',
        "\t1",
        '"\\u000A"',
        '"\\u000a"',
        '"\\u001F"',
        '"\\u0041"',
        '"\\u00e9"',
        '"\\/"',
        '"\\ud83c\\udfb2"',
        "-0",
        "[1,]",
        "01",
        "+1",
    ],
)
def test_another_way_to_write_a_value_is_refused(text: str) -> None:
    with pytest.raises(NotCanonical):
        parse(text.encode())


@pytest.mark.parametrize("text", ["1.0", "1.5", "1e3", "-1E-2", "NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_not_integers_are_refused(text: str) -> None:
    with pytest.raises(NotCanonical, match="is not an integer"):
        parse(text.encode())


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\udfff"', '["\\udfb2\\ud83c"]', '{"\\ud83c":1}'])
def test_lone_surrogates_are_refused(text: str) -> None:
    with pytest.raises(NotCanonical, match="half of a surrogate pair"):
        parse(text.encode())


def test_a_byte_order_mark_is_refused() -> None:
    with pytest.raises(NotCanonical, match="byte order mark"):
        parse(b"\xef\xbb\xbf1")


@pytest.mark.parametrize(
    "line", [b"\xff", b'"\xc3"', b'"\xed\xa0\x80"', b'"\xc0\x80"', b'"\xf5\x80\x80\x80"']
)
def test_what_is_not_utf_8_is_refused(line: bytes) -> None:
    with pytest.raises(NotCanonical, match="not UTF-8 at byte"):
        parse(line)


@pytest.mark.parametrize("text", ["{", '{"a"', '"', '"\n"', "nul", "{}{}", "'a'", "1 2"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(NotCanonical, match="not JSON"):
        parse(text.encode())


def test_a_refusal_says_where_the_canonical_form_is_left() -> None:
    with pytest.raises(NotCanonical, match="at character 6: ' 1}' should be '1}'"):
        parse(b'{"a": 1}')


@given(st.binary(max_size=60))
def test_any_line_is_canonical_or_refused(line: bytes) -> None:
    try:
        value = parse(line)
    except NotCanonical:
        return
    assert canonical(value).encode() == line


def test_a_hash_is_of_the_hash_before_and_the_line_without_its_own() -> None:
    line = {"step": 1, "hash": "not looked at", "at": "é"}
    bare = json.dumps({"at": "é", "step": 1}, separators=(",", ":"), ensure_ascii=False)

    assert chain_hash(line, "") == hashlib.sha256(bare.encode()).hexdigest()
    assert chain_hash(line, "0" * 64) == hashlib.sha256(b"0" * 64 + bare.encode()).hexdigest()
