"""A record in which any single thing was changed does not verify, and the line is named."""

from random import Random

import pytest

from engine.verify import verify
from tests.engine.record.recorded import RECORDS, each_record, first_problem, lines, raw_lines, text


@pytest.mark.parametrize("name", RECORDS)
def test_every_recorded_match_verifies(name: str) -> None:
    verdict = verify(text(name).encode())

    assert (verdict.status, verdict.problems) == (0, [])
    assert verdict.head == lines(name)[-1]["hash"]


@each_record
def test_a_changed_order_is_found_in_every_step(name: str) -> None:
    raw = raw_lines(name)

    for number, line in list(enumerate(raw, 1))[1:-1]:
        before, orders = line.split(b'"orders":')
        changed = before + b'"orders":' + orders.replace(b'":"', b'":"x', 1)
        assert first_problem(b"".join([*raw[: number - 1], changed, *raw[number:]]))[0] == number


@each_record
def test_one_changed_character_is_found_wherever_it_is(name: str) -> None:
    random, raw = Random(name), raw_lines(name)

    for number in kinds_of_lines(name):
        line = raw[number - 1].decode()
        for at in [*random.sample(range(len(line)), 40), len(line) - 1]:
            other = random.choice([c for c in '0123456789abcdef"{}:,\\ \r\0xAé' if c != line[at]])
            changed = (line[:at] + other + line[at + 1 :]).encode()
            found = first_problem(b"".join([*raw[: number - 1], changed, *raw[number:]]))
            assert found[0] == number, (at, other, found)


def kinds_of_lines(name: str) -> list[int]:
    """The first and the last, the first step, one in the middle, and one with `by` where there is one."""
    parsed = lines(name)
    by = [number for number, line in enumerate(parsed, 1) if "by" in line]
    return sorted({1, 2, len(parsed) // 2, len(parsed), *by[:1]})


@each_record
def test_one_changed_byte_is_found_wherever_it_is(name: str) -> None:
    random, raw = Random(name), text(name).encode()

    for at in random.sample(range(len(raw)), 60):
        changed = bytes([raw[at] ^ 1 << random.randrange(8)])
        number = raw[:at].count(b"\n") + 1
        assert first_problem(raw[:at] + changed + raw[at + 1 :])[0] == number


@each_record
def test_every_digit_of_the_server_seed_is_checked(name: str) -> None:
    raw = raw_lines(name)
    seed = lines(name)[-1]["server_seed"]

    for at in range(64):
        other = "0" if seed[at] != "0" else "1"
        changed = raw[-1].replace(seed.encode(), (seed[:at] + other + seed[at + 1 :]).encode())
        assert first_problem(b"".join([*raw[:-1], changed]))[0] == len(raw)


@each_record
def test_two_lines_exchanged_are_found(name: str) -> None:
    raw = raw_lines(name)

    for one in range(len(raw) - 1):
        exchanged = [*raw[:one], raw[one + 1], raw[one], *raw[one + 2 :]]
        assert first_problem(b"".join(exchanged))[0] == one + 1


@each_record
def test_a_line_left_out_is_found_where_it_is_missing(name: str) -> None:
    raw = raw_lines(name)

    for number in range(1, len(raw)):
        assert first_problem(b"".join([*raw[: number - 1], *raw[number:]]))[0] == number


@each_record
def test_without_its_last_line_it_is_the_record_of_a_running_match(name: str) -> None:
    raw = raw_lines(name)

    verdict = verify(b"".join(raw[:-1]))

    assert (verdict.status, verdict.problems) == (2, [])


@each_record
def test_a_line_that_is_there_twice_is_found(name: str) -> None:
    raw = raw_lines(name)

    for number in range(1, len(raw) + 1):
        twice = b"".join([*raw[:number], *raw[number - 1 :]])
        assert first_problem(twice)[0] == number + 1


@each_record
@pytest.mark.parametrize(
    "garbage", [b"\n", b" ", b"x", b"\0", b"{}\n", b"null\n", b"\xff\n", b"\r\n", b" \n"]
)
def test_anything_after_the_last_line_is_found(name: str, garbage: bytes) -> None:
    assert first_problem(text(name).encode() + garbage)[0] == len(raw_lines(name)) + 1


@each_record
def test_a_line_that_is_cut_off_is_found(name: str) -> None:
    raw, record = raw_lines(name), text(name).encode()

    for cut in range(1, len(raw[-1])):
        assert first_problem(record[:-cut])[0] == len(raw)
    assert "cut off" in first_problem(record[:-1])[1]


@each_record
def test_wrong_lines_are_named_in_their_order(name: str) -> None:
    problems = verify(text(name).encode("utf-16")).problems

    assert [line for line, _ in problems] == sorted(line for line, _ in problems)
    assert "cut off" in problems[-1][1]


def test_an_empty_line_is_called_so() -> None:
    assert first_problem(b"\n" + text(RECORDS[0]).encode()) == (1, "an empty line")


@each_record
def test_bad_utf_8_is_found_in_every_line(name: str) -> None:
    raw = raw_lines(name)

    for number, line in enumerate(raw, 1):
        bad = line.replace(b'"hash"', b'"ha\xffsh"')
        assert first_problem(b"".join([*raw[: number - 1], bad, *raw[number:]]))[0] == number


@each_record
def test_windows_line_ends_and_a_byte_order_mark_are_found(name: str) -> None:
    record = text(name).encode()

    assert first_problem(record.replace(b"\n", b"\r\n"))[0] == 1
    assert first_problem(b"\xef\xbb\xbf" + record) == (1, "begins with a byte order mark")


@each_record
def test_an_empty_line_is_found(name: str) -> None:
    raw = raw_lines(name)

    for number in range(len(raw) + 1):
        assert first_problem(b"".join([*raw[:number], b"\n", *raw[number:]]))[0] == number + 1


def test_an_empty_file_is_no_record() -> None:
    assert first_problem(b"") == (1, "the file is empty")
