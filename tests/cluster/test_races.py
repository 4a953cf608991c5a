"""Two processes at the same moment, each with its own way to the database: one effect, and both hear it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import Session

from app.house import House
from app.models import Seat, Step
from app.services.matches import find
from app.services.matches.match_view import orders_of, steps_of
from app.services.people import accounts
from app.services.play import clocks
from app.services.play.clocks import oldest_overdue
from app.services.upkeep import fsck
from tests.app.post.sink import Sink
from tests.app.services.houses import (
    asks,
    bot_orders,
    friend,
    letters,
    new_house,
    opened,
    order,
    pass_time,
    read,
    seen,
)
from tests.cluster.rivals import AnswerInvitation, Leave, Rivals, Submit, ring, send
from tests.lengths import long
from tests.servers import until

HOUR = 3600

# Two meet at the very moment only now and then.
often = pytest.mark.parametrize("times", [10, long(100)])


@pytest.fixture
def house(tmp_path: Path, database_url: str) -> Iterator[House]:
    house = new_house(tmp_path, database_url)
    yield house
    house.db.close()


@pytest.fixture(scope="module")
def two() -> Iterator[Rivals]:
    """For all tests: to start a process takes longer than a race."""
    with Rivals() as rivals:
        yield rivals


@pytest.fixture
def rivals(two: Rivals, house: House) -> Iterator[Rivals]:
    two.enter(house.settings)
    yield two
    two.leave()


def steps(house: House, code: str) -> list[Step]:
    with house.db.reading() as session:
        return steps_of(session, find.by_code(session, code))


def orders(house: House, code: str) -> list[dict[int, str]]:
    """By step."""
    return list(orders_of(steps(house, code)))


def going_on(house: House, code: str, fresh: Callable[[], str]) -> str:
    return code if code and read(house, code).status == "running" else fresh()


# --- Orders ---


@often
@pytest.mark.parametrize("same", [True, False], ids=["the same orders", "different orders"])
def test_of_two_orders_for_one_ask_one_is_played_and_both_get_its_receipt(
    house: House, rivals: Rivals, same: bool, times: int
) -> None:
    code = ""
    for _ in range(times):
        code = going_on(house, code, lambda: opened(house, "tikal", 2))
        match = read(house, code)
        asked = asks(house, code)[0].seat
        first = second = bot_orders(house, code, asked)
        if not same:
            second = next((text for text in seen(house, code, asked)["examples"] if text != first), first)
        before = orders(house, code)

        one, two = rivals.at_once(
            Submit(code, asked, match.turn, match.steps, first),
            Submit(code, asked, match.turn, match.steps, second),
        )

        assert one[0] == two[0]
        assert [one[1], two[1]].count(True) == 1
        assert orders(house, code) == [*before, {asked: one[0].orders}]


@often
def test_of_two_equal_sealed_answers_of_one_seat_both_get_one_receipt(
    house: House, rivals: Rivals, times: int
) -> None:
    code = ""
    for _ in range(times):
        code = going_on(house, code, lambda: opened(house, "incan-gold", 3))
        match = read(house, code)
        waiting = [ask.seat for ask in asks(house, code) if not ask.answered_at]
        answer = Submit(code, waiting[0], match.turn, match.steps, bot_orders(house, code, waiting[0]))

        one, two = rivals.at_once(answer, answer)

        assert one[0] == two[0]
        assert [one[1], two[1]].count(True) == 1
        after = read(house, code)
        moved_on = after.turn == match.turn + 1 or after.status == "over"
        assert moved_on == (len(waiting) == 1)


@often
def test_the_last_two_sealed_answers_at_once_resolve_the_turn_once(
    house: House, rivals: Rivals, times: int
) -> None:
    code, turns = "", 0
    while turns < times:
        code = going_on(house, code, lambda: opened(house, "incan-gold", 4))
        match = read(house, code)
        asked = [ask.seat for ask in asks(house, code)]
        choice = {number: bot_orders(house, code, number) for number in asked}
        for early in asked[:-2]:
            order(house, code, early, choice[early])
        if len(asked) == 1:
            order(house, code, asked[0], choice[asked[0]])
            continue
        before = orders(house, code)

        last = [Submit(code, number, match.turn, match.steps, choice[number]) for number in asked[-2:]]
        told = rivals.at_once(*last)

        assert [(receipt.orders, again) for receipt, again in told] == [
            (choice[number], False) for number in asked[-2:]
        ]
        assert orders(house, code) == [*before, choice]
        assert not [ask for ask in asks(house, code) if ask.answered_at or ask.turn == match.turn]
        turns += 1


# --- Clocks ---


@often
def test_a_clock_that_two_ring_at_once_reminds_once(house: House, rivals: Rivals, times: int) -> None:
    codes = [opened(house, "incan-gold", 3, ask_seconds=10 * HOUR) for _ in range(times)]
    asked = 3 * times

    for hours, so_far in ((5, {"half": asked}), (3, {"half": asked, "fifth": asked})):
        for code in codes:
            pass_time(house, code, hours=hours)
        rivals.at_once(ring, ring)

        assert Counter(letter.facts["which"] for letter in letters(house, "reminder")) == so_far


@often
def test_a_clock_that_two_ring_at_once_answers_once(house: House, rivals: Rivals, times: int) -> None:
    more = {"ask_seconds": HOUR, "policy": "automatic"}
    games = [("incan-gold", 3), ("tikal", 2)] * (times // 2)
    codes = [opened(house, name, size, **more) for name, size in games]
    for code in codes:
        pass_time(house, code, hours=1)

    rivals.at_once(ring, ring)

    for code, (_, size) in zip(codes, games, strict=True):
        played = orders(house, code)
        assert len({step.turn for step in steps(house, code)[1:]}) == 1, "the next decision has its own time"
        assert set().union(*played) == ({1} if size == 2 else {1, 2, 3})
        assert {ask.turn for ask in asks(house, code)} == {2}
        assert len(asks(house, code)) == (1 if size == 2 else len(seen(house, code)["asks"]))


@often
def test_bots_that_two_call_at_once_play_the_match_once(house: House, rivals: Rivals, times: int) -> None:
    codes = [opened(house, guests=["bot", "bot"]) for _ in range(times // 2)]
    for turn in range(1, 6):
        waiting = [code for code in codes if read(house, code).status == "running"]
        before = {code: read(house, code) for code in waiting}
        for code in waiting:
            if 1 in {ask.seat for ask in asks(house, code)}:
                order(house, code, 1, "torch")
        assert until(lambda: not sum(rivals.at_once(ring, ring)))

        for code in waiting:
            assert read(house, code).turn > before[code].turn, f"stands still in round {turn}"
    for code in codes:
        turns = [step.turn for step in steps(house, code)[1:-1]]
        assert len(turns) == len(set(turns)), "a turn was resolved twice"


@often
def test_who_leaves_for_good_while_answering_stops_no_clock(house: House, rivals: Rivals, times: int) -> None:
    codes = []
    for _ in range(times):
        codes.append(opened(house, size=3, guests=["", "bot"], ask_seconds=None))
        assert until(lambda: not clocks.ring_due(house))
        match, bo = read(house, codes[-1]), friend(house, "Bo")
        order(house, codes[-1], 1, "torch")

        rivals.at_once(Leave(bo), Submit(codes[-1], 2, match.turn, match.steps, "camp"))

        assert until(lambda: not clocks.ring_due(house)), "a clock rings for ever"
        assert {ask.seat for ask in asks(house, codes[-1]) if not ask.answered_at} == {1}
        assert not overdue(house)
    assert fsck_finds(house) == []


def overdue(house: House) -> object:
    with house.db.reading() as session:
        return oldest_overdue(session)


def fsck_finds(house: House) -> list[str]:
    with house.db.reading() as session:
        return fsck.check(session, house)


# --- Letters ---


@often
def test_two_senders_at_once_send_each_letter_once(house: House, two: Rivals, sink: Sink, times: int) -> None:
    def put(session: Session) -> None:
        for number in range(2 * times):
            accounts.ask_to_sign_in(session, house, f"ana{number}@example.org")

    house.db.write(put)

    two.enter(replace(house.settings, smtp_url=sink.url))
    two.at_once(send, send)
    two.leave()

    ids = Counter(str(message["Message-ID"]) for message in sink.messages)
    assert len(ids) == 2 * times
    assert set(ids.values()) == {1}
    assert all(letter.sent_at and not letter.due_at for letter in letters(house))


# --- Invitations ---


@often
def test_who_accepts_twice_at_once_sits_down_once(house: House, rivals: Rivals, times: int) -> None:
    for number in range(times):
        code = opened(house, size=3, guests=[f"bo{number}@example.org", "bot"])
        token = invitation(house, code)

        assert rivals.at_once(AnswerInvitation(token, True), AnswerInvitation(token, True)) == [True, True]
        assert read(house, code).status == "running"


@often
def test_of_accepting_and_declining_at_once_one_holds(house: House, rivals: Rivals, times: int) -> None:
    for number in range(times):
        code = opened(house, size=3, guests=[f"bo{number}@example.org", "bot"])
        token = invitation(house, code)

        accepted, declined = rivals.at_once(AnswerInvitation(token, True), AnswerInvitation(token, False))

        assert accepted is not declined
        assert second_seat(house, code).status == ("taken" if accepted else "empty")
        assert read(house, code).status == ("running" if accepted else "open")


def second_seat(house: House, code: str) -> Seat:
    with house.db.reading() as session:
        return find.seats_of(session, find.by_code(session, code))[1]


def invitation(house: House, code: str) -> str:
    invited = second_seat(house, code)
    return house.links.make("invitation", [invited.id, invited.key])
