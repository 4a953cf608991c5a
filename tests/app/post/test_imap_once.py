"""A mailbox at a provider: no mail is lost or taken in twice, and one that waits holds up no other."""

from threading import Event

import pytest
from sqlmodel import Session

from app.house import House
from app.models import Mail
from app.post import imap_reader
from app.post.imap_client import opened
from app.services.inbox import intake
from tests.world.provider import PRIVATE, Provided, mail


def test_what_was_looked_at_is_not_fetched_again(ana: Provided) -> None:
    ana.look()

    ana.look()

    assert ["hdr_count=0" in line for line in ana.log()] == [False, True]


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


def test_numbers_that_begin_again_without_a_word_of_it(ana: Provided) -> None:
    ana.account.deliver(mail())
    ana.look()
    for name in ana.account.files():
        (ana.account.maildir / name).unlink()
    ana.account.renumber(told=False)
    ana.account.deliver(ana.answer())

    ana.look()

    assert len(ana.mails) == 1


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
