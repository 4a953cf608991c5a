"""Settings: from the environment, checked, and each in the page for hosts."""

from pathlib import Path

import pytest

from app import settings
from app.settings import Settings, WrongSetting, variable_name

HOSTING = (Path(__file__).parents[2] / "app/HOSTING.md").read_text(encoding="utf-8")
KEY = "a key of the tests that is long enough"
SITE = {
    "CHASQUI_MODE": "production",
    "CHASQUI_KEYS": KEY,
    "CHASQUI_URL": "https://play.example.org",
    "CHASQUI_SMTP_URL": "smtp://mail.example.org",
    "CHASQUI_SENDER": "Chasqui <game@play.example.org>",
    "DATABASE_URL": "postgresql://chasqui@db/chasqui",
    "REDIS_URL": "redis://broker/0",
}


@pytest.mark.parametrize("name", Settings.__dataclass_fields__)
def test_every_setting_is_told_to_hosts(name: str) -> None:
    assert f"`{variable_name(name)}`" in HOSTING


def test_without_anything_set_everything_is_on_this_machine(tmp_path: Path) -> None:
    read = settings.read_settings({"CHASQUI_DATA": str(tmp_path)})

    assert read.embedded
    assert read.database == f"sqlite:///{tmp_path / 'chasqui.db'}"
    assert read.broker == f"redis+socket://{tmp_path / 'broker.sock'}"
    assert read.shows_mailbox


def test_the_embedded_default_makes_its_own_key_and_keeps_it(tmp_path: Path) -> None:
    first = settings.read_settings({"CHASQUI_DATA": str(tmp_path)})

    assert len(first.keys[0]) >= 32
    assert settings.read_settings({"CHASQUI_DATA": str(tmp_path)}).keys == first.keys
    assert (tmp_path / "keys").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"CHASQUI_KEYS": ""}, "CHASQUI_KEYS is not set"),
        ({"CHASQUI_KEYS": "short"}, "shorter than 32"),
        ({"CHASQUI_KEYS": f"{KEY},short"}, "shorter than 32"),
        ({"DATABASE_URL": ""}, r"DATABASE_URL is not set .*CHASQUI_ALLOW=sqlite"),
        ({"DATABASE_URL": "sqlite:///here.db"}, r"DATABASE_URL is not set .*CHASQUI_ALLOW=sqlite"),
        ({"DATABASE_URL": "mysql://x"}, r"DATABASE_URL is postgresql://user:password@host/chasqui"),
        ({"DATABASE_URL": "postgresql://anna:a@b@db/chasqui"}, "@ is %40"),
        ({"DATABASE_URL": "postgresql://anna@db:port/chasqui"}, "DATABASE_URL is postgresql://"),
        ({"REDIS_URL": "amqp://x"}, "REDIS_URL is redis://host:6379/0"),
        ({"REDIS_URL": ""}, r"REDIS_URL is not set.*CHASQUI_ALLOW=local-broker"),
        ({"CHASQUI_URL": "http://127.0.0.1:8000"}, r"only this machine.*CHASQUI_ALLOW=loopback"),
        ({"CHASQUI_SENDER": ""}, r"CHASQUI_SENDER is Chasqui <chasqui@localhost>.*=local-sender"),
        ({"CHASQUI_SENDER": "root@127.0.0.1"}, "mail servers refuse"),
        ({"CHASQUI_SENDER": "Chasqui"}, "mail servers refuse"),
        ({"CHASQUI_ALLOW": "everything"}, "holds some of sqlite, local-broker, loopback, local-sender"),
        ({"CHASQUI_MODE": "prod"}, "embedded or production"),
        ({"CHASQUI_URL": "play.example.org"}, "begins with http"),
        ({"CHASQUI_SMTP_URL": "mail.example.org"}, "begins with smtp"),
        ({"CHASQUI_SMTP_URL": ""}, "CHASQUI_SMTP_URL is not set"),
        ({"CHASQUI_SWEEP_SECONDS": "often"}, "a number of seconds"),
        ({"CHASQUI_SMTP_TLS": "maybe"}, "needed or if-offered"),
        ({"CHASQUI_IMAP_TLS": "maybe"}, "needed or if-offered"),
        ({"CHASQUI_IMAP_URL": "pop3://anna:secret@mail.example"}, "imaps://user:password@host"),
        ({"CHASQUI_IMAP_URL": "imaps://anna@mail.example"}, "imaps://user:password@host"),
        ({"CHASQUI_IMAP_URL": "imaps://anna:a/b@mail.example/INBOX"}, "/ is %2F"),
        ({"CHASQUI_MAIL_DOMAIN": "anna@mail.example"}, r"anna\+@example.org"),
        ({"CHASQUI_PROXIES": "127.0.0.1,front"}, "'front' does not appear to be an IPv4 or IPv6 network"),
        ({"CHASQUI_SPEED": "9"}, "CHASQUI_SPEED is no setting; known are CHASQUI_MODE"),
    ],
)
def test_production_refuses_to_start_on_what_makes_no_sense(changed: dict[str, str], said: str) -> None:
    with pytest.raises(WrongSetting, match=said):
        settings.read_settings({**SITE, **changed})


def test_production_runs_with_what_it_would_refuse_if_that_is_meant() -> None:
    here = {"DATABASE_URL": "", "REDIS_URL": "", "CHASQUI_URL": "http://127.0.0.1:8000", "CHASQUI_SENDER": ""}

    read = settings.read_settings(
        {**SITE, **here, "CHASQUI_ALLOW": "sqlite, local-broker,loopback,local-sender"}
    )

    assert read.allow == ("sqlite", "local-broker", "loopback", "local-sender")


def test_the_end_of_the_address_of_a_site_is_not_doubled_in_its_links() -> None:
    assert (
        settings.read_settings({**SITE, "CHASQUI_URL": "https://play.example.org/"}).url
        == SITE["CHASQUI_URL"]
    )


def test_the_database_of_a_site_is_reached_by_the_driver_that_is_installed() -> None:
    read = settings.read_settings({**SITE, "DATABASE_URL": "postgresql://chasqui@db/chasqui"})

    assert read.database == "postgresql+psycopg://chasqui@db/chasqui"
    assert not read.shows_mailbox


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://play.example.org", "play.example.org"),
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://[::1]:8000", "[::1]"),
        ("https://example.org/chasqui", "example.org"),
    ],
)
def test_the_host_is_what_message_ids_end_in(url: str, host: str) -> None:
    assert Settings(url=url, keys=(KEY,)).host == host


def test_a_mailbox_alone_says_who_letters_are_from(tmp_path: Path) -> None:
    mailbox = {"CHASQUI_DATA": str(tmp_path), "CHASQUI_IMAP_URL": "imaps://anna:secret@mail.example/INBOX"}

    assert settings.read_settings(mailbox).sender == "Chasqui <anna@mail.example>"
    assert settings.read_settings({**mailbox, "CHASQUI_SENDER": "x@y.example"}).sender == "x@y.example"


def test_with_a_mailbox_letters_are_answered_without_a_door(tmp_path: Path) -> None:
    none = {"CHASQUI_DATA": str(tmp_path), "CHASQUI_DOOR": "none"}

    assert not settings.read_settings(none).takes_mail
    assert settings.read_settings({**none, "CHASQUI_IMAP_URL": "imaps://anna:secret@mail.example"}).takes_mail


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:a/b@db:5432/chasqui?sslmode=require",
        "postgres://[::1]:5432/chasqui",
        "postgresql://chasqui@/chasqui?host=/var/run/postgresql",
        "postgresql+psycopg:///chasqui",
    ],
)
def test_a_postgresql_is_named_as_its_own_programs_name_it(url: str) -> None:
    assert settings.read_settings({**SITE, "DATABASE_URL": url}).database_url == url


@pytest.mark.parametrize("name", ["CHASQUI_IMAP_URL", "DATABASE_URL", "REDIS_URL"])
def test_a_wrong_url_is_told_without_its_password(name: str) -> None:
    with pytest.raises(WrongSetting) as refused:
        settings.read_settings({**SITE, name: "here//anna:hush@mail.example"})

    assert "hush" not in str(refused.value)
