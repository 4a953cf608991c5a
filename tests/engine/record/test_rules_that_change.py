"""A game with two versions of its rules: the toy game, in which version 2 allows to take more."""

import pytest

from app.commands import random
from app.commands.random import play_match
from engine.chance import commitment
from engine.random_friends import Wishes
from engine.record import Opening, Record, replay
from engine.registry import GAMES, game, meta
from engine.verify import RIGHT, RUNNING, WRONG, verify

SEED, SALTS, AT = bytes(32), ["a", "b"], "2026-11-18T10:00:00Z"


@pytest.fixture(autouse=True)
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pebbles", "tests.pebbles")


def begun(rules: int = 1) -> Record:
    record = Record()
    names = ["Ana", "Bo"]
    record.begin(Opening("pebbles", names, {}, SALTS, commitment(SEED), AT, rules))
    return record


def ended(record: Record) -> bytes:
    record.end(AT, SEED, None)
    return record.text().encode()


def test_a_match_begins_with_the_newest_rules() -> None:
    opening = Opening("pebbles", ["Ana", "Bo"], {}, SALTS, commitment(SEED), AT)

    assert opening.line()["rules"] == meta("pebbles").rules == 2


def test_a_match_is_checked_by_the_rules_that_it_began_with() -> None:
    verdicts = []
    for rules in (1, 2):
        record = begun(rules)
        record.step(1, AT, {1: "take 4"})
        verdicts.append(verify(ended(record)))

    assert [verdict.status for verdict in verdicts] == [WRONG, RIGHT]
    assert verdicts[0].problems == [(2, "Take 1 to 3.")]


def test_from_a_line_with_rules_on_these_are_in_force() -> None:
    record = begun()
    record.step(1, AT, {1: "take 3"})
    record.rules(2, AT, 2, [2, 1])
    record.step(3, AT, {2: "take 4"})

    verdict = verify(ended(record))

    assert verdict.status == RIGHT, verdict.problems
    assert verdict.lines[2]["agreed"] == [1, 2]


def test_the_state_stays_as_it_is() -> None:
    record = begun()
    record.step(1, AT, {1: "take 3"})
    record.rules(2, AT, 2, [1])

    before, after = list(replay(verify(ended(record)).lines))[-2:]

    assert after.state == before.state._replace(rules=2)
    assert game("pebbles").from_json(game("pebbles").to_json(after.state), None) == after.state


def test_the_match_does_not_go_back_to_before_its_new_rules() -> None:
    record = begun()
    record.step(1, AT, {1: "take 3"})
    record.rules(2, AT, 2, [1])
    record.step(3, AT, {2: "take 4"})
    record.back(4, AT, 1, [1])

    assert verify(record.text().encode()).problems == [
        (5, "goes back to 1, and should go back to a step from 2 to 2")
    ]


def test_the_match_goes_back_to_the_step_that_changed_its_rules() -> None:
    record = begun()
    record.rules(1, AT, 2, [1])
    record.step(2, AT, {1: "take 4"})
    record.back(3, AT, 1, [1])
    record.step(4, AT, {1: "take 4"})

    assert verify(record.text().encode()).status == RUNNING
    assert verify(ended(record)).status == RIGHT


def test_after_new_rules_there_is_nothing_to_take_back_at_first() -> None:
    record = begun()
    record.step(1, AT, {1: "take 3"})
    record.rules(2, AT, 2, [1])
    record.back(3, AT, 2, [1])

    (problem,) = verify(record.text().encode()).problems

    assert problem == (4, "goes back, but there is nothing to take back since step 2 changed the rules")


@pytest.mark.parametrize("rules", [0, 1, 2, 3])
def test_rules_only_move_on_and_only_to_what_the_game_has(rules: int) -> None:
    record = begun(2)
    record.rules(1, AT, rules, [1])

    assert verify(record.text().encode()).problems[0][0] == 2


def test_a_record_that_begins_with_rules_that_are_not_known_is_refused() -> None:
    assert "known are 1 to 2" in verify(begun(3).text().encode()).problems[0][1]


# --- Records to keep, from ./chasqui random ---


@pytest.mark.parametrize("back", [0, 1, 5])
@pytest.mark.parametrize("text", ["a", "b", "c"])
def test_a_random_match_moves_on_to_newer_rules(text: str, back: int) -> None:
    record = play_match("pebbles", 3, {}, text, "random", Wishes(taken_back=back, new_rules=1), 1)

    verdict = verify(record.text().encode())

    assert (verdict.status, verdict.problems) == (RIGHT, [])
    assert [line["rules"] for line in verdict.lines if "rules" in line] == [1, 2]
    assert sum("back" in line for line in verdict.lines) == back


@pytest.mark.parametrize("rules", [1, 2])
def test_a_random_match_is_played_by_the_version_that_was_asked_for(
    rules: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert random.main(["pebbles", "--rules", str(rules), "--seed", "a"]) == 0

    verdict = verify(capsys.readouterr().out.encode())
    assert (verdict.status, verdict.lines[0]["rules"]) == (RIGHT, rules)


@pytest.mark.parametrize("asked", [["--rules", "0"], ["--rules", "3"], ["--new-rules", "1"]])
def test_a_version_that_is_not_there_is_refused(asked: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        random.main(["pebbles", *asked])

    assert "has the versions 1 to 2 of its rules" in capsys.readouterr().err
