"""kill -9 of the reader of a mailbox: every answer is taken in once, and nothing else is touched."""

import time
from collections.abc import Iterator
from random import Random

import pytest

from tests.lengths import long
from tests.servers import until
from tests.world import World
from tests.world.dovecot import Account, dovecot
from tests.world.programs import Programs
from tests.world.provider import Provided, mail

MATCHES = 8  # of three; an address takes only so many mails within an hour


@pytest.fixture
def account() -> Iterator[Account]:
    with dovecot() as server:
        yield server.account()


@pytest.fixture
def environment(environment: dict[str, str], account: Account) -> dict[str, str]:
    return {**environment, "CHASQUI_IMAP_URL": account.url, "CHASQUI_DOOR": "none"}


@pytest.mark.parametrize(
    ("kills", "empty_database_url"),
    [long(3, "sqlite"), long(100, "sqlite"), long(100, "postgresql")],
    indirect=["empty_database_url"],
)
def test_a_reader_that_is_killed_at_any_moment(
    world: World, programs: Programs, account: Account, kills: int
) -> None:
    evenings = [Provided(world, account, world.match("incan-gold", 3)) for _ in range(MATCHES)]
    chance, answers = Random(kills), 0
    account.deliver(mail(Subject="private"), flags="F")
    for _ in range(kills):
        for _ in range(4):
            evening = evenings[answers % MATCHES]
            account.deliver(evening.answer("help", position=answers // MATCHES % 3 + 1))
            answers += 1
        reader = programs.door("none")
        time.sleep(chance.uniform(0, 0.3))
        reader.kill()
        programs.all.remove(reader)
        reader.log.unlink()

    programs.door("none")

    assert until(lambda: account.subjects() == ["private"])
    assert len(world.mails()) == len(account.subjects("Chasqui")) == answers
    assert [name.endswith(":2,F") for name in account.files()] == [True]
