"""A match by mail, with a mailbox at a provider and nothing else: no domain and no door of our own."""

from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from itertools import cycle
from random import Random

import pytest

from app.services.upkeep import fsck
from tests.cluster.outcome import running
from tests.lengths import long
from tests.servers import until
from tests.world import Friends, World
from tests.world.dovecot import Account, dovecot
from tests.world.letter_reader import examples
from tests.world.mail_programs import PROGRAMS, text_of
from tests.world.mail_server import Sink
from tests.world.programs import Programs
from tests.world.provider import mail

PRIVATE = 3


@pytest.fixture
def account() -> Iterator[Account]:
    """Of somebody who gets other mail as well."""
    with dovecot() as server:
        made = server.account()
        for number in range(PRIVATE):
            made.deliver(mail(Subject=f"private {number}"))
        yield made


@pytest.fixture
def environment(environment: dict[str, str], account: Account) -> dict[str, str]:
    return {**environment, "CHASQUI_IMAP_URL": account.url, "CHASQUI_DOOR": "none"}


class Provider:
    """What it does with letters and answers: all mail for the account goes into its mailbox."""

    def __init__(self, sink: Sink, account: Account) -> None:
        self.sink, self.account = sink, account
        self.programs, self.chance = cycle(PROGRAMS), Random(1)
        self.seen = 0

    def deliver_answers(self) -> None:
        """Friends answer every letter that asks for orders, with one that it names."""
        letters = self.sink.messages
        for letter in letters[self.seen :]:
            said = examples(text_of(letter))
            if said and letter["Reply-To"]:
                self.deliver(next(self.programs)(letter, self.chance.choice(said)), letter)
        self.seen = len(letters)

    def deliver(self, answer: EmailMessage, letter: EmailMessage) -> None:
        assert letter["From"].addresses[0].addr_spec == f"{self.account.user}@127.0.0.1"
        assert letter["Reply-To"].addresses[0].username.startswith(f"{self.account.user}+r.")
        came = f"Return-Path: <{answer['From']}>\nDelivered-To: {self.account.user}@127.0.0.1\n"
        self.account.deliver(came.encode() + answer.as_bytes(policy=SMTP.clone(linesep="\n")))


@pytest.mark.parametrize(
    ("game", "empty_database_url"),
    [long("incan-gold", "sqlite"), long("incan-gold", "postgresql")],
    indirect=["empty_database_url"],
)
def test_a_whole_match_by_answers_into_a_mailbox(
    world: World, programs: Programs, sink: Sink, account: Account, game: str
) -> None:
    friends: Friends = world.match(game, 3)
    provider = Provider(sink, account)
    programs.start()
    programs.door("none")

    def over() -> bool:
        provider.deliver_answers()
        return not running(world.house)

    assert until(over, 300), programs.said
    assert until(lambda: len(account.subjects()) == PRIVATE)
    assert len(account.subjects("Chasqui")) == len(world.mails())
    assert all(sender.startswith(f"{account.user}+b.") for sender in sink.senders)
    assert friends.match.status == "over"
    with world.house.db.reading() as session:
        assert fsck.check_matches(session, world.house) == []
