"""The limits, and how settings change them."""

import pytest

from app.limits import DEFAULTS, Rate, limits_with, read_rates
from app.settings import WrongSetting, read_settings


def test_a_rate_is_read() -> None:
    assert read_rates("10/10min+40/d") == (Rate(10, 600), Rate(40, 86400))


def test_settings_change_one_limit_and_leave_the_others() -> None:
    changed = limits_with(("talk.seat=60/h",))

    assert changed["talk.seat"].rates == (Rate(60, 3600),)
    assert {name for name in DEFAULTS if changed[name] != DEFAULTS[name]} == {"talk.seat"}


@pytest.mark.parametrize("wrong", ["talk=60/h", "talk.seat", "talk.seat=0/h", "talk.seat=60"])
def test_a_limit_that_makes_no_sense_is_refused(wrong: str) -> None:
    with pytest.raises(WrongSetting, match="CHASQUI_LIMITS"):
        read_settings({"CHASQUI_LIMITS": wrong})


def test_the_owner_of_a_mailbox_can_always_get_a_link_that_works() -> None:
    """However often others ask: an hour after the last letter at the latest the next one may leave."""
    assert all(rate.each <= 3600 for rate in DEFAULTS["sign-in.mailbox"].rates)
