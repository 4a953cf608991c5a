"""What gets into no log: addresses, passwords and keys, whatever a line is about."""

import json
import logging
import sys
from collections.abc import Callable
from functools import partial
from secrets import token_hex, token_urlsafe

import pytest

from app.keys import post_key
from app.safe_text import without_secrets
from app.serving.logs import FaultKeeper, LogLine, secrets_of
from app.settings import Settings
from app.tally import PENDING

PASSWORD = "pass word/1"


DRAWN: dict[str, Callable[[], str]] = {
    "name": post_key,
    "key": lambda: f"{post_key()}.{post_key()[:16]}",
    "session": partial(token_urlsafe, 24),
    "hash": partial(token_hex, 16),
    "message": lambda: f"l.{token_hex(16)}",
}


@pytest.mark.parametrize("kind", DRAWN)
def test_no_key_gets_through_whatever_chance_has_drawn(kind: str) -> None:
    for secret in [DRAWN[kind]() for _ in range(2000)]:
        assert secret not in without_secrets(f"http://x/do/{secret}/go: not found")


@pytest.mark.parametrize("secret", ["bo@example.org", "Bo.Müller+x@exämple.org", "'bo o'@example.org"])
def test_no_address_gets_through(secret: str) -> None:
    for line in (secret, f"letter 3 <{secret}>: 550 unknown", f"http://x/do/{secret}/go?to={secret}&x"):
        told = without_secrets(line)

        assert secret not in told
        assert secret.rpartition("@")[2] not in told


@pytest.mark.parametrize(
    "line",
    [
        "letter 123 is set aside: every try to send it broke off",
        "match arfkjkfpfp could not be drawn",
        "worker.tasks.read_mail: the database: connection refused",
        "sqlalchemy.exc.OperationalError at /srv/chasqui/app/services/upkeep/heartbeats.py, line 20",
        "2026-11-19T13:44:54.000+00:00 UnsupportedCompilationError",
        "a seat's holder v7gjj5nrpl",
    ],
)
def test_what_a_reader_needs_stays(line: str) -> None:
    assert without_secrets(line) == line


def line_of(message: str, *values: object, as_json: bool = True, trouble: bool = False) -> str:
    settings = Settings(keys=("k" * 30 + " and words",), imap_url="imaps://a:pass%20word%2F1@host/INBOX")
    try:
        raise ValueError("bo@example.org")
    except ValueError:
        found = sys.exc_info() if trouble else None
    record = logging.LogRecord("app.post", logging.ERROR, "", 1, message, values, found)
    return LogLine(as_json, secrets_of(settings)).format(record)


def test_a_line_of_json_has_what_a_collector_looks_for() -> None:
    line = json.loads(line_of("%s has come\nback", "bo@example.org", trouble=True))

    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "app.post", "… has come\nback")
    assert line["time"][:2] == "20"
    assert "ValueError: …" in line["error"]
    assert "\n" not in line_of("two\nlines")


@pytest.mark.parametrize("as_json", [True, False])
def test_no_line_has_a_secret_of_the_settings(as_json: bool) -> None:
    line = line_of("%s and %s", "k" * 30 + " and words", PASSWORD, as_json=as_json)

    assert PASSWORD not in line
    assert "and words" not in line


def test_an_error_is_kept_for_the_operators_without_addresses() -> None:
    PENDING.take()
    logger = logging.Logger("app.post")
    logger.addHandler(FaultKeeper(LogLine()))

    logger.warning("not this")
    logger.error("%s could not be sent", "bo@example.org")

    _, [fault] = PENDING.take()
    assert (fault.name, fault.text) == ("app.post", "… could not be sent")
