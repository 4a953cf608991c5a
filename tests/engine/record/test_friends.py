"""Records of format 2: going back, new hands, lent seats."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.commands.random import play_match
from engine.random_friends import Wishes
from engine.record import replay
from engine.registry import game
from engine.verify import RIGHT, RUNNING, verify
from engine.way import changes_of, names_after, taken_back
from tests.engine.record.friends import FRIENDS, lines, text
from tests.engine.record.recorded import RECORDS, Line, chained, first_problem
from tests.engine.record.recorded import lines as lines_of_format_1

each_of_friends = pytest.mark.parametrize("name", FRIENDS)


@each_of_friends
def test_a_match_of_friends_verifies_whole_and_as_far_as_it_has_come(name: str) -> None:
    raw = text(name).encode().splitlines(keepends=True)

    assert verify(b"".join(raw)).status == RIGHT
    for number in range(1, len(raw)):
        assert verify(b"".join(raw[:number])).status == RUNNING


@each_of_friends
def test_one_changed_character_is_found_in_every_line(name: str) -> None:
    random, raw = Random(name), text(name).encode().splitlines(keepends=True)

    for number, line in enumerate(raw, 1):
        at = random.randrange(len(line) - 1)
        changed = line[:at] + (b"~" if line[at : at + 1] != b"~" else b"!") + line[at + 1 :]
        assert first_problem(b"".join([*raw[: number - 1], changed, *raw[number:]]))[0] == number


@each_of_friends
def test_after_going_back_the_state_is_the_one_of_then(name: str) -> None:
    moments = list(replay(lines(name)))
    back = [moment for moment in moments if "back" in moment.line]

    assert len(back) >= 4
    assert all(moment.state == moments[moment.line["back"]].state for moment in back)


@each_of_friends
def test_the_same_is_turned_up_again(name: str) -> None:
    """Playing only what stands leads to the same end."""
    parsed = lines(name)
    gone = taken_back(len(parsed) - 2, changes_of(parsed))
    standing = [line for line in parsed[1:-1] if line["step"] not in gone and "orders" in line]
    rules, first = game(parsed[0]["game"]), next(replay(parsed))

    state = first.state
    for line in standing:
        state = rules.apply(state, {int(seat): orders for seat, orders in line["orders"].items()}).state

    result = rules.result(state)
    assert result
    assert result.to_json() == parsed[-1]["result"]


@each_of_friends
def test_names_are_those_of_the_people_who_have_the_seats(name: str) -> None:
    parsed = lines(name)
    *_, last = replay(parsed)

    assert list(last.names) == names_after(parsed) != parsed[0]["seats"]


def test_what_was_taken_back_can_come_back() -> None:
    changes: dict[int, Line] = {3: {"back": 0}, 4: {"seat": {"number": 1, "name": "B"}}, 5: {"back": 2}}

    assert taken_back(3, changes) == {1, 2}
    assert taken_back(5, changes) == {3}
    assert names_after([{"seats": ["A"]}, *changes.values()]) == ["B"]


@pytest.mark.parametrize("kind", ["back", "seat", "rules"])
def test_a_record_of_format_1_has_none_of_it(kind: str) -> None:
    parsed = lines_of_format_1(RECORDS[0])
    (line,) = [line for line in lines(FRIENDS[0]) if kind in line and "step" in line][:1] or [{}]
    parsed[4] = {**line, kind: line.get(kind, 2), "at": parsed[4]["at"], "step": 4}

    number, said = first_problem(chained(parsed))

    assert number == 5
    assert f"has the unknown key '{kind}'; a record of format 1 has only orders" in said


def test_no_friend_gives_orders_in_a_record_of_format_1() -> None:
    parsed = lines_of_format_1(RECORDS[0])
    parsed[4]["by"] = {min(parsed[4]["orders"]): "friend"}

    assert first_problem(chained(parsed))[0] == 5


@pytest.mark.parametrize("name", RECORDS[:1] + RECORDS[-1:])
def test_a_match_of_format_1_is_as_right_in_format_2(name: str) -> None:
    parsed = lines_of_format_1(name)
    parsed[0]["chasqui"] = 2

    assert verify(chained(parsed)).status == RIGHT


@settings(max_examples=settings().max_examples // 5)
@given(
    name=st.sampled_from(["tikal", "incan-gold"]),
    text=st.text(st.sampled_from("abcdef"), min_size=1),
    players=st.sampled_from(["bots", "random"]),
    wishes=st.builds(Wishes, st.integers(0, 12), st.integers(0, 5), st.integers(0, 3), st.just(0)),
)
def test_any_chain_of_going_back_and_forth_verifies(
    name: str, text: str, players: str, wishes: Wishes
) -> None:
    record = play_match(name, 3, {}, text, players, wishes)

    verdict = verify(record.text().encode())

    assert (verdict.status, verdict.problems) == (RIGHT, [])
    assert sum("back" in line for line in verdict.lines) == wishes.taken_back
    assert sum("seat" in line for line in verdict.lines) == wishes.new_hands
