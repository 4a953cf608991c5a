"""A mailbox at a provider, for the tests of its reader."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.world.dovecot import Dovecot, dovecot
from tests.world.provider import PRIVATE, Provided, mail, provided


@pytest.fixture(scope="session")
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
