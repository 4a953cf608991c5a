"""When letters leave: wishes, quiet hours and digests; and that nobody loses a turn through them."""

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.words import MailWay
from app.models import Ask, Player
from app.services.deadlines import half_time, last_fifth_begins
from app.services.outbox.kinds import KINDS
from app.services.outbox.quiet_hours import is_quiet
from app.services.outbox.schedule import Fate, InDigest, Leave, Skip, Wait, decide_fate
from tests.app.services.outbox.wall_clock import hours, moments, warsaw

HOUR = timedelta(hours=1)
NIGHT: dict[str, Any] = {"quiet_from": 22, "quiet_to": 7}


def reader(mail: MailWay = "each", **wishes: Any) -> Player:
    return Player(email="ana@example.org", zone=wishes.pop("zone", "Europe/Warsaw"), mail=mail, **wishes)


def asked(opened_at: datetime, time: timedelta | None) -> Ask:
    due_at = opened_at + time if time else None
    return Ask(match_id=1, seat=1, turn=1, kind="x", opened_at=opened_at, due_at=due_at)


def at_night(kind: str, **more: Any) -> Fate:
    return decide_fate(kind, reader(**NIGHT), warsaw("2026-11-18 23:00"), **more)


# --- Quiet hours ---


@pytest.mark.parametrize(
    "kind", ["started", "paused", "resumed", "result", "invitation", "resting", "digest"]
)
def test_news_wait_for_the_end_of_quiet_hours(kind: str) -> None:
    assert at_night(kind) == Wait(warsaw("2026-11-19 07:00"))


@pytest.mark.parametrize("kind", ["sign_in", "reply", "receipt", "refused"])
def test_what_answers_somebody_comes_at_once(kind: str) -> None:
    assert at_night(kind) == Leave()


def test_a_turn_waits_for_the_morning_but_the_last_reminder_does_not() -> None:
    ask = asked(warsaw("2026-11-18 20:00"), 72 * HOUR)

    assert at_night("your_turn", ask=ask) == Wait(warsaw("2026-11-19 07:00"))
    assert at_night("reminder", ask=ask, which="half") == Wait(warsaw("2026-11-19 07:00"))
    assert at_night("reminder", ask=ask, which="fifth") == Leave()
    assert at_night("reminder", which="away") == Wait(warsaw("2026-11-19 07:00"))


def test_by_day_everything_leaves() -> None:
    for kind in KINDS:
        assert decide_fate(kind, reader(**NIGHT), warsaw("2026-11-18 12:00")) == Leave()


def test_quiet_hours_are_those_of_the_zone() -> None:
    at = datetime(2026, 11, 18, 23, tzinfo=UTC)

    assert decide_fate("result", reader(zone="America/Lima", **NIGHT), at) == Leave()
    assert decide_fate("result", reader(zone="Asia/Kolkata", **NIGHT), at) == Wait(
        datetime(2026, 11, 19, 1, 30, tzinfo=UTC)
    )


# --- One digest a day ---


def test_news_are_told_in_the_digest() -> None:
    fate = decide_fate("result", reader("digest", digest_hour=8), warsaw("2026-11-18 12:00"))

    assert fate == InDigest(warsaw("2026-11-19 08:00"), warsaw("2026-11-19 08:00").date())


@pytest.mark.parametrize("kind", ["sign_in", "reply", "receipt", "refused", "invitation", "resting"])
def test_what_is_no_news_of_a_match_comes_by_itself(kind: str) -> None:
    assert decide_fate(kind, reader("digest"), warsaw("2026-11-18 12:00")) == Leave()


def test_a_turn_that_the_digest_would_tell_too_late_comes_by_itself() -> None:
    at, who = warsaw("2026-11-18 12:00"), reader("digest", digest_hour=8)

    assert isinstance(decide_fate("your_turn", who, at, ask=asked(at, 25 * HOUR)), InDigest)
    assert decide_fate("your_turn", who, at, ask=asked(at, 24 * HOUR)) == Leave()
    assert isinstance(decide_fate("your_turn", who, at, ask=asked(at, None)), InDigest)


# --- Only long turns ---


def test_a_turn_of_a_player_who_wants_long_ones_only_waits_from_its_opening() -> None:
    opened_at = warsaw("2026-11-18 08:00")
    who, ask = reader("late", late_hours=12), asked(opened_at, 72 * HOUR)

    assert decide_fate("your_turn", who, opened_at + HOUR, ask=ask) == Wait(warsaw("2026-11-18 20:00"))
    assert decide_fate("your_turn", who, opened_at + 12 * HOUR, ask=ask) == Leave()
    assert decide_fate("resumed", who, opened_at + HOUR, ask=ask) == Wait(warsaw("2026-11-18 20:00"))


def test_a_reminder_of_a_player_who_wants_long_turns_only_waits_too() -> None:
    opened_at = warsaw("2026-11-18 08:00")
    who, ask = reader("late", late_hours=12), asked(opened_at, 20 * HOUR)

    assert decide_fate("reminder", who, opened_at + 10 * HOUR, "half", ask) == Wait(
        warsaw("2026-11-18 20:00")
    )


def test_a_player_who_wants_long_turns_only_is_spared_the_news_but_not_the_result() -> None:
    at, who = warsaw("2026-11-18 12:00"), reader("late")

    for kind in ("started", "paused", "resumed"):
        assert decide_fate(kind, who, at) == Skip("wants letters about long turns only")
    assert decide_fate("result", who, at) == Leave()


def test_no_turn_waits_past_its_last_fifth() -> None:
    opened_at = warsaw("2026-11-18 08:00")
    ask = asked(opened_at, 10 * HOUR)

    assert decide_fate("your_turn", reader("late", late_hours=12), opened_at, ask=ask) == Wait(
        opened_at + 8 * HOUR
    )


def test_before_a_night_in_which_it_would_be_lost_a_turn_is_told_in_the_evening() -> None:
    opened_at = warsaw("2026-11-18 20:00")
    who, ask = reader("late", late_hours=12, **NIGHT), asked(opened_at, 10 * HOUR)

    assert decide_fate("your_turn", who, opened_at, ask=ask) == Wait(warsaw("2026-11-18 21:00"))
    assert decide_fate("your_turn", who, opened_at + 1.5 * HOUR, ask=ask) == Leave()


def test_a_turn_that_begins_in_a_night_and_ends_in_it_is_told_by_the_last_reminder() -> None:
    opened_at = warsaw("2026-11-18 23:00")
    ask = asked(opened_at, 5 * HOUR)
    fate = at_night("your_turn", ask=ask)

    assert fate == Wait(last_fifth_begins(ask) + timedelta(minutes=1))
    ask.fifth_for = ask.due_at
    assert decide_fate("your_turn", reader(**NIGHT), last_fifth_begins(ask), ask=ask) == Skip(
        "told in the last reminder"
    )


def test_without_the_last_reminder_the_letter_about_the_turn_stands_in() -> None:
    ask = asked(warsaw("2026-11-18 23:00"), 5 * HOUR)

    assert (
        decide_fate("your_turn", reader(**NIGHT), last_fifth_begins(ask) + timedelta(minutes=1), ask=ask)
        == Leave()
    )


def test_nothing_reminds_of_a_turn_before_it_was_told() -> None:
    opened_at = warsaw("2026-11-18 08:00")
    fate = decide_fate(
        "reminder", reader(), opened_at + 5 * HOUR, "half", asked(opened_at, 10 * HOUR), waits=True
    )

    assert isinstance(fate, Skip)


# --- Whatever somebody wishes ---


class Left(NamedTuple):
    at: datetime
    which: str


def leaves(
    kind: str, who: Player, ask: Ask, written: datetime, which: str = "", waits: bool = False
) -> list[Left]:
    """When a letter leaves, looked at whenever it is due; the clock writes the last reminder in time."""
    at = written
    for _ in range(10):
        ask.fifth_for = ask.due_at if ask.due_at and at >= last_fifth_begins(ask) else None
        fate = decide_fate(kind, who, at, which, ask, waits)
        if isinstance(fate, Skip):
            return []
        if isinstance(fate, Leave):
            return [Left(at, which or kind)]
        assert fate.until > at
        if isinstance(fate, InDigest):
            return [Left(fate.until, "digest")]
        at = fate.until
    raise AssertionError("it waits for ever")


def all_letters(who: Player, ask: Ask) -> list[Left]:
    told = leaves("your_turn", who, ask, ask.opened_at)
    if not ask.due_at:
        return told
    waits = bool(told) and told[0].at > half_time(ask)
    return [
        *told,
        *leaves("reminder", who, ask, half_time(ask), "half", waits),
        *leaves("reminder", who, ask, last_fifth_begins(ask), "fifth"),
    ]


wishes = st.builds(
    reader,
    st.sampled_from(["each", "digest", "late"]),
    zone=st.sampled_from(["Europe/Warsaw", "Asia/Kolkata", "Australia/Lord_Howe", "America/Nuuk"]),
    digest_hour=hours,
    late_hours=st.integers(1, 168),
    quiet_from=st.none() | hours,
    quiet_to=st.none() | hours,
)
times = st.integers(1, 60 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


@given(wishes, moments, times)
def test_some_letter_about_every_turn_leaves_in_time_and_none_in_quiet_hours(
    who: Player, opened_at: datetime, time: timedelta
) -> None:
    ask = asked(opened_at, time)
    told = all_letters(who, ask)

    assert ask.due_at
    assert any(left.at < ask.due_at for left in told)
    assert not [left for left in told if left.which != "fifth" and is_quiet(who, left.at)]
    assert not [left for left in told if left.which != "fifth" and left.at > last_fifth_begins(ask)]


@given(wishes, moments)
def test_without_a_clock_every_turn_is_told(who: Player, opened_at: datetime) -> None:
    (left,) = all_letters(who, asked(opened_at, None))

    assert not is_quiet(who, left.at)
    assert left.at - opened_at <= timedelta(hours=who.late_hours if who.mail == "late" else 0) + 52 * HOUR


@given(wishes, moments, times)
def test_even_when_the_clock_does_not_ring_a_turn_is_told(
    who: Player, opened_at: datetime, time: timedelta
) -> None:
    ask, at = asked(opened_at, time), opened_at
    while isinstance(fate := decide_fate("your_turn", who, at, ask=ask), Wait):
        assert fate.until > at
        at = fate.until

    assert ask.due_at
    assert (fate.until if isinstance(fate, InDigest) else at) < ask.due_at
