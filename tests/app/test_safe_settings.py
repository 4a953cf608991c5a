"""Safe defaults: what is right on one's own machine is refused where others reach the site."""

from pathlib import Path

import pytest

from app.settings import Settings, WrongSetting, read_settings

KEY = "a key of the tests that is long enough"
HERE = ("http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "http://127.9.9.9")
AWAY = ("https://play.example", "https://10.0.0.7", "https://localhost.example", "https://127.0.0.1.nip.io")


@pytest.mark.parametrize("key", ["short", "k" * 40, "changeme" * 5, "0123456789" * 4])
@pytest.mark.parametrize("mode", ["embedded", "production"])
def test_a_weak_key_is_refused_with_what_to_type(mode: str, key: str) -> None:
    with pytest.raises(WrongSetting, match=r"type: export CHASQUI_KEYS=\$\(openssl rand"):
        read_settings({"CHASQUI_MODE": mode, "CHASQUI_KEYS": f"{KEY},{key}"})


@pytest.mark.parametrize("url", HERE)
def test_a_site_cannot_have_an_address_of_this_machine_only(url: str) -> None:
    site = {"CHASQUI_MODE": "production", "CHASQUI_KEYS": KEY, "CHASQUI_SMTP_URL": "smtp://mail.example"}

    with pytest.raises(WrongSetting, match=r"only this machine can reach; .*Type: export CHASQUI_URL=https:"):
        read_settings({**site, "CHASQUI_URL": url})


@pytest.mark.parametrize("mode", ["embedded", "production"])
def test_what_others_reach_is_reached_over_tls(mode: str) -> None:
    site = {"CHASQUI_MODE": mode, "CHASQUI_KEYS": KEY, "CHASQUI_SMTP_URL": "smtp://mail.example"}

    with pytest.raises(WrongSetting, match=r"Type: export CHASQUI_URL=https://play\.example"):
        read_settings({**site, "CHASQUI_URL": "http://play.example:8000"})


@pytest.mark.parametrize("url", AWAY)
def test_what_others_reach_sends_its_letters(url: str) -> None:
    with pytest.raises(WrongSetting, match="CHASQUI_SMTP_URL is not set"):
        read_settings({"CHASQUI_KEYS": KEY, "CHASQUI_URL": url})


@pytest.mark.parametrize("url", HERE)
def test_on_ones_own_machine_nothing_has_to_be_set(tmp_path: Path, url: str) -> None:
    assert read_settings({"CHASQUI_DATA": str(tmp_path), "CHASQUI_URL": url}).shows_mailbox


@pytest.mark.parametrize("url", AWAY)
def test_letters_are_shown_only_where_the_site_is_of_this_machine(url: str) -> None:
    assert not Settings(url=url).shows_mailbox


def test_proxies_are_addresses_or_networks(tmp_path: Path) -> None:
    given = {"CHASQUI_DATA": str(tmp_path), "CHASQUI_PROXIES": "127.0.0.1, 10.1.2.3/8,::1"}

    assert read_settings(given).proxies == ("127.0.0.1/32", "10.0.0.0/8", "::1/128")
    assert read_settings({"CHASQUI_DATA": str(tmp_path)}).proxies == ()
