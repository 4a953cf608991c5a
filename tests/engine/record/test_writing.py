"""Writing a record, byte for byte."""

import hashlib

import pytest

from engine.game import Result
from engine.record import FORMAT, Opening, Record, is_valid_name, is_valid_salt, replay
from engine.registry import game
from engine.verify import verify
from tests.engine.record.recorded import RECORDS, Line, lines, text

COMMITMENT = "c" * 64
OPENING = Opening(
    game="tikal",
    seats=["Ana", "Bo", "Cy"],
    options={"auction": True, "camp_needs_member": False},
    salts=["s1", "s 2", "sół"],
    commitment=COMMITMENT,
    started="2026-11-18T10:00:00Z",
    rules=1,
    format=1,
)
FIRST = (
    '{"chasqui":1,"commitment":"' + COMMITMENT + '","game":"tikal",HASH"options":{"auction":true},"rules":1,'
    '"salts":["s1","s 2","sół"],"seats":["Ana","Bo","Cy"],"started":"2026-11-18T10:00:00Z"}'
)
SECOND = '{"at":"2026-11-18T12:31:07Z",HASH"orders":{"1":"bid 3"},"step":1}'
THIRD = '{"at":"2026-11-18T12:40:00Z","by":{"2":"standing"},HASH"orders":{"2":"pass"},"step":2}'
LAST = (
    '{"ended":"2026-11-19T08:00:00Z",HASH"result":{"scores":[41,38,55],"winners":[3]},"server_seed":"'
    + "07" * 32
    + '"}'
)
GIVEN_UP = '{"abandoned":true,"ended":"2026-11-19T08:00:00Z",HASH"server_seed":"' + "07" * 32 + '"}'


def begun() -> Record:
    record = Record()
    record.begin(OPENING)
    record.step(1, "2026-11-18T12:31:07Z", {1: "bid 3"})
    record.step(2, "2026-11-18T12:40:00Z", {2: "pass"}, {2: "standing"})
    return record


def with_hashes(*templates: str) -> str:
    """The lines with their hashes in place, made from nothing but their text."""
    head, out = "", ""
    for template in templates:
        head = hashlib.sha256((head + template.replace("HASH", "")).encode()).hexdigest()
        out += template.replace("HASH", f'"hash":"{head}",') + "\n"
    return out


def test_a_running_match_is_written_as_specified() -> None:
    assert begun().text() == with_hashes(FIRST, SECOND, THIRD)


def test_a_finished_match_is_written_as_specified() -> None:
    record = begun()

    record.end("2026-11-19T08:00:00Z", b"\7" * 32, Result((41, 38, 55), (3,)))

    assert record.text() == with_hashes(FIRST, SECOND, THIRD, LAST)


def test_a_match_given_up_is_written_with_abandoned_in_place_of_a_result() -> None:
    record = begun()

    record.end("2026-11-19T08:00:00Z", b"\7" * 32, None)

    assert record.text() == with_hashes(FIRST, SECOND, THIRD, GIVEN_UP)


def test_a_result_may_have_a_row_more() -> None:
    record = begun()

    record.end("2026-11-19T08:00:00Z", b"\7" * 32, Result((5, 0, 0), (1,), {"artifacts": (1, 0, 0)}))

    assert '"result":{"artifacts":[1,0,0],"scores":[5,0,0],"winners":[1]}' in record.lines[-1]


def test_the_head_is_the_last_hash() -> None:
    record = begun()

    assert f'"hash":"{record.head}"' in record.lines[-1]


def test_orders_of_several_seats_are_written_by_seat() -> None:
    record = Record()

    record.step(1, "2026-11-18T12:31:07Z", {2: "camp", 1: "torch"}, {2: "clock"})

    assert '"by":{"2":"clock"}' in record.lines[0]
    assert '"orders":{"1":"torch","2":"camp"}' in record.lines[0]


@pytest.mark.parametrize("options", [{}, {"auction": False}, {"auction": False, "camp_needs_member": False}])
def test_options_that_are_the_default_are_not_written(options: dict[str, bool]) -> None:
    assert OPENING._replace(options=options).line()["options"] == {}


def test_an_option_whose_default_is_true_is_written_where_it_is_false() -> None:
    opening = OPENING._replace(game="incan-gold", options={"artifacts": False})

    assert opening.line()["options"] == {"artifacts": False}


def again(parsed: list[Line]) -> Record:
    """The record written anew from what its lines say."""
    first, *steps, last = parsed
    record = Record()
    keys = ("game", "seats", "options", "salts", "commitment", "started")
    record.begin(Opening(**{key: first[key] for key in keys}, rules=first["rules"], format=first["chasqui"]))
    for line in steps:
        record.step(line["step"], line["at"], line["orders"], line.get("by"))
    state = list(replay(parsed))[-1].state
    result = game(first["game"]).result(state)
    record.end(last["ended"], bytes.fromhex(last["server_seed"]), result)
    return record


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_is_written_the_same_again(name: str) -> None:
    assert again(lines(name)).text() == text(name)


def test_what_friends_agree_on_is_written_as_specified() -> None:
    record = begun()

    record.back(3, "2026-11-18T12:41:00Z", 1, [3, 1])
    record.seat(4, "2026-11-18T12:42:00Z", 2, "Dora")
    record.rules(5, "2026-11-18T12:43:00Z", 2, [1])

    assert record.text() == with_hashes(
        FIRST,
        SECOND,
        THIRD,
        '{"agreed":[1,3],"at":"2026-11-18T12:41:00Z","back":1,HASH"step":3}',
        '{"at":"2026-11-18T12:42:00Z",HASH"seat":{"name":"Dora","number":2},"step":4}',
        '{"agreed":[1],"at":"2026-11-18T12:43:00Z",HASH"rules":2,"step":5}',
    )


def test_a_match_that_begins_now_has_format_2() -> None:
    assert OPENING._replace(format=FORMAT).line()["chasqui"] == FORMAT == 2


def test_what_is_written_verifies() -> None:
    assert verify(begun().text().encode()).status == 2


@pytest.mark.parametrize("name", ["A", "Ana", "ł" * 40, "🎲" * 40])
def test_names_of_1_to_40_characters_fit(name: str) -> None:
    assert is_valid_name(name)


@pytest.mark.parametrize(
    "name", ["", "a" * 41, "a\nb", "\0", "\x1b[0m", "\x7f", "\x85", "\ud800", None, 7, ["Ana"]]
)
def test_other_names_do_not_fit(name: object) -> None:
    assert not is_valid_name(name)


@pytest.mark.parametrize("salt", ["0", " ", "ł" * 64, "🎲" * 64, "e\u0301"])
def test_salts_of_1_to_64_characters_fit(salt: str) -> None:
    assert is_valid_salt(salt)


@pytest.mark.parametrize(
    "salt", ["", "a" * 65, "a\nb", "\0", "\x7f", "\x9f", "\u2028", "a\u2029", "\udfff", None, 7]
)
def test_other_salts_do_not_fit(salt: object) -> None:
    assert not is_valid_salt(salt)
