"""Clocks: reminders, running out, bots, and pauses."""

import pytest
from sqlmodel import Session

from app.house import House
from app.models import now
from app.services.matches import find
from app.services.people import accounts
from app.services.play import clocks, deputies, host_actions
from app.services.play.live import changing
from tests.app.services.houses import asks, bot_orders, letters, opened, order, pass_time, read, seat, seen

HOUR = 3600


def reminders(house: House) -> list[str]:
    return [letter.facts["which"] for letter in letters(house, "reminder")]


def test_nothing_rings_before_half_of_the_time(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR)
    pass_time(house, code, hours=4.9)

    assert clocks.ring_due(house) == 0
    assert reminders(house) == []


def test_reminders_come_at_half_and_at_the_last_fifth_and_once_each(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR)

    for hours in (5, 1, 1.9, 0.1, 1, 5):
        pass_time(house, code, hours=hours)
        clocks.ring_due(house)
        clocks.ring_due(house)

    assert reminders(house) == ["half", "fifth"]


def test_who_looks_late_sends_the_last_reminder_only(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR)
    pass_time(house, code, hours=9)

    clocks.ring_due(house)

    assert reminders(house) == ["fifth"]


def test_who_has_answered_is_not_reminded(house: House) -> None:
    code = opened(house, "incan-gold", 3, ask_seconds=10 * HOUR)
    order(house, code, 1, "torch")
    pass_time(house, code, hours=6)

    clocks.ring_due(house)

    assert [letter.facts["seat"] for letter in letters(house, "reminder")] == [2, 3]


def test_when_the_table_waits_nothing_happens_to_the_late(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=HOUR, policy="wait")
    pass_time(house, code, hours=100)

    clocks.ring_due(house)

    assert read(house, code).steps == 1
    assert asks(house, code)[0].rings_at is None


def test_an_automatic_order_is_given_when_time_and_bank_are_used_up(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=HOUR, bank_seconds=HOUR, policy="automatic")
    pass_time(house, code, hours=1.9)
    clocks.ring_due(house)
    before = read(house, code).steps

    pass_time(house, code, hours=0.1)
    clocks.ring_due(house)

    assert before == 1
    (told,) = {said.by for step in seen(house, code).history[1:] for said in step.orders}
    assert told == "clock"
    assert [ask.seat for ask in asks(house, code)] == [2]
    assert seat(house, code, 1).bank_left == 0


def test_the_bank_runs_down_only_past_the_time_of_an_ask(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR, bank_seconds=10 * HOUR)
    pass_time(house, code, hours=9)
    order(house, code, 1, bot_orders(house, code, 1))
    pass_time(house, code, hours=13)
    order(house, code, 2, bot_orders(house, code, 2))

    assert seat(house, code, 1).bank_left == 10 * HOUR
    assert 7 * HOUR - 60 <= seat(house, code, 2).bank_left <= 7 * HOUR


def test_a_submission_in_crumbs_does_not_wind_the_clock_up(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR)
    pass_time(house, code, hours=8)
    (before,) = asks(house, code)

    order(house, code, 1, seen(house, code, 1).examples[0])

    assert asks(house, code)[0].due_at == before.due_at


def test_a_bot_plays_until_the_person_is_back(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=HOUR, policy="bot")
    pass_time(house, code, hours=1)

    clocks.ring_due(house)

    assert reminders(house) == ["away"]
    assert seat(house, code, 1).deputy
    assert {said.by for step in seen(house, code).history[1:] for said in step.orders} == {"deputy"}
    house.db.write(lambda session: deputies.come_back(session, house, code, 1))
    assert not seat(house, code, 1).deputy


def test_who_gives_orders_is_back(house: House) -> None:
    code = opened(house, "incan-gold", 3, ask_seconds=HOUR, policy="bot")
    pass_time(house, code, hours=1)
    clocks.ring_due(house)
    turn = read(house, code).turn
    if read(house, code).status == "running" and turn > 1:
        order(house, code, 1, "torch")
        assert not seat(house, code, 1).deputy


@pytest.mark.parametrize(("name", "seats"), [("tikal", 2), ("incan-gold", 3)])
def test_bots_play_without_anybody(house: House, name: str, seats: int) -> None:
    code = opened(house, name, seats, guests=["bot"] * (seats - 1), ask_seconds=HOUR, policy="automatic")

    while read(house, code).status == "running":
        pass_time(house, code, hours=2)
        assert clocks.ring_due(house)

    assert read(house, code).result


def test_a_match_that_cannot_go_on_holds_up_no_other(house: House, caplog: pytest.LogCaptureFixture) -> None:
    broken, fine = (
        opened(house, "tikal", 2, ask_seconds=HOUR, policy="automatic", title=title)
        for title in ("one", "two")
    )

    def spoil(session: Session) -> None:
        find.by_code(session, broken).state = {}

    house.db.write(spoil)
    for code in (broken, fine):
        pass_time(house, code, hours=2)

    assert clocks.ring_due(house) == 1
    assert [ask.seat for ask in asks(house, fine)] == [2]
    assert "could not be rung" in caplog.text

    caplog.clear()
    clocks.ring_due(house)
    assert not caplog.text, "it was tried again at once"

    clocks.ring_due(house, at=now() + clocks.AGAIN)
    assert "could not be rung" in caplog.text


def test_no_clock_at_all(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=None, policy="automatic")
    pass_time(house, code, days=1000)

    assert clocks.ring_due(house) == 0
    assert asks(house, code)[0].due_at is None


def test_a_pause_keeps_the_time_left(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR, policy="automatic")
    host = read(house, code).host_id
    pass_time(house, code, hours=6)
    clocks.ring_due(house)
    left = (asks(house, code)[0].due_at or now()) - now()
    house.db.write(lambda session: host_actions.pause(session, house, code, host))
    pass_time(house, code, hours=50)

    assert clocks.ring_due(house) == 0
    house.db.write(lambda session: host_actions.resume(session, house, code, host))

    after = (asks(house, code)[0].due_at or now()) - now()
    assert abs((after - left).total_seconds() + 50 * HOUR - 50 * HOUR) < 60
    assert clocks.ring_due(house) == 0
    assert reminders(house) == ["half"]
    assert len(letters(house, "paused")) == len(letters(house, "resumed")) == 2


def test_an_old_link_of_a_former_player_brings_nobody_back(house: House) -> None:
    code = opened(house, "incan-gold", 3, ask_seconds=None)
    person = seat(house, code, 1).player_id or 0
    house.db.write(lambda session: accounts.forget(session, house, person))

    order(house, code, 1, "torch")

    assert seat(house, code, 1).deputy


def test_a_former_players_seat_is_played_by_a_bot(house: House) -> None:
    code = opened(house, "tikal", 2, ask_seconds=None)
    person = seat(house, code, 1).player_id or 0
    house.db.write(lambda session: accounts.forget(session, house, person))

    clocks.ring_due(house)

    assert asks(house, code)[0].seat == 2
    assert seen(house, code).names == ["a former player", "Bo"]
    assert read(house, code).host_id == seat(house, code, 2).player_id


def test_a_pause_takes_nothing_from_the_bank_and_gives_nothing_back(house: House) -> None:
    code = opened(house, "incan-gold", 3, ask_seconds=10 * HOUR, bank_seconds=10 * HOUR)
    host = read(house, code).host_id
    pass_time(house, code, hours=14)
    order(house, code, 1, "torch")
    house.db.write(lambda session: host_actions.pause(session, house, code, host))
    pass_time(house, code, hours=3)
    house.db.write(lambda session: host_actions.resume(session, house, code, host))

    for number in (2, 3):
        order(house, code, number, "torch")

    left = [seat(house, code, number).bank_left for number in (1, 2, 3)]
    assert all(6 * HOUR - 60 <= seconds <= 6 * HOUR for seconds in left)


def test_when_all_are_away_bots_take_the_time_that_people_have(house: House) -> None:
    """A weekend without anybody is not the end of the match."""
    code = opened(house, "tikal", 2, ask_seconds=10 * HOUR, policy="bot")
    first = read(house, code).turn

    def turns_after(hours: float) -> int:
        pass_time(house, code, hours=hours)
        while clocks.ring_due(house):
            pass
        return read(house, code).turn - first

    assert [turns_after(10), turns_after(10)] == [1, 2], "each is waited for once"
    assert all(seat(house, code, number).deputy for number in (1, 2))
    assert [turns_after(9), turns_after(1), turns_after(10)] == [2, 3, 4]

    house.db.write(lambda session: deputies.come_back(session, house, code, 1))
    order(house, code, 1, bot_orders(house, code, 1))
    assert turns_after(0) == 6, "who is back does not wait for who is away"


def test_who_is_back_waits_for_no_bot_that_has_a_seat_of_its_own(house: House) -> None:
    code = opened(house, "incan-gold", 3, ask_seconds=10 * HOUR, policy="bot")

    def leave(session: Session) -> None:
        with changing(session, house, code) as live:
            live.seats[3].bot = True
            live.seats[1].deputy = live.seats[2].deputy = True
            for ask in live.asks.values():
                ask.rings_at = ask.due_at

    house.db.write(leave)
    assert clocks.ring_due(house) == 0

    house.db.write(lambda session: deputies.come_back(session, house, code, 1))

    assert clocks.ring_due(house) == 2
    assert [ask.seat for ask in asks(house, code) if not ask.answered_at] == [1]
