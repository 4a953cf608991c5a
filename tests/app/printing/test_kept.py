"""What is kept is bounded, and what was asked for lately stays."""

from app.printing.kept import Kept


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept = Kept[int, str](100)

    for number in range(1000):
        kept.put(number, "x", 7)

        assert kept.size <= 100
        assert kept.get(number) == "x"


def test_what_is_asked_for_again_and_again_stays() -> None:
    kept = Kept[int, str](100)
    kept.put(-1, "x", 10)

    for number in range(1000):
        kept.put(number, "y", 10)

        assert kept.get(-1) == "x"
    assert kept.get(0) is None


def test_what_is_too_large_is_not_kept() -> None:
    kept = Kept[int, str](100)
    kept.put(1, "x", 40)

    kept.put(2, "y", 101)

    assert kept.get(1) == "x"
    assert kept.get(2) is None
