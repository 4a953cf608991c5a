"""A mailbox at a provider: servers of all kinds, which come and go."""

import re
import time
from dataclasses import replace
from typing import Any

import pytest

from app.post import imap_client, imap_reader
from app.post.imap_client import MailboxAway, opened
from app.settings import Settings
from tests.servers import until
from tests.world.dovecot import QUOTA, without
from tests.world.provider import PRIVATE, Provided, mail, reading

# --- Servers ---


@pytest.mark.parametrize(
    "other",
    [
        {"more": without("MOVE")},
        {"more": without("MOVE", "UIDPLUS")},
        {"prefix": "INBOX."},
        {"more": without("NAMESPACE", "IDLE")},
    ],
    indirect=True,
    ids=["no MOVE", "no UIDPLUS", "folders below INBOX", "no NAMESPACE"],
)
def test_every_server_has_a_way_to_move_ours_and_nothing_else(other: Provided) -> None:
    other.account.deliver(mail(Subject="Marked as deleted by somebody else"), flags="ST")
    other.account.deliver(other.answer(Subject="Re: Sunday"))

    other.look()
    other.look()

    prefix = other.account.server.prefix
    assert other.account.subjects(f"{prefix}Chasqui") == ["Re: Sunday"]
    assert {PRIVATE, "Marked as deleted by somebody else"} <= set(other.account.subjects())
    assert len(other.mails) == 1


@pytest.mark.parametrize("other", [{"more": QUOTA + without("MOVE")}], indirect=True)
def test_from_a_full_mailbox_answers_are_read_and_the_operator_is_told(other: Provided) -> None:
    other.account.deliver(other.answer())
    other.account.deliver(mail("x" * 70 + "\n" + ("y" * 70 + "\n") * 1500))

    other.look()
    other.look()

    assert other.read() == ["receipt 1"]
    assert "quota" in other.troubles["mailbox_moving"].lower()


ACL = "mail_plugins = acl\nprotocol imap {\n mail_plugins = acl\n}\nplugin {\n acl = vfile\n}\n"


@pytest.mark.parametrize("other", [{"more": ACL}], indirect=True)
def test_a_folder_that_is_read_only_is_read(other: Provided) -> None:
    other.account.deliver(other.answer())
    rights = other.account.maildir / "dovecot-acl"
    rights.write_text("owner lr\n")
    other.account.server.give(rights)

    other.look()

    assert other.read() == ["receipt 1"]
    assert "read-only" in other.troubles["mailbox_moving"]


def test_starttls_is_used_where_the_server_offers_it(ana: Provided) -> None:
    url = ana.account.url.replace("imaps", "imap").replace(
        str(ana.account.server.tls_port), str(ana.account.server.port)
    )

    with opened(settings_with(ana, imap_url=url)) as mailbox:
        assert mailbox.look().validity


@pytest.mark.parametrize("other", [{"tls": "no"}], indirect=True)
def test_without_tls_the_password_is_not_sent_unless_it_is_allowed(other: Provided) -> None:
    url = other.account.plain_url

    with pytest.raises(MailboxAway, match="no TLS"), opened(settings_with(other, imap_url=url)):
        pass
    with opened(settings_with(other, imap_url=url, imap_tls="if-offered")) as mailbox:
        assert mailbox.look().validity
    assert len(other.log()) == 1


def settings_with(made: Provided, **changes: Any) -> Settings:
    return replace(made.world.house.settings, **changes)


@pytest.mark.parametrize("other", [{"password": "żółw 🐢 with spaces"}], indirect=True)
def test_a_password_may_have_any_letters(other: Provided) -> None:
    other.account.deliver(other.answer())

    other.look()

    assert len(other.mails) == 1


# --- Hour after hour ---


def test_a_server_with_idle_tells_at_once(ana: Provided) -> None:
    with reading(ana):
        assert until(lambda: bool(ana.row and ana.row.looked_at), 10)
        begun = time.monotonic()
        ana.account.deliver(ana.answer())
        assert until(lambda: bool(ana.mails), 10)

    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("other", [{"more": without("IDLE")}], indirect=True)
def test_a_server_without_idle_is_asked_again_and_again(
    other: Provided, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap_reader, "EVERY", 0.3)
    with reading(other):
        assert until(lambda: bool(other.row and other.row.looked_at), 10)
        other.account.deliver(other.answer())

        assert until(lambda: bool(other.mails), 10)


@pytest.mark.parametrize("other", [{}], indirect=True)
def test_a_server_that_was_away_is_read_on(other: Provided, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap_reader, "AWAY_PAUSES", (0.1,))
    with reading(other):
        assert until(lambda: bool(other.row and other.row.looked_at), 10)
        other.account.server.stop()
        assert until(lambda: "mailbox" in other.troubles, 10)
        other.account.deliver(other.answer())
        other.account.server.start()

        assert until(lambda: bool(other.mails), 20)
        assert until(lambda: "mailbox" not in other.troubles, 10)


def test_a_wrong_password_is_told_and_not_tried_again_and_again(
    ana: Provided, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(imap_reader, "AWAY_PAUSES", (0.1,))
    wrong = replace(ana.world.house.settings, imap_url=ana.account.url.replace("secret", "guessed"))
    ana.world.house = replace(ana.world.house, settings=wrong)
    with reading(ana):
        assert until(lambda: bool(ana.row and ana.row.trouble), 10)
        time.sleep(0.5)

    assert "password" in ana.troubles["mailbox"]
    assert "guessed" not in ana.troubles["mailbox"]
    assert len([line for line in caplog.messages if "password" in line]) == 1
    assert imap_reader.REFUSED_PAUSES[0] >= 60


# --- What is told at the start ---


def test_at_the_start_a_wrong_password_is_told_in_one_line(ana: Provided) -> None:
    right = ana.world.house.settings
    wrong = replace(right, imap_url=ana.account.url.replace("secret", "guessed"))

    assert imap_client.trouble(right) == ""
    assert "refuses the user or the password" in imap_client.trouble(wrong)
    assert "guessed" not in imap_client.trouble(wrong)


@pytest.mark.parametrize("url", ["imaps://anna:hush@127.0.0.1:1", "imaps://anna:hush@nowhere.invalid"])
def test_at_the_start_a_server_that_is_away_is_told_in_one_line(ana: Provided, url: str) -> None:
    told = imap_client.trouble(replace(ana.world.house.settings, imap_url=url))

    assert "cannot be reached" in told
    assert "\n" not in told


def test_a_folder_that_is_not_there_is_told(ana: Provided) -> None:
    other = replace(ana.world.house.settings, imap_url=ana.account.url.replace("INBOX", "Games"))

    assert "no folder Games" in imap_client.trouble(other)


@pytest.mark.parametrize(
    ("user", "sender", "warned"),
    [
        ("anna", "Chasqui <anna@mail.example>", []),
        ("anna", "Chasqui <game@play.example>", ["CHASQUI_SENDER"]),
        ("anna-maria.kowalska", "Chasqui <x@mail.example>", ["CHASQUI_MAIL_DOMAIN"]),
    ],
)
def test_what_may_not_work_with_every_provider_is_told(user: str, sender: str, warned: list[str]) -> None:
    settings = Settings(imap_url=f"imaps://{user}:hush@mail.example", sender=sender, keys=("a key",))

    said = list(imap_client.warnings(settings))

    assert [re.findall(r"CHASQUI_\w+", warning) for warning in said] == [[name] for name in warned]
