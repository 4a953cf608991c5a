"""How often somebody may come."""

from app.post.rate_limit import RateLimit


def test_so_many_times_at_once_and_then_again_with_time() -> None:
    pace = RateLimit(3, seconds=60)

    assert [pace.allows("bo", 0) for _ in range(4)] == [True, True, True, False]
    assert [pace.allows("bo", 20), pace.allows("bo", 20)] == [True, False]


def test_one_does_not_pay_for_another() -> None:
    pace = RateLimit(1, seconds=60)

    assert pace.allows("bo", 0)
    assert pace.allows("cy", 0)


def test_a_player_who_was_away_for_long_has_no_more_than_anybody() -> None:
    pace = RateLimit(2, seconds=60)
    pace.allows("bo", 0)

    assert [pace.allows("bo", 10_000) for _ in range(3)] == [True, True, False]


def test_only_so_many_are_remembered() -> None:
    pace = RateLimit(1, seconds=60, remembered=2)
    for who in ("bo", "cy", "di"):
        pace.allows(who, 0)

    assert not pace.allows("cy", 0)
    assert pace.allows("bo", 0)  # forgotten, so that no crowd fills the memory
