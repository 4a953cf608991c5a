"""The mailbox at a provider, as the doctor sees it: at a real Dovecot."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.commands import doctor
from app.doctor import incoming, trial
from app.doctor.findings import Finding
from app.doctor.names import Names
from app.doctor.visit import Visit
from app.post.imap_client import opened
from app.services.upkeep import heartbeats
from tests.servers import until
from tests.world import World
from tests.world.doctored import grades, visit, words
from tests.world.dovecot import QUOTA, Account, Dovecot, dovecot, without
from tests.world.mail_server import Sink, listening
from tests.world.provider import Provided, mail, provided, reading

NOBODY = "127.0.0.1:9"  # no name server is needed


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as made:
        yield made


def at(account: Account, **settings: Any) -> Visit:
    address = f"{account.user}@127.0.0.1"
    return visit(NOBODY, imap_url=account.url, door="none", sender=f"Chasqui <{address}>", **settings)


def own_folder(account: Account) -> None:
    client = account.client()
    client.create_folder("Chasqui")
    client.logout()


def test_a_mailbox_that_can_be_read_is_right_and_leaves_no_trace(server: Dovecot) -> None:
    account = server.account()
    account.deliver(mail("Dinner?"))
    before = account.files()

    found = list(incoming.look_at_mailbox(at(account)))

    assert [each.name for each in found if each.grade == "right"] == ["mailbox"]
    assert "found at once" in found[0].words
    assert account.files() == before


def test_the_servers_clock_is_seen_by_a_mail_in_our_own_folder_that_goes_again(server: Dovecot) -> None:
    account, seen = server.account(), []
    own_folder(account)
    looking = at(account)

    seen = list(incoming.look_at_mailbox(looking))

    assert seen
    assert [abs(clock.skew) < 2 for clock in looking.clocks] == [True]
    assert account.subjects("Chasqui") == []


def test_a_wrong_password_is_wrong_and_is_not_told(server: Dovecot) -> None:
    account = server.account()
    looking = visit(NOBODY, imap_url=account.url.replace("a%20secret", "hush-hush"), door="none")

    assert grades(incoming.look_at_mailbox, looking)[0] == "wrong"
    assert "password" in words(incoming.look_at_mailbox, looking)
    assert "hush-hush" not in words(incoming.look_at_mailbox, looking)


def refused(tmp_path: Path, server: Dovecot) -> Provided:
    """A service that lives, and has been refused at its mailbox."""
    account = server.account()
    made = provided(tmp_path, account, imap_url=account.url.replace("a%20secret", "hush"), dns=(NOBODY,))
    for role in ("worker", "beat", "door"):
        made.world.house.write(partial(heartbeats.beat, role=role))
    with reading(made):
        assert until(lambda: "mailbox" in made.troubles)
    return made


def of_mailbox(made: Provided, **settings: Any) -> list[Finding]:
    house = made.world.house
    found = doctor.findings(replace(house.settings, **settings), None, 1)
    return [each for each in found if each.name == "mailbox" and each.grade != "warning"]


def test_a_wrong_password_is_told_once_with_what_to_type(tmp_path: Path, server: Dovecot) -> None:
    made = refused(tmp_path, server)

    [told] = of_mailbox(made)

    assert (told.grade, told.words.count("refuses the user or the password")) == ("wrong", 1)
    assert "@ is written %40" in told.words
    assert told.to_type == (f"CHASQUI_IMAP_URL=imaps://user:password@127.0.0.1:{server.tls_port}/INBOX",)
    made.world.close()


def test_a_service_that_was_refused_is_to_be_started_again_when_the_password_is_right(
    tmp_path: Path, server: Dovecot
) -> None:
    made = refused(tmp_path, server)

    looked, heard = of_mailbox(made, imap_url=made.account.url)

    assert (looked.grade, heard.grade) == ("right", "wrong")
    assert heard.to_type == ("sudo systemctl restart chasqui",)
    made.world.close()


def test_a_mailbox_that_nobody_answers_for_is_told_with_what_to_type(server: Dovecot) -> None:
    away = visit(NOBODY, imap_url="imap://ana:secret@127.0.0.1:9/INBOX", door="none")

    [told] = [found for found in incoming.look_at_mailbox(away) if found.grade == "wrong"]

    assert told.to_type == ("nc -vz 127.0.0.1 9",)


def test_a_mailbox_that_is_nearly_full_is_told() -> None:
    with dovecot(more=QUOTA + "protocol imap {\n  mail_plugins = quota imap_quota\n}\n") as server:
        account = server.account()
        account.deliver(mail("x" * 95_000))

        assert "are used in the mailbox: empty it" in words(incoming.look_at_mailbox, at(account))


def test_a_server_that_cannot_empty_the_mailbox_is_told() -> None:
    with dovecot(more=without("MOVE", "UIDPLUS")) as server:
        assert "neither MOVE nor UIDPLUS" in words(incoming.look_at_mailbox, at(server.account()))


class Delivering(Sink):
    """Puts each letter into a mailbox, whoever it is for."""

    account: Account

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        taken = await super().handle_DATA(server, session, envelope)
        self.account.deliver(self.raw[-1])
        return taken


def test_a_letter_to_our_own_mailbox_is_found_there_and_left_alone(tmp_path: Path, server: Dovecot) -> None:
    account = server.account()
    address = f"{account.user}@127.0.0.1"
    with listening(Delivering()) as sink:
        sink.account = account
        world = World.new(tmp_path, imap_url=account.url, door="none", sender=address, smtp=sink.url)
        looking = Visit(world.house.settings, Names([NOBODY]), world.house)

        found = list(trial.send(looking, address, 20, lambda text: None))

    assert [each.grade for each in found] == ["right", "right"], found
    assert "has come to the mailbox" in found[1].words
    with opened(world.house.settings) as mailbox:
        assert mailbox.look().next_uid == 2
    assert [name for name in account.files() if name.endswith("S")] == []
    world.close()
