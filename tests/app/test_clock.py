"""One time for all machines: on PostgreSQL, a machine's own clock may be wrong by hours."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest

from app import clock
from app.links import BadLink
from app.services.play import clocks
from tests.world import World

HOUR = 3600
SOON = timedelta(seconds=10)


@pytest.fixture(autouse=True)
def unread() -> Iterator[None]:
    """As in a process that has just begun."""
    clock._last.clear()
    yield
    clock._last.clear()


def set_machine(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    monkeypatch.setattr(clock, "machine_time", lambda: datetime.now(UTC) + timedelta(hours=hours))


def is_about_now(at: datetime | None) -> bool:
    return at is not None and abs(at - datetime.now(UTC)) < SOON


@pytest.fixture
def world(tmp_path: Path, postgres_with_tables: str) -> Iterator[World]:
    """In which the time of the database has been read."""
    made = World.new(tmp_path, postgres_with_tables)
    with made.house.reading() as session:
        session.connection()
    yield made
    made.close()


@pytest.mark.parametrize("hours", [-2, 2])
def test_asks_steps_receipts_and_letters_have_the_time_of_the_database(
    world: World, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    set_machine(monkeypatch, hours)
    friends = world.match("incan-gold", 3, ask_seconds=HOUR)
    friends.play(3)

    times = [ask.opened_at for ask in friends.asks()] + [letter.due_at for letter in world.letters()]
    times += [receipt.at for receipt in friends.receipts()]
    assert times
    assert all(map(is_about_now, times))


@pytest.mark.parametrize("hours", [-2, 2])
def test_a_wrong_clock_lets_nobody_s_time_run_out(
    world: World, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    friends = world.match("incan-gold", 3, ask_seconds=HOUR, policy="automatic")
    set_machine(monkeypatch, hours)

    clocks.ring_due_clocks(world.house)

    assert not any(ask.answered_at for ask in friends.asks())


def test_a_clock_that_is_set_while_we_run_is_noticed_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not clock.is_to_be_read()

    set_machine(monkeypatch, 2)

    assert is_about_now(clock.now())
    assert clock.is_to_be_read()
    world.friend("Ana")
    assert not clock.is_to_be_read()
    assert is_about_now(clock.now())


def test_it_is_read_again_after_a_minute(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    a_minute_ago = monotonic() - clock.AGAIN_AFTER - 1
    clock._last[0] = clock._last[0]._replace(at=a_minute_ago)

    world.friend("Ana")

    assert clock._last[0].at > a_minute_ago


def test_a_link_that_was_made_on_a_machine_a_moment_ahead_is_not_too_old(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = world.house.links
    ahead = datetime.now(UTC) + timedelta(seconds=2)
    clock.read(ahead)
    token = links.make("sign-in", [1, 1])

    clock.read(datetime.now(UTC))
    assert links.read("sign-in", token, HOUR) == [1, 1]

    clock.read(ahead + timedelta(seconds=HOUR + 2))
    with pytest.raises(BadLink):
        links.read("sign-in", token, HOUR)


def test_a_file_has_no_clock_of_its_own(world_on_sqlite: World, monkeypatch: pytest.MonkeyPatch) -> None:
    set_machine(monkeypatch, 2)
    world_on_sqlite.friend("Ana")

    assert clock.now() > datetime.now(UTC) + timedelta(hours=1)
