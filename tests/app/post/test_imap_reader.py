"""A mailbox at a provider: mails for us are taken in once and moved, and all others stay as they are."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlmodel import Session

from app.house import House
from app.models import Mail
from app.post import imap_reader
from app.post.imap_client import MailboxAway, opened
from app.services.inbox import intake
from app.services.upkeep.health import look_around
from app.settings import Settings
from tests.lengths import long
from tests.servers import until
from tests.world.dovecot import QUOTA, Dovecot, dovecot, without
from tests.world.provider import Provided, mail, provided, reading

PRIVATE = "Dinner on Sunday"


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as made:
        yield made


@pytest.fixture
def ana(server: Dovecot, tmp_path: Path) -> Iterator[Provided]:
    """Ana's own mailbox, with a mail that is none of our business."""
    made = provided(tmp_path, server.account())
    made.account.deliver(mail(Subject=PRIVATE))
    yield made
    made.world.close()


@pytest.fixture
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Provided]:
    """At a server that is set up in another way."""
    with dovecot(**request.param) as server:
        made = provided(tmp_path, server.account())
        made.account.deliver(mail(Subject=PRIVATE))
        yield made
        made.world.close()


def troubles(made: Provided) -> dict[str, str]:
    with made.world.house.reading() as session:
        return {trouble.name: trouble.words for trouble in look_around(session, made.world.house).troubles}


# --- What is taken in ---


def test_an_answer_is_played_and_moved(ana: Provided) -> None:
    ana.account.deliver(ana.answer("torch", Subject="Re: Sunday"))

    ana.look()

    assert ana.read() == ["receipt 1"]
    assert ana.account.subjects() == [PRIVATE]
    assert ana.account.subjects("Chasqui") == ["Re: Sunday"]


def test_other_mail_stays_as_it_is(ana: Provided) -> None:
    ana.account.deliver(mail(Subject="A letter that was read"), flags="FS")
    before = ana.account.files()

    ana.look()

    assert ana.account.files() == before
    assert not ana.mails
    assert ana.account.subjects("Chasqui") == []


def test_other_mail_is_as_unread_as_before_when_ours_is_moved(ana: Provided) -> None:
    ana.account.deliver(ana.answer())

    ana.look()

    [left] = ana.account.files()
    assert left.split(":2,")[-1] in ("", left)


@pytest.mark.parametrize(
    "header", ["To", "Cc", "Delivered-To", "X-Original-To", "X-Delivered-To", "Envelope-To"]
)
def test_the_address_is_found_in_the_headers(ana: Provided, header: str) -> None:
    ana.account.deliver(mail(**{"Delivered-To": ana.account.user, "To": "friends:;", header: ana.reply_to()}))

    ana.look()

    assert ana.read() == ["receipt 1"]


def test_an_answer_without_the_plus_is_for_us_as_well(ana: Provided) -> None:
    """As letters had it while a whole domain was ours."""
    plain = ana.reply_to().partition("+")[2].replace("127.0.0.1", "play.example")
    ana.account.deliver(mail(To=plain))

    ana.look()

    assert ana.read() == ["receipt 1"]


def test_a_domain_whose_mail_is_all_in_one_mailbox(server: Dovecot, tmp_path: Path) -> None:
    made = provided(tmp_path, server.account(), mail_domain="play.example")
    made.account.deliver(mail(To=made.reply_to()))

    made.look()

    assert made.reply_to().startswith("r.")
    assert made.reply_to().endswith("@play.example")
    assert made.read() == ["receipt 1"]
    made.world.close()


def test_an_address_that_no_letter_had_is_not_ours(ana: Provided) -> None:
    ana.account.deliver(mail(To=ana.addresses.reply("a" * 26)))
    before = ana.account.files()

    ana.look()

    assert ana.account.files() == before


def test_one_mail_for_two_matches_is_taken_in_for_each(ana: Provided) -> None:
    ana.account.deliver(mail(To=ana.reply_to(1), Cc=ana.reply_to(2)))

    ana.look()

    assert len(ana.mails) == 2
    assert ana.account.subjects() == [PRIVATE]


# --- Mails to the address that letters are from ---


@pytest.fixture
def own(server: Dovecot, tmp_path: Path) -> Iterator[Provided]:
    """Letters are from Ana's own address."""
    account = server.account()
    made = provided(tmp_path, account, sender=f"Chasqui <{account.user}@127.0.0.1>")
    made.world.send()
    yield made
    made.world.close()


def test_a_mail_to_the_owner_of_the_mailbox_is_not_for_us(own: Provided) -> None:
    own.account.deliver(mail(To=own.addresses.service))
    before = own.account.files()

    own.look()

    assert own.account.files() == before


def test_an_answer_to_a_letter_is_for_us_whatever_it_is_sent_to(own: Provided) -> None:
    letter = own.world.message_id(own.world.newest("your_turn"))
    own.account.deliver(mail(To=own.addresses.service, In_Reply_To=letter))

    own.look()

    assert len(own.mails) == 1


@pytest.mark.parametrize("subject", ["Fwd: Sunday", "WG: Sonntag", "Fw: look at this", "PD: gra"])
def test_a_letter_that_is_passed_on_to_the_owner_is_not_for_us(own: Provided, subject: str) -> None:
    letter = own.world.message_id(own.world.newest("your_turn"))
    own.account.deliver(mail(To=own.addresses.service, In_Reply_To=letter, Subject=subject))

    own.look()

    assert not own.mails


def test_a_letter_to_the_owner_is_not_an_answer(own: Provided) -> None:
    letters = [own.world.message_id(letter) for letter in own.world.letters("your_turn")]
    to_owner = {"To": own.addresses.service, "From": own.addresses.service, "Reply_To": own.reply_to()}
    own.account.deliver(mail(**to_owner, Message_ID=letters[0], In_Reply_To=letters[1]))

    own.look()

    assert not own.mails


# --- Once, whatever happens ---


def test_what_was_looked_at_is_not_fetched_again(ana: Provided) -> None:
    ana.look()

    ana.look()

    assert ["hdr_count=0" in line for line in log(ana)] == [False, True]


def test_mails_get_other_numbers_and_none_is_taken_in_twice(ana: Provided) -> None:
    ana.account.deliver(ana.answer())
    ana.look()
    kept = ana.account.maildir / ".Chasqui" / "cur"
    for each in kept.glob("*"):
        each.rename(ana.account.maildir / "cur" / each.name)
    ana.account.renumber()
    ana.account.deliver(ana.answer("leave"))

    ana.look()

    assert len(ana.mails) == 2
    assert ana.account.subjects() == [PRIVATE]


def test_too_many_to_one_address_wait_for_their_hour(ana: Provided, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MOST_AN_HOUR", 2)
    for _ in range(3):
        ana.account.deliver(ana.answer())
    ana.account.deliver(ana.answer(position=2))
    ana.look()
    before = len(ana.mails)
    monkeypatch.setattr(intake, "MOST_AN_HOUR", 30)

    ana.look()

    assert (before, len(ana.mails)) == (3, 4)
    assert ana.account.subjects() == [PRIVATE]


def test_a_mail_that_was_stored_and_not_moved_is_moved_by_the_next(ana: Provided) -> None:
    ana.account.deliver(ana.answer())
    ana.account.deliver(mail(Subject="A newer one"))
    with opened(ana.world.house.settings) as mailbox:
        reader = imap_reader.ImapReader(ana.world.house, Event())
        mailbox.move = broken_off  # type: ignore[method-assign]
        with pytest.raises(ConnectionResetError):
            reader.look(mailbox)

    ana.look()

    assert len(ana.mails) == 1
    assert len(ana.account.subjects("Chasqui")) == 1
    assert not (ana.row and ana.row.unmoved)


def broken_off(uids: object) -> None:
    raise ConnectionResetError


def test_a_mail_that_cannot_be_stored_holds_up_no_other(
    ana: Provided, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = intake.take_in

    def choosy(session: Session, house: House, to: str, sender: str, raw: bytes) -> Mail | None:
        if b"poison" in raw:
            raise ValueError
        return real(session, house, to, sender, raw)

    ana.account.deliver(ana.answer("poison"))
    ana.account.deliver(ana.answer(position=2))
    with monkeypatch.context() as patched:
        patched.setattr(intake, "take_in", choosy)
        ana.look()
    before = len(ana.mails)

    ana.look()

    assert (before, len(ana.mails)) == (1, 2)
    assert "could not be stored" in caplog.text


# --- Many mails ---


def log(made: Provided) -> list[str]:
    """What the server says of each connection that has ended."""
    path, user = made.account.server.folder / "log", made.account.user

    def ended() -> list[str]:
        return re.findall(rf"imap\({user}\).*body_bytes=.*", path.read_text())

    assert until(lambda: len(ended()) == path.read_text().count(f"Login: user=<{user}>"), 5)
    return ended()


@pytest.mark.parametrize("others", [2000, long(50_000)])
def test_of_a_full_inbox_no_body_is_fetched_but_ours(ana: Provided, others: int) -> None:
    long_ago = mail("long ago\n" * 5, Subject="Of last year")
    for _ in range(others):
        ana.account.deliver(long_ago, flags="S")
    ana.account.deliver(ana.answer())

    ana.look()

    assert len(ana.mails) == 1
    assert ["body_count=1" in line for line in log(ana)] == [True]
    assert len(ana.account.files()) == others + 1


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
    assert "quota" in troubles(other)["mailbox_moving"].lower()


ACL = "mail_plugins = acl\nprotocol imap {\n mail_plugins = acl\n}\nplugin {\n acl = vfile\n}\n"


@pytest.mark.parametrize("other", [{"more": ACL}], indirect=True)
def test_a_folder_that_is_read_only_is_read(other: Provided) -> None:
    other.account.deliver(other.answer())
    (other.account.maildir / "dovecot-acl").write_text("owner lr\n")

    other.look()

    assert other.read() == ["receipt 1"]
    assert "read-only" in troubles(other)["mailbox_moving"]


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
    assert len(log(other)) == 1


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
        assert until(lambda: "mailbox" in troubles(other), 10)
        other.account.deliver(other.answer())
        other.account.server.start()

        assert until(lambda: bool(other.mails), 20)
        assert until(lambda: "mailbox" not in troubles(other), 10)


def test_a_wrong_password_is_told_and_not_tried_again_and_again(
    ana: Provided, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(imap_reader, "AWAY_PAUSES", (0.1,))
    wrong = replace(ana.world.house.settings, imap_url=ana.account.url.replace("secret", "guessed"))
    ana.world.house = replace(ana.world.house, settings=wrong)
    with reading(ana):
        assert until(lambda: bool(ana.row and ana.row.trouble), 10)
        time.sleep(0.5)

    assert "password" in troubles(ana)["mailbox"]
    assert "guessed" not in troubles(ana)["mailbox"]
    assert len([line for line in caplog.messages if "password" in line]) == 1
    assert imap_reader.REFUSED_PAUSES[0] >= 60
